import { useCallback, useEffect, useRef, useState } from 'react'
import { isSame, type KeptChange, readKeptChange } from './kept-change'

/**
 * What somebody changes of something that has versions. An unsaved change is kept in this browser at every entry, and
 * given up only when it was saved or discarded; one that was made from an older version says so.
 * @param read what was kept, null for what has another shape
 */
export function useKeptChange<T>(given: {
  readonly key: string
  readonly version: number
  readonly stored: T
  readonly read: (value: unknown) => T | null
}) {
  const { key, version, stored } = given
  const [mine, setMine] = useState<KeptChange<T> | null>(null)
  const [recoveredAt, setRecoveredAt] = useState<number | null>(null)
  const [keeps, setKeeps] = useState(true)
  const latest = useRef({ mine, ...given })
  latest.current = { mine, ...given }

  useEffect(() => {
    const { read, stored: opened } = latest.current
    const kept = readKeptChange(storage()?.getItem(key) ?? null, read)
    if (kept === null || isSame(kept.value, opened)) return
    setMine(kept)
    setRecoveredAt(kept.at)
  }, [key])

  // What was saved is what is stored: nothing of it is anybody's own any more.
  const settled = mine !== null && isSame(mine.value, stored)
  useEffect(() => {
    if (settled) setMine(null)
  }, [settled])

  const discard = useCallback(() => {
    storage()?.removeItem(key)
    setMine(null)
    setRecoveredAt(null)
  }, [key])

  const change = useCallback(
    (value: T) => {
      const now = latest.current
      if (isSame(value, now.stored)) return discard()
      const next = { version: now.mine?.version ?? now.version, value, at: Date.now() }
      // Two changes of one event build on each other.
      latest.current = { ...now, mine: next }
      setMine(next)
      setKeeps(keep(key, next))
    },
    [key, discard],
  )

  /** The server has `sent` now, as `saved`. What was changed since stays unsaved. */
  const confirm = (sent: T, saved: T, savedVersion: number) => {
    const left = latest.current.mine
    if (left === null) return
    const isAll = isSame(left.value, sent)
    // The page may be told what is stored a moment later: until then this stands in its place.
    const next = { ...left, version: savedVersion, value: isAll ? saved : left.value }
    setMine(next)
    setRecoveredAt(null)
    if (isAll) storage()?.removeItem(key)
    else setKeeps(keep(key, next))
  }
  const dirty = mine !== null && !settled
  return {
    value: mine?.value ?? stored,
    /** The version that the change was made from. */
    version: mine?.version ?? version,
    dirty,
    /** Somebody else saved since the change was begun. */
    outdated: dirty && mine.version < version,
    ...{ recoveredAt, keeps, change, discard, confirm },
  }
}

/** @returns whether it was kept: storage can be barred or full */
function keep(key: string, change: KeptChange<unknown>): boolean {
  try {
    window.localStorage.setItem(key, JSON.stringify(change))
    return true
  } catch {
    return false
  }
}

function storage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
