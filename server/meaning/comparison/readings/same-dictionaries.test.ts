/**
 * Compares every statement about a pair of assertions or reports with `check` of the same dictionary before and now, for
 * random declarations.
 */
import { expect, it } from 'vitest'
import { createBinder } from '../../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../../engine/claims/reading'
import { Meter } from '../../../engine/core/meter'
import { decideAll } from '../../../engine/decide/decide'
import type { DecideTools } from '../../../engine/decide/decide-possible'
import { compileProgram } from '../../../engine/evaluate/program'
import { reportValues } from '../../../engine/reports'
import { compileText, startSolver } from '../../../engine/testing/ask'
import { seededRandom } from '../../../engine/testing/random-rules'
import type { CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import type { ClaimDictionary, ClaimValue } from '../../claim-dictionary'
import { underBuiltIn, wrongWitnesses } from '../../testing/checked-witnesses'
import { pickItem } from '../../testing/small-rules'
import { compareRulesets } from '../comparison'
import type { Comparison } from '../comparison-result'

const PAIRS = 60
const NIGHTLY_PAIRS = 2_000

const solver = startSolver()

interface Form {
  readonly types: readonly string[]
  readonly conditions: readonly string[]
  readonly values: readonly ClaimValue[]
}

const CODES = ['', ' or {"b"}', ' or {"b", "c"}', ' or {"b"} else "o"', ' or {"c"} else "p"', ' else "o"']
const OTHERS: readonly ClaimValue[] = ['b', 'c', 'o', 'p', 'B', 'zz', null]

const FORMS: readonly Form[] = [
  {
    types: [...CODES, ' or {"2"}'].flatMap((code) => [`numeric${code}`, `whole${code}`]),
    conditions: ['v >= 2', 'v < 2.5', 'v != 1', 'v == "b"', 'v != "o"', 'Or(v == "b", v > 1)', 'v != "c"', 'v != "2"'],
    values: ['1', '2', '2.5', '3', '-1', ...OTHERS],
  },
  {
    types: ['USD', 'EUR', 'm', 'km'].flatMap((unit) => CODES.map((code) => `numeric "${unit}"${code}`)),
    conditions: ['v == "b"', 'v != "o"', 'v != "c"', 'Or(v == "b", v > 1 "USD")', 'v > 1 "km"'],
    values: ['1 USD', '5 USD', '5 EUR', '1 m', '5 km', ...OTHERS],
  },
  {
    types: CODES.map((code) => `date${code}`),
    conditions: ['v >= 2024-01-31', 'v == "b"', 'v != "o"'],
    values: ['2024-01-30', '2024-01-31', ...OTHERS],
  },
  {
    types: ['{"x"}', '{"x", "y"}', '{"x", "X"}', '{"x", "b"}'].flatMap((members) => [
      `enum ${members}`,
      `enum ${members} else "x"`,
      `enum ${members} else "o"`,
      ...(members.includes('X') ? [] : [`enum ${members} ignoring case`]),
    ]),
    conditions: ['v == "x"', 'v == "o"', 'v != "y"', 'v == "X"', 'v == "b"'],
    values: ['x', 'y', 'X', 'Y', ...OTHERS],
  },
  {
    types: ['text', 'text or {"NA"}', 'text ignoring case', 'text ignoring case or {"NA"}'],
    conditions: ['v == "NA"', 'v != "x"', 'Or(v == "x", v == "y")', 'IsGiven(v)', 'Matches(v, zip)', 'Length(v) > 2'],
    values: ['NA', 'na', 'x', 'X', '', 'abc', '1234', '12345', null],
  },
]

interface Subject {
  readonly before: string
  readonly after: string
  readonly dictionaries: readonly ClaimDictionary[]
}

const WRAPPERS = ['plain', 'record', 'optional', 'list'] as const

function subjectOf(seed: number): Subject {
  const random = seededRandom(seed)
  const form = pickItem(random, FORMS)
  const wrapper = pickItem(random, WRAPPERS)
  const isOtherWrapper = (wrapper === 'record' || wrapper === 'optional') && random() < 0.5
  const condition = pickItem(random, form.conditions)
  const second = random() < 0.3 ? pickItem(random, form.conditions) : condition
  const text = (type: string, condition: string, around: (typeof WRAPPERS)[number], digits: string) => {
    const policy = pickItem(random, ['', ' [pessimistic]'])
    const body = pickItem(random, [condition, `Or(flag, ${condition})`])
    return `version 1.4;\nshape zip = "[0-9]{${digits}}";\ndeclare flag as boolean;\n${wrapped(around, type)}\nassert a${policy} { ${placed(around, body)} };\nreport s = If(${placed(around, body)}, 1, 2);\n`
  }
  const later = isOtherWrapper ? (wrapper === 'record' ? 'optional' : 'record') : wrapper
  const before = text(pickItem(random, form.types), condition, wrapper, '5')
  const after = text(pickItem(random, form.types), second, later, pickItem(random, ['5', '4,5']))
  const isInside = wrapper === 'record' || wrapper === 'optional'
  const dictionaries = [true, false].flatMap((flag) => [
    ...form.values.map((value) => ({ flag, ...dictionaryOf(wrapper, value) }) as ClaimDictionary),
    ...(isInside ? [{ flag, r: 'absent' } as ClaimDictionary, { flag, r: null } as ClaimDictionary] : []),
    ...(wrapper === 'list' ? [{ flag, r: [] } as ClaimDictionary] : []),
  ])
  return { before, after, dictionaries }
}

function wrapped(wrapper: (typeof WRAPPERS)[number], type: string): string {
  if (wrapper === 'plain') return `declare v as ${type};`
  if (wrapper === 'list') return `declare r as list of { v as ${type} } up to 2;`
  return `declare r as ${wrapper === 'optional' ? 'optional ' : ''}record { v as ${type} };`
}

function placed(wrapper: (typeof WRAPPERS)[number], condition: string): string {
  const inside = condition.replaceAll(/\bv\b/g, wrapper === 'list' ? 'e.v' : 'r.v')
  if (wrapper === 'plain') return condition
  if (wrapper === 'list') return `ForAll(e in r, ${inside})`
  return wrapper === 'optional' ? `And(IsGiven(r), ${inside})` : inside
}

function dictionaryOf(wrapper: (typeof WRAPPERS)[number], v: ClaimValue): ClaimDictionary {
  return wrapper === 'plain' ? { v } : wrapper === 'list' ? { r: [{ v }] } : { r: { v } }
}

function compiled(text: string): CheckedRuleset | null {
  try {
    return compileText(text)
  } catch {
    return null
  }
}

/** Null if the dictionary is rejected. */
function answerTo(ruleset: CheckedRuleset, claims: ClaimDictionary, tools: DecideTools): string | null {
  const { library } = underBuiltIn(ruleset)
  const binding = createBinder(ruleset, library, DEFAULT_BIND_LIMITS).bind(claims, tools.meter)
  if (!binding.ok) return null
  const results = decideAll(compileProgram(ruleset), binding.known, binding.unbridged, tools)
  return results === 'needs solver' ? results : results[0]!.check
}

/** Null if the dictionary is rejected. */
function reportedTo(ruleset: CheckedRuleset, claims: ClaimDictionary, tools: DecideTools): string | null {
  const { library } = underBuiltIn(ruleset)
  const binding = createBinder(ruleset, library, DEFAULT_BIND_LIMITS).bind(claims, tools.meter)
  if (!binding.ok) return null
  const [report] = reportValues(compileProgram(ruleset), binding.known, binding.unbridged)
  return report?.value ?? 'no value'
}

/** Dictionaries that give the report another value, of which the comparison says nothing. */
function unreported(
  [was, now]: readonly [CheckedRuleset, CheckedRuleset],
  { findings }: Comparison,
  dictionaries: readonly ClaimDictionary[],
  tools: DecideTools,
): readonly string[] {
  if (findings.some(({ kind }) => kind === 'report-changed' || kind === 'report-not-decided')) return []
  return dictionaries.flatMap((claims) => {
    if (JSON.stringify(claims).includes('null')) return []
    const values = [reportedTo(was, claims, tools), reportedTo(now, claims, tools)]
    if (values.includes(null) || values[0] === values[1]) return []
    return [`${JSON.stringify(claims)}: reported ${values.join(' to ')}`]
  })
}

function problemsOf({ before, after, dictionaries }: Subject, seen: Record<string, number>): readonly string[] {
  const [was, now] = [compiled(before), compiled(after)]
  // A code that the claim does not have is a mistake of the rules.
  if (was === null || now === null) return []
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode: 'tiers', budget, meter: new Meter(500_000_000, 50_000_000) } as const
  const comparison = compareRulesets(underBuiltIn(was), underBuiltIn(now), tools)
  const [pair] = comparison.pairs
  const { verdict, changes, open, unless } = pair!
  seen[verdict] = (seen[verdict] ?? 0) + 1
  const problems = [
    ...wrongWitnesses(was, now, comparison, tools),
    ...unreported([was, now], comparison, dictionaries, tools),
  ]
  const hasUnits = before.includes('numeric "') || after.includes('numeric "')
  for (const { witness } of changes)
    if (!hasUnits && JSON.stringify(witness.before) !== JSON.stringify(witness.after))
      problems.push(`“${witness.words}” is about two dictionaries`)
  if (verdict === 'not comparable') return problems
  const ways = [...changes, ...open].map((way) => `${way.before} to ${way.after}`)
  for (const claims of dictionaries) {
    const isUnknown = JSON.stringify(claims).includes('null')
    if (isUnknown && (unless.length > 0 || verdict !== 'same')) continue
    const answers = [answerTo(was, claims, tools), answerTo(now, claims, tools)]
    if (answers.includes(null) || answers[0] === answers[1]) continue
    if (!ways.includes(answers.join(' to '))) problems.push(`${JSON.stringify(claims)}: ${answers.join(' to ')}`)
  }
  return problems
}

function run(count: number, firstSeed: number): void {
  const seen: Record<string, number> = {}
  const failures: unknown[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const subject = subjectOf(seed)
    const problems = problemsOf(subject, seen)
    if (problems.length > 0) failures.push({ seed, problems, before: subject.before, after: subject.after })
  }
  console.info(`${count} pairs`, seen)
  expect(failures).toEqual([])
  expect(Object.keys(seen).length).toBeGreaterThan(3)
}

it(`agrees with check of ${PAIRS} pairs`, { tags: 'thorough', timeout: 60_000 }, () => run(PAIRS, 0))

it(`agrees with check of ${NIGHTLY_PAIRS} pairs`, { tags: 'nightly', timeout: 3_600_000 }, () =>
  run(NIGHTLY_PAIRS, 1_000_000),
)
