import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { placeLibrary } from '../../language/syntax/sharing/read-parts'
import { hashSharedLines } from '../../language/text/shared-lines'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'

let tested: ServicesUnderTest
let workbench: Workbench
let author: Caller
beforeAll(async () => {
  tested = await startServices(1)
  workbench = tested.workbenches[0]!
})
afterAll(() => tested.stop())

const linesOf = (limit: number) => `  condition is_large(x) = x > ${limit} "USD";\n`
const libraryOf = (limit: number) => ({ lines: linesOf(limit), sha256: hashSharedLines(linesOf(limit)) })
const libraryText = (limit: number) => `version 1.4;\nlibrary {\n${linesOf(limit)}};\n`
const RULES = 'version 1.4;\ndeclare amount as numeric "USD";\nassert small { Not(is_large(amount)) };\n'
const rulesWith = (limit: number, name = 'house/amounts') => placeLibrary(RULES, name, libraryOf(limit))

async function save(name: string, source: string, message: string | null = null, caller = author): Promise<string> {
  tested.pass(1_000)
  const bound = await workbench.revisions.open(caller, name).catch(() => null)
  const answer = await workbench.revisions.save(caller, {
    ...{ namespaceId: caller.namespaceId!, name, source, message },
    base: bound?.hash ?? null,
  })
  if (answer.kind !== 'saved') throw new Error(answer.kind)
  return answer.hash
}

describe('the libraries of a namespace', () => {
  beforeAll(async () => {
    author = await tested.personCaller(['author'])
    await save('house/amounts', libraryText(5), 'The first')
    await save('travel', rulesWith(5))
    await save('house/amounts', libraryText(6), 'Six')
    await save('meals', rulesWith(6))
    await save('house/amounts', `// Seen by the committee.\n${libraryText(6)}`)
    await save('gifts', rulesWith(7))
    // It only speaks of libraries.
    await save('other', '// library and sha256: of use\ndeclare a as boolean;\nassert b { a };\n')
  })

  it('are listed with what they share, and how many rulesets use them', async () => {
    const rows = await workbench.libraries.list(author)
    expect(rows).toEqual([
      {
        ...{ name: 'house/amounts', sha256: libraryOf(6).sha256, names: ['is_large'], users: 3 },
        ...{ savedAt: expect.any(String), savedBy: author.label },
      },
    ])
  })

  it('are opened with their revisions and users', async () => {
    const opened = await workbench.libraries.open(author, 'house/amounts')
    expect(opened.lines).toBe(linesOf(6))
    // A comment outside the braces is no other library.
    expect(opened.revisions.map(({ sha256, message }) => [sha256, message])).toEqual([
      [libraryOf(6).sha256, null],
      [libraryOf(5).sha256, 'The first'],
    ])
    expect(opened.users).toEqual([
      { name: 'gifts', sha256: libraryOf(7).sha256, state: 'other' },
      { name: 'meals', sha256: libraryOf(6).sha256, state: 'current' },
      { name: 'travel', sha256: libraryOf(5).sha256, state: 'older' },
    ])
  })

  it('tell which revision a ruleset uses', async () => {
    const uses = [5, 6, 7].map((limit) => ({ name: 'house/amounts', sha256: libraryOf(limit).sha256 }))
    const questions = [
      ...uses,
      { name: 'House/Amounts', sha256: uses[1]!.sha256 },
      { name: 'travel', sha256: uses[1]!.sha256 },
    ]
    const [older, current, other, cased, noLibrary] = await workbench.libraries.judge(author, questions)
    expect(older).toMatchObject({ state: 'older', newest: libraryOf(6), used: { message: 'The first' } })
    expect(current).toMatchObject({ ...uses[1], state: 'current', newest: libraryOf(6) })
    expect(other).toMatchObject({ state: 'other', newest: libraryOf(6) })
    expect(cased).toMatchObject({ state: 'unknown', nearest: 'house/amounts' })
    expect(noLibrary).toMatchObject({ state: 'unknown', nearest: null })
  })

  it('follow a name that is set back', async () => {
    const name = randomUUID()
    await save(name, libraryText(1))
    await save(name, libraryText(2))
    await save(name, libraryText(1))
    const opened = await workbench.libraries.open(author, name)
    expect(opened.revisions.map(({ sha256 }) => sha256)).toEqual([libraryOf(1).sha256, libraryOf(2).sha256])
  })

  it('end when the text shares nothing more', async () => {
    const name = randomUUID()
    await save(name, libraryText(3))
    await save(name, 'declare a as boolean;\nassert b { a };\n')
    await expect(workbench.libraries.open(author, name)).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
    expect((await workbench.libraries.list(author)).map((row) => row.name)).not.toContain(name)
  })
})

describe('the text of a library', () => {
  it('is compiled, checked, asked about and approved like any ruleset', async () => {
    const [service] = tested.services
    const caller = await tested.fullCaller()
    const call = async (id: Parameters<typeof callOperation>[1], request: Readonly<Record<string, unknown>>) =>
      JSON.parse(await callOperation(service!, id, caller, request))
    const source = `version 1.4;\ndeclare as_of as date;\nlibrary {\n  parameter rate "EUR" by as_of { 2023-01-01: 1; };\n${linesOf(5)}};\n`
    const saved = await call('saveRuleset', { name: 'rates', source })
    const compiled = await call('compile', { source })
    expect(compiled).toMatchObject({ ok: true, summary: 'Library: rate and is large.', diagnostics: [] })
    const ruleset_hash: string = saved.ruleset_hash
    expect(await call('check', { ruleset_hash, claims: { as_of: '2026-03-01' } })).toMatchObject({
      ok: true,
      rules: [],
    })
    expect(await call('analyseRuleset', { ruleset_hash })).toMatchObject({ ok: true, examples: [], findings: [] })
    const after = { source: source.replace('2023-01-01: 1', '2023-01-01: 2') }
    const compared = await call('compareRulesets', { before: { ruleset_hash }, after })
    expect(compared).toMatchObject({ same_meaning: false, summary: 'Other lines are shared as a library.' })
    expect(await call('recordApproval', { ruleset_hash, approver: 'Ann' })).toMatchObject({ ok: true })
  })
})

describe('another namespace', () => {
  it('sees no library, and judges its own', async () => {
    const stranger = await tested.personCaller(['author'])
    expect(await workbench.libraries.list(stranger)).toEqual([])
    await expect(workbench.libraries.open(stranger, 'house/amounts')).rejects.toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
    const use = { name: 'house/amounts', sha256: libraryOf(6).sha256 }
    expect(await workbench.libraries.judge(stranger, [use])).toEqual([{ ...use, state: 'unknown', nearest: null }])
    await save('house/amounts', libraryText(9), null, stranger)
    expect((await workbench.libraries.judge(stranger, [use]))[0]).toMatchObject({
      state: 'other',
      newest: libraryOf(9),
    })
    expect((await workbench.libraries.judge(author, [use]))[0]?.state).toBe('current')
  })

  it('needs the permission to read', async () => {
    const evaluation = await tested.evaluationCaller()
    await expect(workbench.libraries.list(evaluation)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    await expect(workbench.libraries.judge(evaluation, [])).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
  })
})
