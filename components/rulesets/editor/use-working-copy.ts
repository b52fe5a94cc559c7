import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type DraftEntry, type DraftOwner, draftPrefix, StoredDrafts } from '../../editor/stored-drafts'

/** A stored revision; `source` is null if only the hash is known. */
export interface Base {
  readonly hash: string | null
  readonly source: string | null
}

export interface WorkingCopyStart {
  readonly owner: DraftOwner
  readonly base: Base
  readonly text: string
  /** Initial content besides the ruleset, for example a bundled example. May be empty. */
  readonly start: string
}

interface Copy {
  readonly text: string
  readonly message: string
  /** The revision that the next save follows. */
  readonly base: Base
  /** The opened or saved text, which needs no draft. */
  readonly settled: string
}

const STORE_PAUSE_MS = 150

/**
 * The text in the editor and the revision it is based on. Unsaved text is stored in this browser after every change and
 * on leaving the page, under the page's id, until it is saved or discarded.
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
      // The draft now belongs to this page. If another page still edits it, that page stores it again under its own id.
      drafts.remove(draft.pageId)
      flush()
    }
    look()
    setReady(true)
  }, [drafts, ready, set, flush, look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change starts the pause anew
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(flush, STORE_PAUSE_MS)
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

  const change = useCallback((next: string) => set({ ...latest.current, text: next }), [set])

  const say = useCallback((message: string) => set({ ...latest.current, message }), [set])

  /** Replaces the text as an edit that can be undone; `from` is its base. */
  const replace = useCallback(
    (next: string, from: Base = latest.current.base) => {
      const settled = from.source ?? latest.current.settled
      set({ ...latest.current, text: next, base: from, settled })
      setOpening((count) => count + 1)
      setRecoveredAt(null)
      // Drafts that equal the text are not listed.
      look()
    },
    [set, look],
  )

  /** The server stored `sent` as `stored`; later text stays unsaved. */
  const confirm = useCallback(
    (stored: Base, sent: string) => {
      set({ text: latest.current.text, message: '', base: stored, settled: sent })
      setRecoveredAt(null)
      flush()
    },
    [set, flush],
  )

  /**
   * Stores the unsaved text as a separate draft before another text replaces it.
   * @returns the draft's id; null if everything is saved
   */
  const setAside = useCallback(() => {
    const { text: now, message, base: from, settled } = latest.current
    if (now === settled) return null
    const id = freshId()
    drafts?.put(id, { base: from.hash, source: now, message, start, at: Date.now() })
    return id
  }, [drafts, start])

  /** Sets the current text aside and continues with a draft of another page. */
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

/** Not secret; pages on plain HTTP have no better source. */
function freshId(): string {
  return Date.now().toString(36) + Math.random().toString(36).slice(2)
}
