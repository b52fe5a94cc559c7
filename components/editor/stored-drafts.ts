/**
 * Unsaved texts in this browser's storage: one draft per page, by person, namespace and ruleset.
 *
 * No page overwrites another page's draft, and unreadable drafts are left out. Only this product may write to its keys.
 */
interface StoredDraft {
  /** The revision that the text was made from; null for a new ruleset. */
  readonly base: string | null
  readonly source: string
  /** The message so far; may be empty. */
  readonly message: string
  /** Initial content besides the ruleset, for example a bundled example. May be empty. */
  readonly start: string
  /** Time of storing, in milliseconds since the epoch. */
  readonly at: number
}

export interface DraftEntry extends StoredDraft {
  /** The page that wrote it. */
  readonly pageId: string
}

/** `name` is null for an unnamed ruleset. */
export interface DraftOwner {
  readonly personId: string
  readonly namespaceId: string
  readonly name: string | null
}

/** Returns the storage key prefix of a ruleset's drafts, which the page id follows. */
export function draftPrefix({ personId, namespaceId, name }: DraftOwner): string {
  return `touchstone.draft/${personId}/${namespaceId}/${name === null ? 'new' : `named/${name}`}#`
}

export class StoredDrafts {
  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {}

  /** Newest first. */
  list(): readonly DraftEntry[] {
    const entries: DraftEntry[] = []
    for (let position = 0; position < this.storage.length; position++) {
      const key = this.storage.key(position)
      if (key === null || !this.holds(key)) continue
      const draft = readDraft(this.storage.getItem(key))
      if (draft !== null) entries.push({ ...draft, pageId: key.slice(this.prefix.length) })
    }
    return entries.sort((a, b) => b.at - a.at)
  }

  /** @returns false if storage is denied or full */
  put(pageId: string, draft: StoredDraft): boolean {
    try {
      this.storage.setItem(this.prefix + pageId, JSON.stringify(draft))
      return true
    } catch {
      return false
    }
  }

  remove(pageId: string): void {
    this.storage.removeItem(this.prefix + pageId)
  }

  /** Whether a storage key belongs to these drafts. */
  holds(key: string): boolean {
    return key.startsWith(this.prefix)
  }
}

/** A choice of a person, remembered in this browser; null if nothing was chosen or storage is denied. */
export function readPreference(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Does nothing if storage is denied or full. @param value null forgets it */
export function storePreference(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // The page works without it.
  }
}

function readDraft(text: string | null): StoredDraft | null {
  try {
    const { base, source, message, start, at } = JSON.parse(text ?? '') as Partial<Record<keyof StoredDraft, unknown>>
    if (typeof source !== 'string' || typeof at !== 'number') return null
    const words = { message: typeof message === 'string' ? message : '', start: typeof start === 'string' ? start : '' }
    return { base: typeof base === 'string' ? base : null, source, ...words, at }
  } catch {
    return null
  }
}
