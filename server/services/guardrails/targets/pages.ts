/** A cursor belongs to one list and reveals nothing beyond it. */
import { Refusal } from '../../../api/refusal'
import type { PageStart, RowPage } from '../../../database/client/row-page'

export interface Page<T> {
  readonly items: readonly T[]
  /** Null after the last page. */
  readonly next: string | null
}

export interface PageInput {
  readonly cursor: string | null
  /** 1 to 200. */
  readonly limit: number
}

export type PagedList =
  | 'projects'
  | 'guardrails'
  | 'applications'
  | 'guards'
  | 'frames'
  | 'replays'
  | 'labels'
  | 'calls.waiting'
  | 'calls.over'
  | 'reviews.waiting'
  | 'reviews.answered'

export const MAX_OF_A_PAGE = 200

const START = /^([a-z.]+)\/(\d{1,15})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writeCursor(list: PagedList, { at, id }: PageStart): string {
  return Buffer.from(`${list}/${at.getTime()}/${id}`).toString('base64url')
}

/** @throws Refusal BAD_REQUEST */
export function readCursor(list: PagedList, cursor: string): PageStart {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, of, at, id] = START.exec(text) ?? []
  // Decoding skips unknown characters, so the cursor must equal its encoding.
  if (of === list && at !== undefined && id !== undefined) {
    const start = { at: new Date(Number(at)), id }
    if (writeCursor(list, start) === cursor) return start
  }
  const received = cursor.length <= 100 ? cursor : `${cursor.slice(0, 99)}…`
  throw new Refusal('BAD_REQUEST', 'This list did not issue that cursor. Start again without a cursor.', {
    failures: [{ field: 'cursor', expected: 'next_cursor of a page of this list', received }],
    failure_count: 1,
  })
}

/** @throws Refusal BAD_REQUEST */
export async function readPage<Row, Item>(
  list: PagedList,
  { cursor, limit }: PageInput,
  read: (page: { after: PageStart | null; limit: number }) => Promise<RowPage<Row>>,
  toItems: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): Promise<Page<Item>> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_OF_A_PAGE)
    throw new Refusal('BAD_REQUEST', `A page has 1 to ${MAX_OF_A_PAGE} entries, not ${limit}.`)
  const after = cursor === null ? null : readCursor(list, cursor)
  const { rows, next } = await read({ after, limit })
  return { items: await toItems(rows), next: next === null ? null : writeCursor(list, next) }
}
