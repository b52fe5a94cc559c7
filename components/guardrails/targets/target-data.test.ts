import { expect, test } from 'vitest'
import { allPages } from './target-data'

/** Simulates a list of `count` items, with at most `page` items per request. */
function listOf(count: number, page: number) {
  const cursors: (string | null)[] = []
  const readPage = async ({ cursor, limit }: { readonly cursor: string | null; readonly limit: number }) => {
    cursors.push(cursor)
    const from = Number(cursor ?? 0)
    const to = Math.min(count, from + Math.min(page, limit))
    const items = Array.from({ length: to - from }, (_, index) => from + index)
    return { items, next: to < count ? String(to) : null }
  }
  return { readPage, cursors }
}

test('every page is loaded in order', async () => {
  const list = listOf(7, 3)
  expect(await allPages(list.readPage)).toEqual({ items: [0, 1, 2, 3, 4, 5, 6], cut: false })
  expect(list.cursors).toEqual([null, '3', '6'])
})

test('an empty list takes one request', async () => {
  const list = listOf(0, 3)
  expect(await allPages(list.readPage)).toEqual({ items: [], cut: false })
  expect(list.cursors).toEqual([null])
})

test('an endless list is cut, and says so', async () => {
  const { items, cut } = await allPages(listOf(100_000, 200).readPage)
  expect([items.length, cut]).toEqual([4_000, true])
})
