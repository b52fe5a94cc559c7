/**
 * Unsaved texts in the storage of this browser: one draft for each page, under the person, the namespace and the ruleset.
 *
 * Promises: no page writes over the draft of another one; what cannot be read is left out. Trusts that only this
 * product writes to its keys.
 */
interface StoredDraft {
  /** The revision that the text was made from; null for a new ruleset. */
  readonly base: string | null
  readonly source: string
  /** What the author says of it so far; empty for nothing. */
  readonly message: string
  /** What the page was opened with beside the ruleset, such as an example; empty for nothing. */
  readonly start: string
  /** When it was last stored, in milliseconds since the epoch. */
  readonly at: number
}

export interface DraftEntry extends StoredDraft {
  /** Of the page that wrote it. */
  readonly pageId: string
}

/** Whose unsaved work it is; `name` is null for a ruleset without one. */
export interface DraftOwner {
  readonly personId: string
  readonly namespaceId: string
  readonly name: string | null
}

/** The prefix of the storage keys of a ruleset's drafts; the id of a page follows. */
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
      const draft = read(this.storage.getItem(key))
      if (draft !== null) entries.push({ ...draft, pageId: key.slice(this.prefix.length) })
    }
    return entries.sort((a, b) => b.at - a.at)
  }

  /** @returns whether it was stored: storage can be denied or full */
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

  /** Whether a key of the storage is one of these drafts. */
  holds(key: string): boolean {
    return key.startsWith(this.prefix)
  }
}

function read(text: string | null): StoredDraft | null {
  try {
    const { base, source, message, start, at } = JSON.parse(text ?? '') as Partial<Record<keyof StoredDraft, unknown>>
    if (typeof source !== 'string' || typeof at !== 'number') return null
    const words = { message: typeof message === 'string' ? message : '', start: typeof start === 'string' ? start : '' }
    return { base: typeof base === 'string' ? base : null, source, ...words, at }
  } catch {
    return null
  }
}
