import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type DraftEntry, type DraftOwner, draftPrefix, StoredDrafts } from './stored-drafts'

/** A stored revision; its text is null where only its hash is known. */
export interface Base {
  readonly hash: string | null
  readonly source: string | null
}

export interface WorkingCopyStart {
  readonly owner: DraftOwner
  readonly base: Base
  readonly text: string
  /** Initial content besides the ruleset, for example a bundled example. Empty if there is none. */
  readonly start: string
}

interface Copy {
  readonly text: string
  /** What the author says of it so far. */
  readonly message: string
  /** What the text was made from, as far as the next save is concerned. */
  readonly base: Base
  /** A text that needs no draft: as it was opened, or as it was saved. */
  readonly settled: string
}

const PAUSE = 150

/**
 * The text in the editor, and the revision that it is based on. An unsaved text is stored in this browser a moment after
 * every change and when the page is left, under the id of this page, until it is saved or discarded.
 */
export function useWorkingCopy({ owner, base, text, start }: WorkingCopyStart) {
  const { personId, namespaceId, name } = owner
  const drafts = useMemo(
    () =>
      typeof window === 'undefined'
        ? null
        : new StoredDrafts(window.localStorage, draftPrefix({ personId, namespaceId, name })),
    [personId, namespaceId, name],
  )
  const [pageId] = useState(freshId)
  const [copy, setCopy] = useState<Copy>({ text, message: '', base, settled: base.source ?? text })
  const [opening, setOpening] = useState(0)
  const [ready, setReady] = useState(false)
  const [storesDrafts, setStoresDrafts] = useState(true)
  const [recoveredAt, setRecoveredAt] = useState<number | null>(null)
  const [others, setOthers] = useState<readonly DraftEntry[]>([])
  const latest = useRef(copy)
  const set = useCallback((next: Copy) => {
    latest.current = next
    setCopy(next)
  }, [])

  const flush = useCallback(() => {
    if (drafts === null) return
    const { text: now, message, base: from, settled } = latest.current
    if (now === settled) drafts.remove(pageId)
    else setStoresDrafts(drafts.put(pageId, { base: from.hash, source: now, message, start, at: Date.now() }))
  }, [drafts, pageId, start])
  const look = useCallback(() => {
    const stored = drafts?.list() ?? []
    setOthers(stored.filter((entry) => entry.pageId !== pageId && entry.source !== latest.current.text))
  }, [drafts, pageId])

  const opened = useRef({ base, text, start })
  useEffect(() => {
    if (drafts === null || ready) return
    const given = opened.current
    const stored = drafts.list()
    for (const { source, pageId: of } of stored) if (source === given.base.source) drafts.remove(of)
    const draft = stored.find(
      ({ source, start: from }) => source !== given.base.source && (given.start === '' || from === given.start),
    )
    if (draft !== undefined && draft.source !== given.text) {
      const from = draft.base === given.base.hash ? given.base : { hash: draft.base, source: null }
      set({
        text: draft.source,
        message: draft.message,
        base: from,
        settled: given.base.hash === null ? '' : given.text,
      })
      setOpening((count) => count + 1)
      setRecoveredAt(draft.at)
      // It belongs to this page from now on; a page that still works on it stores it again under its own id.
      drafts.remove(draft.pageId)
      flush()
    }
    look()
    setReady(true)
  }, [drafts, ready, set, flush, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the pause anew
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(flush, PAUSE)
    return () => clearTimeout(timer)
  }, [ready, copy, flush])

  useEffect(() => {
    if (drafts === null || !ready) return
    const leave = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    const stored = ({ key }: StorageEvent) => {
      if (key !== null && !drafts.holds(key)) return
      const { text: now, settled } = latest.current
      if (now !== settled && !drafts.list().some((entry) => entry.pageId === pageId)) flush()
      look()
    }
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('storage', stored)
    return () => {
      flush()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('storage', stored)
    }
  }, [drafts, ready, flush, look, pageId])

  /** What was typed in the editor. */
  const change = useCallback((next: string) => set({ ...latest.current, text: next }), [set])

  const say = useCallback((message: string) => set({ ...latest.current, message }), [set])

  /** Puts a text into the editor, as an edit that can be undone; `from` is what it was made from. */
  const replace = useCallback(
    (next: string, from: Base = latest.current.base) => {
      const settled = from.source ?? latest.current.settled
      set({ ...latest.current, text: next, base: from, settled })
      setOpening((count) => count + 1)
      setRecoveredAt(null)
      // What was set aside is another text from now on.
      look()
    },
    [set, look],
  )

  /** The server has it: `sent` as `stored`. What was typed since stays unsaved. */
  const confirm = useCallback(
    (stored: Base, sent: string) => {
      set({ text: latest.current.text, message: '', base: stored, settled: sent })
      setRecoveredAt(null)
      flush()
    },
    [set, flush],
  )

  /**
   * Stores the unsaved text as a separate draft, before another text replaces it.
   * @returns the id of the draft; null if there is nothing unsaved
   */
  const setAside = useCallback(() => {
    const { text: now, message, base: from, settled } = latest.current
    if (now === settled) return null
    const id = freshId()
    drafts?.put(id, { base: from.hash, source: now, message, start, at: Date.now() })
    return id
  }, [drafts, start])

  /** Works on with a draft of another page, or gives it up. */
  const takeOther = useCallback(
    (entry: DraftEntry) => {
      setAside()
      const { base: from } = latest.current
      replace(entry.source, entry.base === from.hash ? from : { hash: entry.base, source: null })
      say(entry.message)
      drafts?.remove(entry.pageId)
      look()
    },
    [drafts, look, replace, say, setAside],
  )
  const dropOther = useCallback(
    ({ pageId: dropped }: Pick<DraftEntry, 'pageId'>) => {
      drafts?.remove(dropped)
      look()
    },
    [drafts, look],
  )

  const dirty = copy.text !== copy.settled
  const now = () => latest.current
  return {
    text: copy.text,
    message: copy.message,
    base: copy.base,
    dirty,
    opening,
    ready,
    storesDrafts,
    recoveredAt,
    others,
    now,
    change,
    say,
    replace,
    confirm,
    setAside,
    takeOther,
    dropOther,
  }
}

export type WorkingCopy = ReturnType<typeof useWorkingCopy>

/** Not a secret, and pages on plain HTTP have no other source of ids. */
function freshId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2)
}
