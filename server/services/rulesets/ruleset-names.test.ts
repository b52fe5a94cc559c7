import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'
import { FIRST_PAGE } from './ruleset-list'

let tested: ServicesUnderTest
let bench: Workbench
let other: Workbench
let author: Caller
let administrator: Caller
beforeAll(async () => {
  tested = await startServices(2)
  bench = tested.workbenches[0]!
  other = tested.workbenches[1]!
  author = await tested.personCaller(['author'])
  administrator = await tested.personCaller(['administrator'], author.namespaceId!)
})
afterAll(() => tested.stop())

let nth = 0
async function saved(
  name: string,
  base: string | null = null,
  source = `declare a as boolean;\nassert r${++nth} { a };\n`,
) {
  const save = { namespaceId: author.namespaceId!, name, source, message: null, base }
  const answer = await bench.revisions.save(author, save)
  if (answer.kind !== 'saved') throw new Error(`${name} was not saved`)
  return answer.hash
}
const listed = async (archived = false) =>
  (await bench.revisions.list(author, { ...FIRST_PAGE, archived, limit: 100 })).rows.map(({ name }) => name)
const load = async (name: string, rest: object = {}) => {
  const { body } = await tested.services[0]!.loadRuleset(
    { caller: author, channel: 'program', addressKey: () => 'test' },
    { name, limit: 1, ...rest },
  )
  return JSON.parse(body) as { ruleset_hash: string; renamed_to?: string; archived_at?: string }
}
const kinds = async () => {
  const log = await tested.query<{ kind: string }>(
    `SELECT kind FROM log_entry WHERE namespace_id = '${author.namespaceId}' ORDER BY index DESC LIMIT 2`,
  )
  return log.map(({ kind }) => kind)
}
const refusal = (code: string, words: string) => ({ code, message: expect.stringContaining(words) as string })

it('gives a ruleset another name, and keeps what the former one points at', async () => {
  const hash = await saved('before')
  const testCase = { name: 'before', title: 'One', claims: '{"a":true}', expected: {}, id: null, version: 0 }
  await bench.testCases.save(author, testCase as never)
  await bench.names.rename(author, { name: 'before', to: 'after' })
  expect(await kinds()).toEqual(['ruleset_renamed', 'name_bound'])
  expect(await listed()).toEqual(['after'])
  expect(await bench.revisions.open(author, 'before')).toMatchObject({ hash, renamedTo: 'after', renamedFrom: null })
  expect(await bench.revisions.open(author, 'after')).toMatchObject({ hash, renamedTo: null, renamedFrom: 'before' })
  expect(await load('before')).toMatchObject({ ruleset_hash: hash, renamed_to: 'after' })
  expect(await load('after')).not.toHaveProperty('renamed_to')
  expect(await bench.testCases.list(author, 'after' as never)).toMatchObject([{ title: 'One' }])
})

it('gives a ruleset its former name back', async () => {
  const hash = await saved('first')
  await bench.names.rename(author, { name: 'first', to: 'second' })
  const next = await saved('second', hash)
  await bench.names.rename(author, { name: 'second', to: 'third' })
  await bench.names.rename(administrator, { name: 'third', to: 'first' })
  expect(await bench.revisions.open(author, 'first')).toMatchObject({ hash: next, renamedTo: null })
  expect(await bench.revisions.open(author, 'second')).toMatchObject({ renamedTo: 'third' })
  expect(await bench.revisions.open(author, 'third')).toMatchObject({ renamedTo: 'first' })
  expect((await listed()).filter((name) => ['first', 'second', 'third'].includes(name))).toEqual(['first'])
})

