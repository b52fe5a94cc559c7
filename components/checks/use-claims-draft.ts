import { useCallback, useEffect, useRef, useState } from 'react'
import { type ClaimLiterals, linkedClaims, literalsText, NO_CLAIMS, readLiterals } from './claim-literals'

export interface ClaimsDraft {
  readonly literals: ClaimLiterals
  /** False until the stored draft has been read. */
  readonly ready: boolean
  /** Says that a link was opened or is damaged. */
  readonly notice: string | null
  readonly change: (literals: ClaimLiterals) => void
}

/** Loads the dictionary from a link or from this browser's storage under `key`. Every change is stored. */
export function useClaimsDraft(key: string): ClaimsDraft {
  const [literals, setLiterals] = useState(NO_CLAIMS)
  const [ready, setReady] = useState(false)
  const [notice, setNotice] = useState<string | null>(null)
  const current = useRef(literals)

  const set = useCallback((next: ClaimLiterals) => {
    current.current = next
    setLiterals(next)
  }, [])

  useEffect(() => {
    let gone = false
    const open = async (first: boolean) => {
      const linked = await linkedClaims(window.location.hash)
      // The page was left, or the new fragment is not a link to facts.
      if (gone || (!first && linked === null)) return
      const stored = first ? storedLiterals(key) : current.current
      if (linked !== null) {
        // The link is read once, so that a reload shows the later edits.
        history.replaceState(null, '', window.location.pathname + window.location.search)
        setNotice(linked === 'damaged' ? 'The link is damaged, so nothing was opened from it.' : 'Opened from a link.')
      }
      set(linked === null || linked === 'damaged' ? stored : linked)
      setReady(true)
    }
    void open(true)
    const linkOpened = () => void open(false)
    window.addEventListener('hashchange', linkOpened)
    return () => {
      gone = true
      window.removeEventListener('hashchange', linkOpened)
    }
  }, [key, set])

  const change = useCallback(
    (next: ClaimLiterals) => {
      set(next)
      try {
        localStorage.setItem(key, literalsText(next))
      } catch {
        // If storage is blocked or full, the form works without it.
      }
    },
    [key, set],
  )
  return { literals, ready, notice, change }
}

function storedLiterals(key: string): ClaimLiterals {
  try {
    const read = readLiterals(localStorage.getItem(key) ?? '{}')
    return 'literals' in read ? read.literals : NO_CLAIMS
  } catch {
    return NO_CLAIMS
  }
}
