/** A whole list of the platform, asked for page by page. */

/** Items a page; the most that the server gives. */
const PAGE_ITEMS = 200
/** Pages that are asked for: a list that is longer is cut, and says so. */
const MAX_PAGES = 20

export interface WholeList<T> {
  readonly items: readonly T[]
  /** Whether there are more than were asked for. */
  readonly cut: boolean
}

export async function allPages<T>(
  ask: (page: { readonly cursor: string | null; readonly limit: number }) => Promise<{
    readonly items: readonly T[]
    readonly next: string | null
  }>,
): Promise<WholeList<T>> {
  const items: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer: { readonly items: readonly T[]; readonly next: string | null } = await ask({
      cursor,
      limit: PAGE_ITEMS,
    })
    items.push(...answer.items)
    cursor = answer.next
    if (cursor === null) return { items, cut: false }
  }
  return { items, cut: true }
}
