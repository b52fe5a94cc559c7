/**
 * Rows in the order of a time and then of their ids, page by page.
 *
 * Promises: a page goes on exactly after the row where the one before ended, whatever was added or removed meanwhile; a page
 * of large rows is cut before it grows beyond {@link MAX_BYTES}, and has one row at least.
 */

/** What a page begins after: the last row of the page before. */
export interface PageStart {
  readonly at: Date
  readonly id: string
}

export interface PageOfRows {
  /** Null for the first page. */
  readonly after: PageStart | null
  /** Most rows. */
  readonly limit: number
}

export interface RowPage<T> {
  readonly rows: readonly T[]
  /** Where the next page begins; null after the last. */
  readonly next: PageStart | null
}

const MAX_BYTES = 4_194_304

/** What may be left out of a page by its size. */
export type SizedStart = PageStart & { readonly bytes: number }

/** Cuts rows to a page. The query reads one row more than `limit`, which shows whether there is another page. */
export function cutPage<T extends { readonly id: string; readonly createdAt: Date }>(
  rows: readonly T[],
  limit: number,
): RowPage<T> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last !== undefined ? { at: last.createdAt, id: last.id } : null
  return { rows: page, next }
}

/** Which of large rows make up the page, of up to one more than it holds. */
export function cutBySize(starts: readonly SizedStart[], limit: number): RowPage<SizedStart> {
  let bytes = 0
  const past = starts.findIndex((start, index) => {
    bytes += start.bytes
    return index >= limit || (index > 0 && bytes > MAX_BYTES)
  })
  const page = past < 0 ? starts : starts.slice(0, past)
  return { rows: page, next: past < 0 ? null : (page.at(-1) ?? null) }
}

/** The rows after a start, for a query in the order of {@link IN_ORDER}. */
export function rowsAfter(after: PageStart | null) {
  return after === null ? {} : { OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }] }
}

export const IN_ORDER = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
