import { expect, test } from 'vitest'
import { allPages } from './all-pages'

/** A server with so many items that answers at most `page` at a time. */
function listOf(count: number, page: number) {
  const asked: (string | null)[] = []
  const ask = async ({ cursor, limit }: { readonly cursor: string | null; readonly limit: number }) => {
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    const to = Math.min(count, from + Math.min(page, limit))
    const items = Array.from({ length: to - from }, (_, place) => from + place)
    return { items, next: to < count ? String(to) : null }
  }
  return { ask, asked }
}

test('every page is asked for, in order, until there is no next one', async () => {
  const list = listOf(7, 3)
  expect(await allPages(list.ask)).toEqual({ items: [0, 1, 2, 3, 4, 5, 6], cut: false })
  expect(list.asked).toEqual([null, '3', '6'])
})

test('an empty list is one question', async () => {
  const list = listOf(0, 3)
  expect(await allPages(list.ask)).toEqual({ items: [], cut: false })
  expect(list.asked).toEqual([null])
})

test('a list without an end is cut, and says so', async () => {
  const { items, cut } = await allPages(listOf(100_000, 200).ask)
  expect([items.length, cut]).toEqual([4_000, true])
})
