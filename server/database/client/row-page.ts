/** A page begins after the last row of the previous one, whatever was added or removed. */

export interface PageStart {
  readonly at: Date
  readonly id: string
}

export interface PageOfRows {
  /** Null for the first page. */
  readonly after: PageStart | null
  readonly limit: number
}

export interface RowPage<T> {
  readonly rows: readonly T[]
  /** Null after the last page. */
  readonly next: PageStart | null
}

const MAX_PAGE_BYTES = 4_194_304

export type SizedStart = PageStart & { readonly bytes: number }

/** `rows` has one more than `limit` if another page exists. */
export function cutPage<T extends { readonly id: string; readonly createdAt: Date }>(
  rows: readonly T[],
  limit: number,
): RowPage<T> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = rows.length > limit && last !== undefined ? { at: last.createdAt, id: last.id } : null
  return { rows: page, next }
}

/** Cuts the page before it becomes too large, but keeps at least one row. */
export function cutBySize(starts: readonly SizedStart[], limit: number): RowPage<SizedStart> {
  let bytes = 0
  const past = starts.findIndex((start, index) => {
    bytes += start.bytes
    return index >= limit || (index > 0 && bytes > MAX_PAGE_BYTES)
  })
  const page = past < 0 ? starts : starts.slice(0, past)
  return { rows: page, next: past < 0 ? null : (page.at(-1) ?? null) }
}

/** For queries in the order of {@link IN_ORDER}. */
export function rowsAfter(after: PageStart | null) {
  return after === null ? {} : { OR: [{ createdAt: { gt: after.at } }, { createdAt: after.at, id: { gt: after.id } }] }
}

export const IN_ORDER = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
