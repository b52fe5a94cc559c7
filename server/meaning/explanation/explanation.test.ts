import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { UnbridgedInputs } from '../../engine/decide/assertion-result'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import { bindByName, type Claims, startSolver } from '../../engine/testing/ask'
import { openRuleset } from '../../engine/testing/open-text'
import { explainAnswers } from './explanation'

const solver = startSolver()

function explain(
  source: string,
  claims: Claims,
  fixed: readonly string[] = [],
  unbridged: UnbridgedInputs = new Map(),
) {
  const ruleset = openRuleset(source)
  const explanation = explainAnswers(
    { program: compileProgram(ruleset), source, known: bindByName(ruleset, claims), unbridged },
    { assertion: null, fixed: new Set(fixed.map((name) => ruleset.inputs.findIndex((input) => input.name === name))) },
    { solver, mode: 'tiers', budget: { solver_steps: 200_000, solver_memory_mb: 256 }, meter: new Meter(50_000_000) },
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  return explanation
}

const HOTEL = `version 1.3;
// @unit rate USD
// @range rate 0..1000
declare rate as numeric;
declare city as enum {"new_york", "elsewhere"};
declare has_receipt as boolean;
let lodging_limit = If(city == "new_york", 350 "USD", 250 "USD");
assert within_limit { rate <= lodging_limit };
assert receipt_held { Implies(rate > 75 "USD", has_receipt) };
`

it('names the definition, the part and the distance that decided', () => {
  const [limit] = explain(HOTEL, { rate: 300, city: 'elsewhere', has_receipt: true }).assertions
  expect(limit).toMatchObject({
    name: 'within_limit',
    check: 'FALSE',
    definitions: [{ name: 'lodging_limit', value: '250', unit: 'USD' }],
    decisive: [{ source: 'rate <= lodging_limit', outcome: 'FALSE', distance: '300 USD is 50 USD above 250 USD.' }],
  })
  expect(limit!.definitions[0]!.sentence).toBe(
    '‘lodging limit’ is 250 USD, because it is not so that city is "new_york".',
  )
  expect(limit!.decisive[0]!.sentence).toBe('This does not hold: rate is at most ‘lodging limit’.')
  expect(limit!.decisive[0]!.place).toMatchObject({ line: 8, column: 23 })
})

it('proposes the fewest claims with exact ends', () => {
  const [limit, receipt] = explain(HOTEL, { rate: 300, city: 'elsewhere', has_receipt: false }).assertions
  expect(limit!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if rate were at most 250 USD (it is 300 USD).',
    'It would hold if city were "new_york" (it is "elsewhere").',
  ])
  expect(limit!.wouldHoldIf[0]!.changes).toEqual([
    {
      claim: 'rate',
      submitted: '300 USD',
      allowed: [{ from: { value: '0 USD', included: true }, to: { value: '250 USD', included: true } }],
      words: 'rate were at most 250 USD (it is 300 USD)',
    },
  ])
  expect(limit!.wouldHoldIf[0]!.claims).toEqual({ rate: '250 USD', city: 'elsewhere', has_receipt: false })
  expect(receipt!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if rate were at most 75 USD (it is 300 USD).',
    'It would hold if ‘has receipt’ were yes (it is no).',
  ])
})

it('proposes for all assertions together, and says why nothing helps', () => {
  const both = explain(HOTEL, { rate: 300, city: 'elsewhere', has_receipt: false })
  expect(both.allTogether!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if rate were at most 75 USD (it is 300 USD).',
  ])
  const fixed = explain(HOTEL, { rate: 300, city: 'elsewhere', has_receipt: false }, ['rate', 'city'])
  expect(fixed.assertions[0]!.wouldHoldIf).toEqual([])
  expect(fixed.assertions[0]!.whyNot).toBe(
    'No values of the claims make it hold while rate and city stay as submitted.',
  )
})

it('counts an unknown claim as one change and lets other unknown claims take any value', () => {
  const [limit, receipt] = explain(HOTEL, { rate: 300 }).assertions
  expect(limit!.check).toBe('UNKNOWN')
  expect(limit!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if rate were at most 250 USD (it is 300 USD).',
    'It would hold if city were "new_york" (it is not known).',
  ])
  expect(limit!.settledBy.map(({ sentence }) => sentence)).toEqual([
    'With city "new_york" the answer is TRUE, whatever else is unknown.',
    'With city "elsewhere" the answer is FALSE, whatever else is unknown.',
  ])
  expect(receipt!.settledBy.map(({ outcome }) => outcome)).toEqual(['TRUE', 'FALSE'])
})

