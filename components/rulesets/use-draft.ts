import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, keepDraft, keptDraft } from './draft'
import { isShared, sharedDraft } from './share-link'

export interface DraftNotice {
  readonly text: string
  /** What "Undo" brings back; null where there is nothing to bring back. */
  readonly former: Draft | null
}

/**
 * The draft of this visit: what a share link carries, else what this browser kept, else the first example.
 * `ready` is false until the browser was asked, so that nothing kept is overwritten.
 */
export function useDraft(first: Draft): {
  readonly draft: Draft
  /** Counts the drafts that came from elsewhere than typing: what shows the text shows it anew when this changes. */
  readonly opening: number
  readonly ready: boolean
  readonly notice: DraftNotice | null
  readonly change: (part: Partial<Draft>) => void
  readonly replace: (draft: Draft, notice: string) => void
  readonly undo: () => void
  readonly dismiss: () => void
} {
  const [draft, setDraft] = useState(first)
  const [opening, setOpening] = useState(0)
  const [ready, setReady] = useState(false)
  const [notice, setNotice] = useState<DraftNotice | null>(null)
  const current = useRef(draft)

  const set = useCallback((next: Draft) => {
    current.current = next
    setDraft(next)
  }, [])
  const openDraft = useCallback(
    (next: Draft) => {
      set(next)
      setOpening((before) => before + 1)
    },
    [set],
  )

  useEffect(() => {
    let gone = false
    const open = async () => {
      const kept = keptDraft()
      if (kept !== null) openDraft(kept)
      const { hash } = window.location
      if (isShared(hash)) {
        const shared = await sharedDraft(hash)
        if (gone) return
        // The link is read once: a reload shows what was made of it since.
        history.replaceState(null, '', window.location.pathname + window.location.search)
        if (shared !== null) openDraft(shared)
        setNotice(
          shared === null
            ? { text: 'The link is damaged, so nothing was opened from it.', former: null }
            : { text: 'Opened from a link.', former: kept },
        )
      }
      setReady(true)
    }
    void open()
    return () => {
      gone = true
    }
  }, [openDraft])

  useEffect(() => {
    const opened = () => {
      if (isShared(window.location.hash)) window.location.reload()
    }
    window.addEventListener('hashchange', opened)
    return () => window.removeEventListener('hashchange', opened)
  }, [])

  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => keepDraft(draft), 150)
    const flush = () => keepDraft(current.current)
    window.addEventListener('pagehide', flush)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', flush)
    }
  }, [draft, ready])

  const change = useCallback((part: Partial<Draft>) => set({ ...current.current, ...part }), [set])
  const replace = useCallback(
    (next: Draft, text: string) => {
      setNotice({ text, former: current.current })
      openDraft(next)
    },
    [openDraft],
  )
  const undo = useCallback(() => {
    if (notice?.former) openDraft(notice.former)
    setNotice(null)
  }, [notice, openDraft])
  const dismiss = useCallback(() => setNotice(null), [])
  return { draft, opening, ready, notice, change, replace, undo, dismiss }
}
