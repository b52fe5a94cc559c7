import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policySource } from '../../testing/golden/wire-case'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Revisions } from './revisions'
import type { RevisionToSave } from './save-revision'

const source = (comment: string) => `declare paid as boolean;\nassert is_paid { paid };\n// ${comment}\n`

let tested: ServicesUnderTest
let revisions: Revisions
let others: Revisions
beforeAll(async () => {
  tested = await startServices(2)
  ;[revisions, others] = tested.workbenches.map((workbench) => workbench.revisions) as [Revisions, Revisions]
})
afterAll(() => tested.stop())

const save = (caller: Caller, change: Partial<RevisionToSave>, on = revisions) =>
  on.save(caller, {
    namespaceId: caller.namespaceId!,
    name: 'policy',
    source: source('one'),
    message: null,
    base: null,
    ...change,
  })
const saved = async (caller: Caller, change: Partial<RevisionToSave>) => {
  const answer = await save(caller, change)
  if (answer.kind !== 'saved') throw new Error('a conflict was answered')
  return answer
}
const two = async (roles: Parameters<ServicesUnderTest['personCaller']>[0] = ['author']) => {
  const author = await tested.personCaller(['author'])
  return { author, another: await tested.personCaller(roles, author.namespaceId!) }
}

describe('saving', () => {
  it('stores who saved a revision, why, and its label, and opens with them', async () => {
    const { author } = await two()
    const first = await saved(author, { message: '  The first rules \n', label: { domain: 'insurance' } })
    expect(first).toMatchObject({ source: source('one'), newer: null })
    const second = await saved(author, { source: source('two'), base: first.hash })
    const opened = await revisions.open(author, 'policy')
    expect(opened).toMatchObject({
      ...{ name: 'policy', hash: second.hash, source: source('two'), revisions: 2, message: null },
      ...{ savedBy: author.label, approval: 'none', label: null, labelling: true },
    })
    expect(opened.history.map(({ hash, message }) => [hash, message])).toEqual([
      [second.hash, null],
      [first.hash, 'The first rules'],
    ])
    expect(await revisions.source(author, first.hash)).toEqual({ hash: first.hash, source: source('one') })
  })

  it('answers the other revision if another person saved meanwhile, and stores nothing', async () => {
    const { author, another } = await two()
    const { hash: base } = await saved(author, {})
    const theirs = await saved(another, { source: source('theirs'), base, message: 'Mine first' })
    expect(await save(author, { source: source('mine'), base }, others)).toEqual({
      kind: 'conflict',
      theirs: {
        ...{ hash: theirs.hash, source: source('theirs'), savedAt: theirs.savedAt },
        ...{ savedBy: another.label, message: 'Mine first' },
      },
    })
    expect(await save(author, { source: source('mine') })).toMatchObject({ kind: 'conflict' })
    expect((await revisions.open(author, 'policy')).revisions).toBe(2)
    const after = await saved(author, { source: source('mine'), base: theirs.hash })
    expect((await revisions.open(author, 'policy')).hash).toBe(after.hash)
  })

  it('treats a repeated save as the same one', async () => {
    const { author, another } = await two()
    const { hash: base } = await saved(author, {})
    const mine = await saved(author, { source: source('mine'), base })
    expect(await saved(author, { source: source('mine'), base })).toEqual(mine)
    const theirs = await saved(another, { source: source('theirs'), base: mine.hash })
    expect(await saved(author, { source: source('mine'), base })).toMatchObject({
      hash: mine.hash,
      newer: { hash: theirs.hash, savedBy: another.label },
    })
    expect((await revisions.open(author, 'policy')).history).toHaveLength(3)
  })

  it('refuses text that does not compile or is too long, another namespace, and another role', async () => {
    const { author, another } = await two(['reviewer'])
    const { hash: base } = await saved(author, {})
    await expect(save(author, { source: 'assert {', base })).rejects.toMatchObject({ code: 'COMPILE_FAILED' })
    await expect(save(author, { message: 'x'.repeat(2_001), base })).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' })
    for (const message of ['a\0b', '\ud800'])
      await expect(save(author, { message, base })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save(author, { namespaceId: randomUUID(), base })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save(another, { base })).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await expect(save(author, { name: 'unknown', base })).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
    await expect(revisions.open(another, 'unknown')).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
    expect(await revisions.open(another, 'policy')).toMatchObject({ hash: base, revisions: 1 })
  })
})