it('refuses a name that another ruleset has or had, and a name without a ruleset', async () => {
  await saved('mine')
  await saved('theirs')
  await bench.names.rename(author, { name: 'theirs', to: 'theirs now' })
  for (const to of ['theirs', 'theirs now'])
    await expect(bench.names.rename(author, { name: 'mine', to })).rejects.toMatchObject(
      refusal('BAD_REQUEST', `"${to}"`),
    )
  await expect(bench.names.rename(author, { name: 'mine', to: 'mine' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(bench.names.rename(author, { name: 'theirs', to: 'x' })).rejects.toMatchObject(
    refusal('BAD_REQUEST', 'was renamed to "theirs now"'),
  )
  await expect(bench.names.rename(author, { name: 'mine', to: 'x'.repeat(129) })).rejects.toMatchObject(
    refusal('BUDGET_EXCEEDED', '129'),
  )
  await expect(bench.names.rename(author, { name: 'nobody', to: 'x' })).rejects.toMatchObject({
    code: 'RULESET_NOT_FOUND',
  })
})

it('refuses to rename a ruleset with an open review', async () => {
  const hash = await saved('asked')
  const request = { message: '', reviewerIds: [], anyReviewer: true, dueOn: null }
  const { reviewId } = await bench.rulesetReviews.open(author, { name: 'asked', ...request })
  await expect(bench.names.rename(author, { name: 'asked', to: 'answered' })).rejects.toMatchObject(
    refusal('BAD_REQUEST', '"asked" has an open review'),
  )
  expect(await bench.revisions.open(author, 'asked')).toMatchObject({ hash, renamedTo: null })
  await bench.rulesetReviews.end(author, { reviewId })
  await bench.names.rename(author, { name: 'asked', to: 'answered' })
  expect(await listed()).toContain('answered')
})

it('lets one of two renames at once win, from different processes', async () => {
  for (let round = 0; round < 5; round++) {
    await saved(`race ${round}`)
    const attempts = await Promise.allSettled([
      bench.names.rename(author, { name: `race ${round}`, to: `left ${round}` }),
      other.names.rename(author, { name: `race ${round}`, to: `right ${round}` }),
    ])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const names = (await listed()).filter((name) => name.endsWith(` ${round}`))
    expect(names).toHaveLength(1)
    const exchanged = await Promise.allSettled([
      bench.names.rename(author, { name: names[0]!, to: `race ${round}` }),
      other.names.rename(author, { name: names[0]!, to: `race ${round}` }),
    ])
    // The second one finds what it wanted.
    expect(exchanged.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  }
})

it('hides an archived name from lists and searches, and answers by its name as before', async () => {
  const hash = await saved('old rules', null, 'declare a as boolean;\nassert seldom_used { a };\n')
  const search = async () => (await bench.search.find(author, { query: 'seldom_used', page: 1 })).hits
  expect(await search()).toHaveLength(1)
  await bench.names.archive(author, { name: 'old rules' })
  await bench.names.archive(author, { name: 'old rules' })
  expect([await listed(), await search()]).toEqual([expect.not.arrayContaining(['old rules']), []])
  expect(await listed(true)).toEqual(['old rules'])
  expect(await load('old rules')).toMatchObject({ ruleset_hash: hash, archived_at: expect.any(String) as string })
  await expect(bench.names.rename(author, { name: 'old rules', to: 'new' })).rejects.toMatchObject(
    refusal('BAD_REQUEST', 'Restore it'),
  )
  expect((await kinds())[0]).toBe('ruleset_archived')
  await bench.names.restore(administrator, { name: 'old rules' })
  expect((await kinds())[0]).toBe('ruleset_restored')
  expect([await listed(), (await search()).length]).toEqual([expect.arrayContaining(['old rules']), 1])
  expect(await load('old rules')).not.toHaveProperty('archived_at')
})

it('lists a name again that somebody saves', async () => {
  const hash = await saved('kept')
  await bench.names.archive(author, { name: 'kept' })
  await saved('kept', hash)
  expect(await listed()).toContain('kept')
  await bench.names.rename(author, { name: 'kept', to: 'kept elsewhere' })
  const { hash: now } = await bench.revisions.open(author, 'kept')
  await saved('kept', now)
  expect(await listed()).toEqual(expect.arrayContaining(['kept', 'kept elsewhere']))
  await expect(bench.names.rename(author, { name: 'kept elsewhere', to: 'kept' })).rejects.toMatchObject(
    refusal('BAD_REQUEST', '"kept"'),
  )
  // Whichever comes first, the saved revision is listed or was archived after it.
  const [save] = await Promise.all([
    saved('kept elsewhere', now),
    other.names.archive(author, { name: 'kept elsewhere' }),
  ])
  expect((await bench.revisions.open(author, 'kept elsewhere')).hash).toBe(save)
})

it('is for authors and administrators of the namespace', async () => {
  await saved('guarded')
  const reviewer = await tested.personCaller(['reviewer'], author.namespaceId!)
  const stranger = await tested.personCaller(['author', 'administrator'])
  for (const call of [
    (caller: Caller) => bench.names.rename(caller, { name: 'guarded', to: 'taken over' }),
    (caller: Caller) => bench.names.archive(caller, { name: 'guarded' }),
    (caller: Caller) => bench.names.restore(caller, { name: 'guarded' }),
  ]) {
    await expect(call(reviewer)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await expect(call(stranger)).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  }
  expect(await listed()).toContain('guarded')
})

it('makes nobody an author by a rename', async () => {
  const hash = await saved('authored')
  await bench.names.rename(administrator, { name: 'authored', to: 'authored by another' })
  const facts = await tested.store.approvalFacts(author.namespaceId!, [hash], new Date(tested.now()))
  expect(facts.get(hash)!.bindings.map(({ personId }) => personId)).toEqual([author.person!.id])
})

it('leaves a log that verifies', async () => {
  const { verifyLog } = await import('../audit/verify-log')
  expect((await verifyLog(tested.store, author.namespaceId!, [])).problems).toEqual([])
})
