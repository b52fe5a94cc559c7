import { beforeEach, expect, test } from 'vitest'
import { draftPrefix, StoredDrafts } from './stored-drafts'

/** A browser storage with limited room. */
class Shelf implements Storage {
  private readonly held = new Map<string, string>()
  constructor(private readonly room = 1_000_000) {}
  get length() {
    return this.held.size
  }
  key = (position: number) => [...this.held.keys()][position] ?? null
  getItem = (key: string) => this.held.get(key) ?? null
  removeItem = (key: string) => void this.held.delete(key)
  clear = () => this.held.clear()
  setItem = (key: string, value: string) => {
    if (key.length + value.length > this.room) throw new DOMException('full', 'QuotaExceededError')
    this.held.set(key, value)
  }
}

const OWNER = { personId: 'p', namespaceId: 'n', name: 'a/b' }
const draft = (source: string, at: number) => ({ base: null, source, message: `about ${source}`, start: '', at })

let storage: Shelf
beforeEach(() => {
  storage = new Shelf()
})
const draftsOf = (owner: typeof OWNER | { personId: string; namespaceId: string; name: null }) =>
  new StoredDrafts(storage, draftPrefix(owner))

test('each page has its own draft, and the newest comes first', () => {
  const drafts = draftsOf(OWNER)
  drafts.put('one', draft('first', 1))
  drafts.put('two', draft('second', 2))
  drafts.put('one', draft('first, again', 3))
  expect(drafts.list().map(({ pageId, source }) => [pageId, source])).toEqual([
    ['one', 'first, again'],
    ['two', 'second'],
  ])
  drafts.remove('one')
  expect(drafts.list()).toEqual([{ pageId: 'two', ...draft('second', 2) }])
})

test('drafts of another person, namespace or name are not found', () => {
  draftsOf(OWNER).put('one', draft('mine', 1))
  for (const other of [
    { ...OWNER, personId: 'q' },
    { ...OWNER, namespaceId: 'm' },
    { ...OWNER, name: 'a' },
    { ...OWNER, name: null },
  ])
    expect(draftsOf(other).list()).toEqual([])
  expect(draftsOf({ ...OWNER, name: null }).holds(`${draftPrefix({ ...OWNER, name: 'new' })}one`)).toBe(false)
})

test('a damaged draft is left out, and a full storage is reported', () => {
  const drafts = draftsOf(OWNER)
  for (const [page, text] of Object.entries({
    a: '{',
    b: 'null',
    c: '{"source":1,"at":2}',
    d: '{"source":"x","at":2}',
  }))
    storage.setItem(draftPrefix(OWNER) + page, text)
  expect(drafts.list().map(({ pageId }) => pageId)).toEqual(['d'])
  expect(drafts.put('e', draft('small', 1))).toBe(true)
  expect(drafts.put('f', draft('x'.repeat(2_000_000), 1))).toBe(false)
})