it('gives several values to one claim only if every combination was proved', () => {
  const [sum] = explain('declare a as numeric;\ndeclare b as numeric;\nassert both { And(a < 10, b < 5) };', {
    a: 20,
    b: 30,
  }).assertions
  expect(sum!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if a were below 10 (it is 20) and b were below 5 (it is 30).',
  ])
  const [product] = explain(
    'declare a as numeric;\ndeclare b as numeric;\nassert apart { And(a + b < 10, a < 5, b < 8) };',
    { a: 20, b: 30 },
  ).assertions
  expect(product!.wouldHoldIf[0]!.sentence).toMatch(/^It would hold if a were exactly \S+ .* and b were below /)
})

it('follows the policy: an optimistic assertion needs one completion, others need all', () => {
  const text = (policy: string) =>
    `declare a as boolean;\ndeclare b as boolean;\ndeclare c as boolean;\nassert x ${policy} { And(a, Or(b, c)) };`
  const [neutral] = explain(text(''), { a: false }).assertions
  expect(neutral!.wouldHoldIf.map(({ changes }) => changes.map(({ claim }) => claim))).toEqual([
    ['a', 'b'],
    ['a', 'c'],
  ])
  const [optimistic] = explain(text('[optimistic]'), { a: false }).assertions
  expect(optimistic!.wouldHoldIf.map(({ changes }) => changes.map(({ claim }) => claim))).toEqual([['a']])
})

it('tries other claims if the values of one are not decided', () => {
  const sentences = (source: string, claims: Claims) =>
    explain(source, claims).assertions[0]!.wouldHoldIf.map(({ sentence }) => sentence)
  expect(sentences('declare x as numeric;\ndeclare y as numeric;\nassert a { x + y <= 10 };', { x: 5 })).toEqual([
    'It would hold if y were at most 5 (it is not known).',
  ])
  const irrational = 'declare x as numeric;\ndeclare y as boolean;\nassert a { Or(x * x == 2, y) };'
  expect(sentences(irrational, { x: 5, y: false })).toEqual(['It would hold if ‘y’ were yes (it is no).'])
})

it('takes a number near an excluded end, nearer than every other interval', () => {
  const nearest = (condition: string, x: number, range = '') =>
    explain(`${range}declare x as numeric;\nassert a { ${condition} };`, { x }).assertions[0]!.wouldHoldIf[0]!.claims.x
  expect(nearest('Or(x < 250, x >= 1000)', 300)).toBe('249')
  expect(nearest('Or(x < 250, x >= 1000)', 300, '// @range x 0..10000\n')).toBe('249')
  expect(nearest('Or(x < 250, x >= 251)', 250)).toBe('249.5')
  expect(nearest('Or(x < 250, x > 251)', 250)).toBe('249.5')
  expect(nearest('Or(x < 249, x >= 251)', 250)).toBe('251')
  expect(nearest('And(x > 0.5, x < 0.6)', 0)).toBe('0.55')
  expect(nearest('x != 250', 250)).toMatch(/^(249|251)$/)
})

it('settles only by numbers inside the range', () => {
  const [answer] = explain(
    '// @range x 0..100\ndeclare x as numeric;\nassert a { Or(x <= 50, x > 200) };',
    {},
  ).assertions
  expect(answer!.settledBy.map(({ sentence }) => sentence)).toEqual([
    'With x at most 50 the answer is TRUE, whatever else is unknown.',
    'With x above 50 the answer is FALSE, whatever else is unknown.',
  ])
  expect(answer!.settledBy[0]!.allowed).toEqual([
    { from: { value: '0', included: true }, to: { value: '50', included: true } },
  ])
})

it('leaves the answer UNKNOWN while the submitted unit of a claim does not fit', () => {
  const source =
    '// @unit x USD\ndeclare x as numeric;\ndeclare y as boolean;\ndeclare z as boolean;\nassert a { Or(x <= 5 "USD", y, z) };'
  const unbridged = new Map([[0, { from: 'kg', to: 'USD' }]])
  const [answer] = explain(source, { z: false }, [], unbridged).assertions
  expect(answer!.check).toBe('UNKNOWN')
  expect(answer!.decisive).toEqual([])
  expect(answer!.settledBy.map(({ claim, outcome }) => `${claim} ${outcome}`)).toEqual(['x TRUE'])
  expect(answer!.wouldHoldIf.map(({ sentence }) => sentence)).toEqual([
    'It would hold if x were at most 5 USD (it is submitted in kg, which does not become USD).',
  ])
  const [known] = explain(source, { y: false, z: false }, [], unbridged).assertions
  expect(known!.settledBy.map(({ claim, outcome }) => `${claim} ${outcome}`)).toEqual(['x TRUE', 'x FALSE'])
  const [fixed] = explain(source, { z: false }, ['x'], unbridged).assertions
  expect(fixed!.wouldHoldIf).toEqual([])
  expect(fixed!.whyNot).toBe('No values of the claims make it hold while x stays as submitted.')
})

