import { useCallback, useEffect, useRef, useState } from 'react'
import { packText, unpackText } from '../ui/packed-text'

/**
 * The draft of a visitor of the playground: stored in this browser, and whole in the fragment of a share link, which is
 * never sent to a server.
 *
 * Promises: a draft of another version, or one that was tampered with, is not read at all.
 */
const DRAFT_KEY = 'touchstone.playground'
const MAX_CHARACTERS = 400_000

export interface Draft {
  readonly version: 1
  readonly source: string
  /** The example it began with, or null. */
  readonly example: string | null
  readonly claims: Readonly<Record<string, string>>
}

function parseDraft(text: string): Draft | null {
  try {
    const read: unknown = JSON.parse(text)
    return isDraft(read) ? read : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** By hand: a validator would be most of what the page loads before it can be used. */
function isDraft(read: unknown): read is Draft {
  if (typeof read !== 'object' || read === null) return false
  const { version, source, example, claims, ...others } = read as Record<string, unknown>
  return (
    version === 1 &&
    isText(source, MAX_CHARACTERS) &&
    (example === null || isText(example, 100)) &&
    typeof claims === 'object' &&
    claims !== null &&
    !Array.isArray(claims) &&
    Object.values(claims).every((claim) => isText(claim, MAX_CHARACTERS)) &&
    Object.keys(others).length === 0
  )
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
}

/** The stored draft; null without one, or where the browser denies storage. */
function storedDraft(): Draft | null {
  try {
    const text = localStorage.getItem(DRAFT_KEY)
    return text === null ? null : parseDraft(text)
  } catch {
    return null
  }
}

/** @returns whether it was stored: storage can be denied or full */
function storeDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

const MARK = '#draft='

export async function shareFragment(draft: Draft): Promise<string> {
  return MARK + (await packText(JSON.stringify(draft)))
}

/** @param page its address, whose query has nothing to do with the draft */
export async function shareLink(page: string, draft: Draft): Promise<string> {
  const link = new URL(page)
  link.search = ''
  link.hash = await shareFragment(draft)
  return link.href
}

export async function sharedDraft(fragment: string): Promise<Draft | null> {
  if (!fragment.startsWith(MARK)) return null
  try {
    return parseDraft(await unpackText(fragment.slice(MARK.length)))
  } catch {
    // Cut short on its way, or no link of ours: the caller says so.
    return null
  }
}

function isShared(fragment: string): boolean {
  return fragment.startsWith(MARK)
}

interface DraftNotice {
  readonly text: string
  /** What "Undo" brings back; null where there is nothing to bring back. */
  readonly former: Draft | null
}

/**
 * The draft of this visit: that of a share link, else the one stored in this browser, else the first example.
 * `ready` is false until the stored draft was read, so that it is not overwritten.
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
      const stored = storedDraft()
      if (stored !== null) openDraft(stored)
      const { hash } = window.location
      if (isShared(hash)) {
        const shared = await sharedDraft(hash)
        if (gone) return
        // The link is read once: a reload shows what was made of it since.
        history.replaceState(null, '', window.location.pathname + window.location.search)
        if (shared !== null) openDraft(shared)
        setNotice(
          shared === null
            ? { text: 'The link is damaged, so it was not opened.', former: null }
            : { text: 'Opened from a link.', former: stored },
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
    const timer = setTimeout(() => storeDraft(draft), 150)
    const flush = () => storeDraft(current.current)
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