describe('the list', () => {
  it('answers for every name as /v1 does, and says who saved it last', async () => {
    const { author } = await two()
    for (const [name, slug] of Object.entries({ b: 'gdpr-breach-notice', a: 'expense-receipts' }))
      await saved(author, { name, source: policySource(slug), label: { domain: 'finance', topic: 'anything' } })
    const { rows } = await revisions.list(author)
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b'])
    for (const row of rows) {
      const compiled = JSON.parse(
        await callOperation(tested.services[0]!, 'compile', author, { source: policySourceOf(row.name) }),
      )
      expect(row).toMatchObject({
        ...{ hash: compiled.ruleset_hash, summary: compiled.summary, revisions: 1, domain: 'finance' },
        ...{ claims: compiled.manifest.claims.length, assertions: compiled.manifest.rules.length },
        ...{ approval: 'none', savedBy: author.label },
      })
    }
    const stranger = await tested.personCaller(['author'])
    expect((await revisions.list(stranger)).rows).toEqual([])
    await expect(revisions.open(stranger, 'a')).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
  })

  it('includes a ruleset that no longer compiles, which can also be opened', async () => {
    const { author } = await two()
    const [of, hash] = [`'${author.namespaceId}'`, createHash('sha256').update('assert {').digest('hex')]
    // As an earlier release may have left it.
    await tested.query(`
      INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
      VALUES (${of}, '${hash}', convert_to('assert {', 'UTF8'), 0, now());
      INSERT INTO ruleset_name VALUES (${of}, 'policy', '${hash}', now());
      INSERT INTO name_binding (namespace_id, name, hash, bound_at, bound_by)
      VALUES (${of}, 'policy', '${hash}', now(), 'a program')`)
    expect((await others.list(author)).rows).toMatchObject([
      { name: 'policy', claims: null, assertions: null, summary: expect.stringContaining('no longer compiles') },
    ])
    expect(await others.open(author, 'policy')).toMatchObject({ hash, source: 'assert {' })
  })

  it('counts approvals in force, which a request for changes overrides', async () => {
    const { author, another } = await two(['reviewer'])
    const { hash } = await saved(author, {})
    const state = async () => {
      const [row] = (await revisions.list(author)).rows
      expect((await revisions.open(author, 'policy')).approval).toBe(row?.approval)
      return row?.approval
    }
    const approve = async (expiresAt: string | null) => {
      const [row] = await tested.query<{ id: string }>(`
        INSERT INTO approval (id, namespace_id, hash, approver, approved_at, channel, expires_at)
        VALUES (gen_random_uuid(), '${author.namespaceId}', '${hash}', 'x', now(), 'person', ${expiresAt}) RETURNING id`)
      return row!.id
    }
    const sign = (meaning: string, approvalId: string | null) =>
      tested.query(`
        INSERT INTO review_record (id, namespace_id, hash, person_id, printed_name, meaning, signed_at, approval_id, envelope, log_index)
        VALUES (gen_random_uuid(), '${author.namespaceId}', '${hash}', '${another.person!.id}', 'x', '${meaning}', now(),
          ${approvalId === null ? 'NULL' : `'${approvalId}'`}, '', 0)`)
    await approve(`'2020-01-01'`)
    expect(await state()).toBe('none')
    await approve(null)
    expect(await state()).toBe('unsigned')
    await sign('changes_requested', null)
    expect(await state()).toBe('changes_requested')
    const approval = await approve(null)
    await sign('approved', approval)
    expect(await state()).toBe('approved')
    await tested.query(`INSERT INTO approval_withdrawal VALUES ('${approval}', now(), 'x', 'y')`)
    expect(await state()).toBe('changes_requested')
    await sign('approved', await approve(`'2020-01-01'`))
    expect(await state()).toBe('changes_requested')
  })
})

function policySourceOf(name: string): string {
  return policySource(name === 'a' ? 'expense-receipts' : 'gdpr-breach-notice')
}
