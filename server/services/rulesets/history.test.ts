import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import { callOperation, type ServicesUnderTest, startServices } from '../testing/services-under-test'
import type { Workbench } from '../workbench'
import { GRAPH_PAGE_BINDINGS } from './history'

let tested: ServicesUnderTest
let workbench: Workbench
let author: Caller
beforeAll(async () => {
  tested = await startServices(1)
  workbench = tested.workbenches[0]!
  author = await tested.personCaller(['author'])
})
afterAll(() => tested.stop())

const source = (limit: number, more = '') => `// @unit amount USD
// @range amount 0..5000.25
declare amount as numeric;
declare paid as boolean;
assert within_limit { amount <= ${limit} "USD" };
assert is_paid { paid };
${more}`

/** @returns its hash */
async function save(name: string, text: string, message: string | null = null, caller = author): Promise<string> {
  const bound = await workbench.revisions.open(caller, name).catch(() => null)
  const answer = await workbench.revisions.save(caller, {
    ...{ namespaceId: caller.namespaceId!, name, source: text, message },
    base: bound?.hash ?? null,
  })
  if (answer.kind !== 'saved') throw new Error(answer.kind)
  return answer.hash
}

describe('the graph of a name', () => {
  it('has revisions with their parents, who bound them and why, and every name that points there', async () => {
    const name = randomUUID()
    const first = await save(name, source(1), 'The first')
    tested.pass(1000)
    const second = await save(name, source(2), 'Two')
    tested.pass(1000)
    expect(await save(name, source(1), 'Back to one')).toBe(first)
    tested.pass(1000)
    const branch = await save(name, source(3), 'Three, from one')
    const other = `other ${name}`
    await save(other, source(2))
    const { history } = workbench
    const graph = await history.graph(author, { name, before: null })
    expect(graph).toMatchObject({ name, current: branch, older: null })
    expect(graph.nodes.map(({ hash, parent, depth }) => [hash, parent, depth])).toEqual([
      [branch, first, 1],
      [second, first, 1],
      [first, null, 0],
    ])
    expect(graph.bindings.map(({ hash, message, by }) => [hash, message, by])).toEqual([
      [branch, 'Three, from one', author.label],
      [first, 'Back to one', author.label],
      [second, 'Two', author.label],
      [first, 'The first', author.label],
    ])
    // Every name ever bound to the bytes, not only the current one.
    expect(graph.nodes.map(({ savedAs }) => savedAs.map((saved) => saved.name))).toEqual([
      [name],
      [name, other],
      [name],
    ])
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph)
  })

  it('shows approvals without a person next to the revision', async () => {
    const program = await tested.fullCaller()
    const [service] = tested.services
    const saved = JSON.parse(
      await callOperation(service!, 'saveRuleset', program, { name: 'policy', source: source(1) }),
    )
    const hash: string = saved.ruleset_hash
    await callOperation(service!, 'recordApproval', program, { ruleset_hash: hash, approver: 'Ann' })
    const { nodes } = await workbench.history.graph(program, { name: 'policy', before: null })
    expect(nodes).toMatchObject([{ hash, approval: 'unsigned', unsigned: 1, records: [] }])
  })

  it('is split into pages', async () => {
    const name = randomUUID()
    const hashes = [await save(name, source(1)), await save(name, source(2))]
    const rows = Array.from(
      { length: GRAPH_PAGE_BINDINGS },
      (_, i) => `('${author.namespaceId}', '${name}', '${hashes[i % 2]}')`,
    )
    await tested.query(
      `INSERT INTO name_binding (namespace_id, name, hash, bound_at, bound_by)
       SELECT n::uuid, name, hash, '2026-01-01', 'a test' FROM (VALUES ${rows.join(', ')}) AS rows (n, name, hash)`,
    )
    const newest = await workbench.history.graph(author, { name, before: null })
    expect(newest.bindings).toHaveLength(GRAPH_PAGE_BINDINGS)
    const rest = await workbench.history.graph(author, { name, before: newest.older })
    expect(rest.bindings.map(({ by }) => by)).toEqual([author.label, author.label])
    expect(rest.older).toBeNull()
  })

  it("requires a saved name in the caller's namespace", async () => {
    const name = randomUUID()
    await save(name, source(1))
    const stranger = await tested.personCaller(['administrator'])
    await expect(workbench.history.graph(stranger, { name, before: null })).rejects.toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
  })
})

