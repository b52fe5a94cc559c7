/** Rules over records, lists and codes mean what a direct reading of the nested values says. */
import { describe, expect, it } from 'vitest'
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walkTree } from '../language/semantics/tree/children'
import { builtInLibrary } from '../language/units/unit-library'
import { createBinder } from './claims/binder'
import { DEFAULT_BIND_LIMITS } from './claims/reading'
import { Meter } from './core/meter'
import { decideAll } from './decide/decide'
import { compileProgram } from './evaluate/program'
import { compileText, startSolver } from './testing/ask'
import { NONE, type Plain, RandomRecords } from './testing/random-records'
import { seededRandom } from './testing/random-rules'

const RULESETS = 60
/** The nightly series. The full one sets RULESETS=100000 and RECORDS=2, if need be in parts with different FIRST_SEED. */
const NIGHTLY_RULESETS = Number(process.env.RULESETS ?? 1_500)
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1_000_000)
const RECORDS = Number(process.env.RECORDS ?? 10)
const MAX_COMPLETIONS = 2_000
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const solver = startSolver()

type Dictionary = Readonly<Record<string, Plain>>

interface Opened {
  readonly text: string
  answers(claims: Dictionary, mode: 'tiers' | 'solver-only'): readonly string[]
}

function open(text: string): Opened {
  const ruleset = compileText(text)
  const program = compileProgram(ruleset)
  const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
  return {
    text,
    answers(claims, mode) {
      const bound = binder.bind(claims)
      if (!bound.ok) throw new Error(`${JSON.stringify(claims)} is refused: ${JSON.stringify(bound)}`)
      const tools = { solver, budget: BUDGET, meter: new Meter(1e9), mode }
      const results = decideAll(program, bound.known, bound.unbridged, tools)
      if (results === 'needs solver') throw new Error('the solver at hand was not asked')
      return results.map(({ check, reasonUnknown }) =>
        check === 'UNKNOWN' && reasonUnknown !== null && /not decided|may depend/i.test(reasonUnknown) ? 'open' : check,
      )
    },
  }
}

/** Replaces some leaves by "unknown", and lists what they can be. */
function withUnknowns(claims: Dictionary, random: () => number, share: number) {
  let count = 1
  const holes: { readonly path: readonly (string | number)[]; readonly values: readonly Plain[] }[] = []
  const visit = (value: Plain, path: readonly (string | number)[]): Plain => {
    const values = random() < share ? possible(path) : null
    if (values !== null && count * values.length <= MAX_COMPLETIONS) {
      count *= values.length
      holes.push({ path, values })
      return 'unknown'
    }
    if (Array.isArray(value)) return value.map((entry, index) => visit(entry, [...path, index]))
    if (typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member, [...path, name])]))
  }
  const submitted = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, visit(value, [name])]))
  return { submitted, holes }
}

const WHOLE = Array.from({ length: 41 }, (_, index) => index - 20)
const FLAGS = [true, false]

/** Null for a place that has too many values to list. */
function possible(path: readonly (string | number)[]): readonly Plain[] | null {
  const name = path.at(-1)
  if (path.length === 1 && name === 'partner')
    return [
      'absent',
      ...WHOLE.flatMap((age) =>
        FLAGS.flatMap((paid) => ['none', 0, 5].map((rooms) => ({ age, paid, home: { rooms } }))),
      ),
    ]
  if (path[0] === 'code') return path.length === 1 ? listsOf(['1', '2', '3'], 3) : ['1', '2', '3']
  switch (name) {
    case 'age':
      return path[0] === 'driver' ? [...WHOLE, 'blank'] : WHOLE
    case 'at':
      return WHOLE
    case 'income':
      return [...WHOLE, 'NA', 'X']
    case 'kind':
      return path[0] === 'driver' ? ['a', 'b'] : ['a', 'b', 'other']
    case 'paid':
    case 'mine':
      return FLAGS
    case 'fault':
      return listsOf(
        [-20, 0, 1, 20].flatMap((at) => FLAGS.map((mine) => ({ at, mine }))),
        2,
      )
    default:
      return null
  }
}

function listsOf(entries: readonly Plain[], most: number): readonly Plain[] {
  let lists: readonly (readonly Plain[])[] = [[]]
  let longest = lists
  for (let length = 0; length < most; length++) {
    longest = longest.flatMap((each) => entries.map((entry) => [...each, entry]))
    lists = [...lists, ...longest]
  }
  return lists
}

function put(value: Plain, path: readonly (string | number)[], at: number, by: Plain): Plain {
  const step = path[at]
  if (step === undefined) return by
  if (Array.isArray(value)) return value.map((entry, index) => (index === step ? put(entry, path, at + 1, by) : entry))
  const record = value as { readonly [name: string]: Plain }
  return { ...record, [step]: put(record[step]!, path, at + 1, by) }
}

function* completions(claims: Dictionary, holes: ReturnType<typeof withUnknowns>['holes']): Generator<Dictionary> {
  const [hole, ...rest] = holes
  if (hole === undefined) yield claims
  else for (const value of hole.values) yield* completions(put(claims, hole.path, 0, value) as Dictionary, rest)
}

