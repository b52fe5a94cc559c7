/**
 * Unsaved texts, as this browser keeps them: a draft a page, under the person, the namespace and the ruleset.
 *
 * Promises: no page writes over the draft of another one; what cannot be read is left out. Trusts that only this
 * product writes to its keys.
 */
export interface KeptDraft {
  /** The revision that the text was made from; null for a new ruleset. */
  readonly base: string | null
  readonly source: string
  /** What the author says of it so far; empty for nothing. */
  readonly message: string
  /** What the page was opened with beside the ruleset, such as an example; empty for nothing. */
  readonly start: string
  /** When it was kept last, in milliseconds since the epoch. */
  readonly at: number
}

export interface DraftEntry extends KeptDraft {
  /** Of the page that wrote it. */
  readonly pageId: string
}

/** Whose unsaved work it is; `name` is null for a ruleset without one. */
export interface DraftOwner {
  readonly personId: string
  readonly namespaceId: string
  readonly name: string | null
}

/** Where the drafts of a ruleset are kept; the id of a page follows. */
export function draftPrefix({ personId, namespaceId, name }: DraftOwner): string {
  return `touchstone.draft/${personId}/${namespaceId}/${name === null ? 'new' : `named/${name}`}#`
}

export class KeptDrafts {
  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {}

  /** Newest first. */
  list(): readonly DraftEntry[] {
    const found: DraftEntry[] = []
    for (let place = 0; place < this.storage.length; place++) {
      const key = this.storage.key(place)
      if (key === null || !this.holds(key)) continue
      const draft = read(this.storage.getItem(key))
      if (draft !== null) found.push({ ...draft, pageId: key.slice(this.prefix.length) })
    }
    return found.sort((a, b) => b.at - a.at)
  }

  /** @returns whether it was kept: storage can be barred or full */
  put(pageId: string, draft: KeptDraft): boolean {
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

function read(text: string | null): KeptDraft | null {
  try {
    const { base, source, message, start, at } = JSON.parse(text ?? '') as Partial<Record<keyof KeptDraft, unknown>>
    if (typeof source !== 'string' || typeof at !== 'number') return null
    const said = { message: typeof message === 'string' ? message : '', start: typeof start === 'string' ? start : '' }
    return { base: typeof base === 'string' ? base : null, source, ...said, at }
  } catch {
    return null
  }
}