describe('two revisions side by side', () => {
  it('have source, review, claims and assertions, with numbers as they were written', async () => {
    const name = randomUUID()
    const from = await save(name, source(1))
    const to = await save(name, source(2, 'assert once_more [optimistic] { paid };\n'))
    const compared = await workbench.history.compare(author, { from, to })
    expect(compared.from).toMatchObject({ hash: from, source: source(1), problem: null })
    expect(compared.from.compiled?.claims[0]).toEqual({
      name: 'amount',
      facts: [
        { about: 'type', text: 'numeric' },
        { about: 'unit', text: 'USD' },
        { about: 'range', text: '0 to 5000.25' },
        { about: 'question', text: expect.stringContaining('USD') },
      ],
    })
    expect(compared.to.compiled?.assertions.map(({ name }) => name)).toEqual(['within_limit', 'is_paid', 'once_more'])
    expect(compared.to.compiled?.assertions[2]?.facts).toEqual([
      { about: 'unknown policy', text: 'optimistic' },
      { about: 'condition', text: expect.stringContaining('paid') },
    ])
    expect(compared.to.compiled?.review.sections.map(({ id }) => id)).toContain('assertions')
  })

  it('differ in an assertion that cites another clause', async () => {
    const name = randomUUID()
    const text = (cited: string) => `version 1.4;\ndeclare paid as boolean;\n${cited}assert it { paid };\n`
    const from = await save(name, text('// @cite it TE-07 1.1 the daily limit\n// @cite it HR-1 2\n'))
    const to = await save(name, text(''))
    const compared = await workbench.history.compare(author, { from, to })
    const facts = ({ compiled }: typeof compared.from) => compiled?.assertions[0]?.facts
    const clauses = { about: 'clauses', text: 'TE-07 1.1 (the daily limit), HR-1 2' }
    expect(facts(compared.from)).toContainEqual(clauses)
    expect(facts(compared.to)?.map(({ about }) => about)).not.toContain('clauses')
  })

  it('have the words of the cited clauses as they were at each save', async () => {
    const name = randomUUID()
    const label = `TE-${name.slice(0, 8)}`
    const rules = (limit: number) =>
      `version 1.4;\ndeclare n as numeric;\n// @cite it ${label} 2\nassert it { n <= ${limit} };\n`
    const content = (limit: number) =>
      ({ kind: 'text', text: `1. Scope.\n2. At most ${limit}.\n`, format: 'text' }) as const
    await workbench.documents.add(author, { label, title: 'Travel', content: content(10) })
    tested.pass(1_000)
    const from = await save(name, rules(10))
    tested.pass(1_000)
    await workbench.documents.revise(author, { label, base: 1, content: content(12) })
    tested.pass(1_000)
    const to = await save(name, rules(12))
    const compared = await workbench.history.compare(author, { from, to })
    const cited = { document: label, clause: '2' }
    expect(compared.from.citations).toEqual({
      rules: [{ name: 'it', clauses: [cited] }],
      clauses: [{ ...cited, text: '2. At most 10.', isOutdated: true }],
    })
    expect(compared.to.citations?.clauses).toEqual([{ ...cited, text: '2. At most 12.', isOutdated: false }])
    const plain = await save(name, source(1))
    expect((await workbench.history.compare(author, { from, to: plain })).to.citations).toBeNull()
  })

  it('differ in an assertion whose definition changed, even indirectly', async () => {
    const name = randomUUID()
    const text = (limit: number) => `declare n as numeric;
let limit = ${limit};
let twice = limit * 2;
assert it { n < twice };
assert apart { n > 1 };
`
    const from = await save(name, text(10))
    const to = await save(name, text(11))
    const compared = await workbench.history.compare(author, { from, to })
    const facts = ({ compiled }: typeof compared.from) =>
      compiled?.assertions.map((assertion) => assertion.facts.at(-1))
    expect(facts(compared.from)).toEqual([
      { about: 'definitions', text: expect.stringMatching(/^twice: .*\nlimit: .*10/) },
      { about: 'condition', text: 'n > 1' },
    ])
    expect(facts(compared.to)?.[0]).not.toEqual(facts(compared.from)?.[0])
    expect(facts(compared.to)?.[1]).toEqual(facts(compared.from)?.[1])
  })

  it('say if one of them no longer compiles', async () => {
    const name = randomUUID()
    const to = await save(name, source(1))
    const from = createHash('sha256').update('declare x as nothing;').digest('hex')
    await tested.query(
      `INSERT INTO ruleset (namespace_id, hash, source, revision_depth, created_at)
       VALUES ('${author.namespaceId}', '${from}', convert_to('declare x as nothing;', 'UTF8'), 0, '2026-01-01')`,
    )
    const compared = await workbench.history.compare(author, { from, to })
    expect(compared.from).toMatchObject({ source: 'declare x as nothing;', compiled: null })
    expect(compared.from.problem).toMatch(/\w/)
    expect(compared.to.compiled).not.toBeNull()
  })

  it("must be in the caller's namespace", async () => {
    const from = await save(randomUUID(), source(1))
    const stranger = await tested.personCaller(['author'])
    await expect(workbench.history.compare(stranger, { from, to: from })).rejects.toMatchObject({
      code: 'RULESET_NOT_FOUND',
    })
  })
})

describe('test cases on two revisions', () => {
  it('are listed if an answer differs, an assertion was added, or a dictionary is refused', async () => {
    const name = randomUUID()
    const from = await save(name, source(100))
    const to = await save(name, source(50, 'assert once_more { paid };\n').replace('0..5000.25', '0..80'))
    const saveCase = (title: string, amount: string) =>
      workbench.testCases.save(author, {
        ...{ name, id: null, version: 0, title, expected: {} },
        claims: JSON.stringify({ amount, paid: true }),
      })
    await saveCase('far over', '90 USD')
    await saveCase('over', '70 USD')
    const changes = await workbench.history.caseChanges(author, { name, from, to })
    expect(changes.cases).toBe(2)
    expect(changes.changed).toEqual([
      {
        ...{ id: expect.any(String), title: 'far over', fromProblem: null, toProblem: expect.any(String) },
        answers: [
          { assertion: 'within_limit', from: 'TRUE', to: null },
          { assertion: 'is_paid', from: 'TRUE', to: null },
        ],
      },
      {
        ...{ id: expect.any(String), title: 'over', fromProblem: null, toProblem: null },
        answers: [
          { assertion: 'within_limit', from: 'TRUE', to: 'FALSE' },
          { assertion: 'once_more', from: null, to: 'TRUE' },
        ],
      },
    ])
    expect(await workbench.history.caseChanges(author, { name, from, to: from })).toEqual({ cases: 2, changed: [] })
  })
})
