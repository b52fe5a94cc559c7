import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../calls/caller'
import type { ChatRequest, Reply } from '../testing/scripted-model-server'
import { askedFor, type DraftingUnderTest, materialOf, startDrafting } from './testing/drafting-under-test'

const POLICY = `1. Meals

1.1 A meal costs at most USD 60, and at most USD 90 with guests.

1.2 Guests are welcome.

1.3 A meal of more than USD 25 needs a receipt.
`
const CLAIMS = `version 1.4;
// @ask cost What does the meal cost?
// @unit cost USD
declare cost as numeric;
// @ask guests Are there guests?
declare guests as boolean;
// @ask has_receipt Is there a receipt?
declare has_receipt as boolean;
`
const LIMIT = `// @cite limit TE-07 1.2
let limit = If(guests, 90 "USD", 60 "USD");
// @cite meal TE-07 1.1
assert meal { cost <= limit };
`
const RECEIPT = `// @cite receipt TE-07 1.3
assert receipt [pessimistic] { has_receipt } except when cost <= 25 "USD" { True };
`

let drafting: DraftingUnderTest
let author: Caller

beforeAll(async () => {
  drafting = await startDrafting()
  author = await drafting.under.personCaller(['author'])
  await drafting.addDocument(author, 'TE-07', POLICY)
})
afterAll(() => drafting.stop())

const signal = new AbortController().signal
const subjectOf = (source: string) => ({ label: 'TE-07', revision: null, ruleset: { source } })

function reader(conditions: readonly string[], answer = 'cannot_tell') {
  return (request: ChatRequest): Reply => {
    if (askedFor(request) === 'conditions') return { kind: 'object', value: { conditions } }
    const answers = (materialOf(request).scenarios ?? []).map(({ scenario }) => ({ scenario, reason: 'So.', answer }))
    return { kind: 'object', value: { answers } }
  }
}

const readGroup = (source: string, ...clauses: string[]) =>
  drafting.workbench.fidelity.readGroup(author, { ...subjectOf(source), clauses }, signal)

it('groups rules by their clauses, and adds those of the definitions that they use', async () => {
  const both = '// @cite both TE-07 1.3\n// @cite both TE-07 1.1\nassert both { guests };\n'
  const plan = (source: string) => drafting.workbench.fidelity.plan(author, subjectOf(source))
  expect((await plan(CLAIMS + LIMIT + RECEIPT)).groups).toEqual([
    { clauses: ['1.1'], rules: ['meal'] },
    { clauses: ['1.3'], rules: ['receipt'] },
  ])
  expect((await plan(CLAIMS + LIMIT + RECEIPT + both)).groups).toEqual([
    { clauses: ['1.1', '1.3'], rules: ['meal', 'receipt', 'both'] },
  ])
  drafting.play(reader(['cost <= If(guests, 90 "USD", 60 "USD")']))
  expect(await readGroup(CLAIMS + LIMIT, '1.1')).toMatchObject({ reading: { status: 'equal' } })
  const { passages, claims } = materialOf(drafting.endpoint.requests[0]!.body)
  expect(passages.map(({ clause }) => clause)).toEqual(['1', '1.1', '1.2'])
  expect(claims.map(({ name }) => name)).toEqual(['cost', 'guests', 'has_receipt'])
  // The reader is blind.
  expect(JSON.stringify(drafting.endpoint.requests.map(({ body }) => body.messages))).not.toContain('let limit')
})

it('compares rules with exceptions and policies', async () => {
  drafting.play(reader(['Or(has_receipt, cost <= 25 "USD")']))
  expect(await readGroup(CLAIMS + RECEIPT, '1.3')).toMatchObject({ reading: { status: 'equal' } })
  drafting.play(reader([]))
  const { reading } = await readGroup(CLAIMS + RECEIPT, '1.3')
  expect(reading).toMatchObject({
    status: 'differs',
    differences: [{ rules: 'FALSE', reading: 'TRUE', claims: { has_receipt: false } }],
  })
})

it('shows the interval of a difference, and a case that check accepts', async () => {
  drafting.play(reader(['cost <= 60 "USD"', 'True']))
  const { reading } = await readGroup(`${CLAIMS}// @cite meal TE-07 1.1\nassert meal { cost < 75 "USD" };\n`, '1.1')
  expect(reading).toMatchObject({
    differences: [{ rules: 'TRUE', reading: 'FALSE', regions: ['cost above 60 and below 75 USD'] }],
  })
})

it('lists scenarios that are answered otherwise, and not those that the clause leaves open', async () => {
  const conditions = ['cost <= If(guests, 90 "USD", 60 "USD")']
  drafting.play(reader(conditions, 'met'))
  const { scenarios } = await readGroup(CLAIMS + LIMIT, '1.1')
  expect(scenarios.disagreements.length).toBeGreaterThan(0)
  expect(scenarios.disagreements.length).toBeLessThan(scenarios.count)
  for (const { expected, facts } of scenarios.disagreements) {
    expect(expected).toBe('not_met')
    expect(facts.map(({ question }) => question)).toContain('What does the meal cost?')
  }
  drafting.play(reader(conditions))
  expect(await readGroup(CLAIMS + LIMIT, '1.1')).toMatchObject({ scenarios: { disagreements: [], cause: null } })
})

it('reports a reading that cannot be used, and shows no flag for it', async () => {
  drafting.play(reader(['price <= 60 "USD"']))
  expect(await readGroup(CLAIMS + LIMIT, '1.1')).toMatchObject({
    reading: { status: 'unusable', problems: [expect.stringContaining('price')] },
  })
  drafting.play(reader(['True }; assert hidden { True']))
  expect(await readGroup(CLAIMS + LIMIT, '1.1')).toMatchObject({ reading: { status: 'unusable' } })
  drafting.play([{ kind: 'text', text: 'no' }])
  expect(await readGroup(CLAIMS + LIMIT, '1.1')).toMatchObject({
    ...{ reading: { status: 'unusable' } },
    scenarios: { disagreements: [], cause: expect.stringContaining('JSON') },
  })
  const elsewhere = '// @cite meal HR-1 7\n'
  expect(await readGroup(CLAIMS + elsewhere + LIMIT, '1.1')).toMatchObject({
    ...{ reading: { status: 'unusable', cause: expect.stringContaining('another document') } },
    scenarios: { count: 0, disagreements: [] },
  })
})

it('is refused for rules that changed meanwhile, and for other namespaces', async () => {
  await expect(readGroup(CLAIMS + LIMIT, '1.3')).rejects.toThrow('Start the report again')
  const stranger = await drafting.under.personCaller(['author'])
  await expect(drafting.workbench.fidelity.plan(stranger, subjectOf(CLAIMS + LIMIT))).rejects.toThrow('No document')
  const unknown = { label: 'TE-07', revision: null, ruleset: { name: 'nothing' } }
  await expect(drafting.workbench.fidelity.plan(author, unknown)).rejects.toMatchObject({ code: 'RULESET_NOT_FOUND' })
})