it('proposes nothing that a check leaves undecided', { tags: 'thorough' }, () => {
  const always = 'Or(n % 12 < 6, n % 12 >= 6), Implies(n % 4 == 3, n % 2 == 1)'
  const source = `declare n as numeric;\ndeclare approved as boolean;\nassert a { And(approved, ${always}) };`
  const { assertions, open } = explain(source, { approved: false })
  expect(assertions[0]!.wouldHoldIf).toEqual([])
  expect(assertions[0]!.whyNot).toMatch(/^It is not decided what would make “a” hold: /)
  expect(open).toMatchObject([{ assertions: ['a'], budget: expect.stringMatching(/^(solver_steps|incomplete)$/) }])
})

it('calls each part and definition proved, open, or without a value', () => {
  const decisive = (source: string, claims: Claims) =>
    explain(source, claims).assertions[0]!.decisive.map(({ outcome, sentence }) => `${outcome} ${sentence}`)
  const constant = 'declare x as numeric;\ndeclare y as boolean;\nassert a { And(x - x == 0, Or(y, Not(y))) };'
  expect(decisive(constant, {})).toEqual([
    'TRUE This holds: x minus x is equal to 0.',
    'TRUE This holds: at least one of the following holds:\n    (1) ‘y’ is yes\n    (2) ‘y’ is no',
  ])
  expect(decisive('declare x as numeric;\nassert a { x * x >= 0 };', {})).toEqual([
    'TRUE This holds: x times x is at least 0.',
  ])
  expect(decisive('declare y as boolean;\ndeclare z as numeric;\nassert a { If(y, z > 5, z > 6) };', { z: 3 })).toEqual(
    ['FALSE This does not hold: z is more than 5.', 'FALSE This does not hold: z is more than 6.'],
  )
  const divided = 'declare y as numeric;\nlet q = 1 / y;\nlet big = q > 2;\nassert a { Or(q > 3, big) };'
  expect(explain(divided, { y: 0 }).assertions[0]!.definitions.map(({ sentence }) => sentence)).toEqual([
    '‘q’ has no value, because something is divided by zero.',
    '‘big’ has no value, because something is divided by zero.',
  ])
})

const EXCEPTIONS = `version 1.4;
declare amount as numeric "USD";
declare sanctioned as boolean;
declare waived as boolean;
let limit = 75 "USD" except when waived { 500 "USD" };
assert allowed { amount <= limit } except when sanctioned { False } then except when And(waived, amount < 10 "USD") { True };
`

it('names the exception that applied', () => {
  const sentences = (claims: Claims) =>
    explain(EXCEPTIONS, claims).assertions[0]!.decisive.map(({ sentence, source }) => `${source}: ${sentence}`)
  expect(sentences({ amount: 20, sanctioned: true, waived: true })).toEqual([
    'sanctioned: This exception applies: ‘sanctioned’ is yes.',
  ])
  expect(sentences({ amount: 5, sanctioned: true, waived: true })).toEqual([
    'And(waived, amount < 10 "USD"): This exception applies: all of the following hold:\n    (1) ‘waived’ is yes\n    (2) amount is less than 10 USD',
  ])
  expect(sentences({ amount: 90, sanctioned: false, waived: false })).toEqual([
    'sanctioned: This exception does not apply: ‘sanctioned’ is yes.',
    'And(waived, amount < 10 "USD"): This exception does not apply: all of the following hold:\n    (1) ‘waived’ is yes\n    (2) amount is less than 10 USD',
    'amount <= limit: This does not hold: amount is at most ‘limit’.',
  ])
  expect(sentences({ amount: 20, waived: false })).toEqual([
    'sanctioned: It is open whether this exception applies: ‘sanctioned’ is yes.',
  ])
})

it('names the exception that a definition has its value from', () => {
  const definition = (waived: boolean) =>
    explain(EXCEPTIONS, { amount: 90, sanctioned: false, waived }).assertions[0]!.definitions[0]!.sentence
  expect(definition(true)).toBe('‘limit’ is 500 USD, because the exception applies that ‘waived’ is yes.')
  expect(definition(false)).toBe('‘limit’ is 75 USD, because none of its exceptions applies.')
})
