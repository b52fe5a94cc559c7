import { useCallback, useEffect, useRef, useState } from 'react'
import { packText, unpackText } from '../../ui/packed-text'

/**
 * A playground draft, stored in this browser and in the fragment of a share link, which is never sent to a server.
 * Drafts of another version or shape are not read.
 */
const DRAFT_KEY = 'touchstone.playground'
const MAX_CHARACTERS = 400_000

export interface Draft {
  readonly version: 1
  readonly source: string
  /** The example it started from. */
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

/** Written by hand, because a validator would be most of the page's initial code. */
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

/** Returns null without a draft, or if the browser denies storage. */
function storedDraft(): Draft | null {
  try {
    const text = localStorage.getItem(DRAFT_KEY)
    return text === null ? null : parseDraft(text)
  } catch {
    return null
  }
}

/** @returns false if storage is denied or full */
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

/** @param page URL, whose query is dropped */
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
    // The link is truncated or foreign; the caller says so.
    return null
  }
}

function isShared(fragment: string): boolean {
  return fragment.startsWith(MARK)
}

interface DraftNotice {
  readonly text: string
  /** Draft that "Undo" restores, or null. */
  readonly former: Draft | null
}

/**
 * Loads the draft of a share link, else the stored one, else the first example. `ready` is false until then, so that
 * the stored draft is not overwritten.
 */
export function useDraft(first: Draft): {
  readonly draft: Draft
  /** Counts the drafts that were not typed; the editor shows the text again when this changes. */
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
        // The link is read once, so that a reload shows the later edits.
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