type Condition = ReturnType<RandomRecords['rules']>['conditions'][number]
type ListedOutcomes = ReadonlySet<boolean | typeof NONE>

/** The outcomes of each condition, up to the second, which makes it UNKNOWN whatever follows. */
function listOutcomes(conditions: readonly Condition[], wholes: Iterable<Dictionary>): readonly ListedOutcomes[] {
  const outcomes = conditions.map(() => new Set<boolean | typeof NONE>())
  for (const whole of wholes) {
    let isOpen = false
    conditions.forEach((condition, index) => {
      const seen = outcomes[index]!
      if (seen.size < 2) seen.add(condition.value(whole))
      if (seen.size < 2) isOpen = true
    })
    if (!isOpen) break
  }
  return outcomes
}

/** The listed numbers are finite, so an answer that only another number leaves open does not contradict them. */
function isAnswer(outcomes: ListedOutcomes, answer: string): boolean {
  if (answer === 'open') return true
  if (outcomes.size === 1) {
    const [only] = outcomes
    return answer === (only === NONE ? 'UNKNOWN' : only ? 'TRUE' : 'FALSE') || answer === 'UNKNOWN'
  }
  return answer === 'UNKNOWN'
}

function compare(rulesets: number, firstSeed: number): Record<string, number> {
  const seen: Record<string, number> = {
    TRUE: 0,
    FALSE: 0,
    UNKNOWN: 0,
    open: 0,
    'decided in spite of unknowns': 0,
    'one listed outcome, and open': 0,
  }
  for (let seed = firstSeed; seed < firstSeed + rulesets; seed++) {
    const random = seededRandom(seed)
    const records = new RandomRecords(random)
    const { text, conditions } = records.rules(4, 1 + (seed % 3))
    const opened = open(text)
    for (let nth = 0; nth < RECORDS; nth++) {
      const claims = records.record()
      const { submitted, holes } = withUnknowns(claims, random, nth < RECORDS / 2 ? 0 : 0.25)
      const tiers = opened.answers(submitted, 'tiers')
      const solved = nth === RECORDS - 1 ? opened.answers(submitted, 'solver-only') : tiers
      const listed = listOutcomes(conditions, completions(claims, holes))
      conditions.forEach((condition, index) => {
        const outcomes = listed[index]!
        const answer = tiers[index]!
        const told = {
          text,
          submitted: JSON.stringify(submitted),
          condition: condition.text,
          outcomes: [...outcomes].map(String),
        }
        if (answer !== 'open' && solved[index] !== 'open')
          expect({ ...told, answer: solved[index] }).toEqual({ ...told, answer })
        expect({ ...told, answer, isRight: isAnswer(outcomes, answer) }).toEqual({ ...told, answer, isRight: true })
        // Without unknown claims there is nothing to be unknown about, but a value.
        if (holes.length === 0) expect({ ...told, answer }).toEqual({ ...told, answer: exactly(outcomes) })
        seen[answer]!++
        if (holes.length > 0 && outcomes.size === 1 && answer !== exactly(outcomes))
          seen['one listed outcome, and open']!++
        if (holes.length > 0 && answer !== 'UNKNOWN') seen['decided in spite of unknowns']!++
      })
    }
  }
  return seen
}

function exactly(outcomes: ListedOutcomes): string {
  const [only] = outcomes
  return only === NONE ? 'UNKNOWN' : only ? 'TRUE' : 'FALSE'
}

/** Every input that an assertion depends on, through definitions too. */
function inputsBelow({ lets }: CheckedRuleset, expression: Checked): ReadonlySet<number> {
  const inputs = new Set<number>()
  const visit = (node: Checked): void => {
    if (node.kind === 'input') inputs.add(node.input)
    if (node.kind === 'let') walkTree(lets[node.let]!.value, visit)
  }
  walkTree(expression, visit)
  return inputs
}

describe('rules over records, lists and codes', () => {
  it('read every input that they depend on', { tags: 'thorough' }, () => {
    const reported = compileText('version 1.4;\ndeclare i as whole or {"NA"};\nlet l = i;\nassert a { l > (1 + l) };')
    const random = Array.from({ length: 200 }, (_, seed) =>
      compileText(new RandomRecords(seededRandom(seed)).rules(4, 1 + (seed % 3)).text),
    )
    for (const ruleset of [reported, ...random])
      for (const { name, expression, reads } of ruleset.assertions)
        expect([name, [...inputsBelow(ruleset, expression)].filter((input) => !reads.includes(input))]).toEqual([
          name,
          [],
        ])
  })

  it(`mean what a direct reading says, in ${RULESETS} random rulesets`, { tags: 'thorough' }, () => {
    const seen = compare(RULESETS, 1)
    console.info('records', seen)
    for (const kind of ['TRUE', 'FALSE', 'UNKNOWN', 'decided in spite of unknowns'])
      expect(seen[kind]).toBeGreaterThan(50)
    expect(seen['one listed outcome, and open']).toBeLessThan(RULESETS)
  })

  it(`mean what a direct reading says, in ${NIGHTLY_RULESETS} nightly rulesets`, {
    tags: 'nightly',
    timeout: 3_600_000,
  }, () => {
    console.info('records', compare(NIGHTLY_RULESETS, FIRST_SEED))
  })
})
