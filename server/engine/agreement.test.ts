import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { readDate } from '../language/numeric/calendar'
import { instantOf } from '../language/numeric/instant'
import { isRational, parseNumeral } from '../language/numeric/numeral'
import { fromInteger } from '../language/numeric/rational'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import { randomRuleset } from '../language/testing/random-ruleset'
import { randomKnown } from '../language/testing/random-values'
import { Meter } from './core/meter'
import type { Known, Value } from './core/value'
import { type AssertionResult, copyResult } from './decide/assertion-result'
import { decideAll } from './decide/decide'
import type { Program } from './evaluate/program'
import { compileZ3 } from './solver/z3-module'
import { Z3Solver } from './solver/z3-solver'
import { openText } from './testing/open-text'
import { randomClaims, randomRules, seededRandom } from './testing/random-rules'
import { referenceOutcome } from './testing/reference'

/** `npm test` compares this many conditions. The long run sets FORMULAS=100000 and reports its progress. */
const FORMULAS = Number(process.env.FORMULAS ?? 400)
const REPORT_EVERY = 10_000
const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }

const solver = new Z3Solver(compileZ3())
const seen = { TRUE: 0, FALSE: 0, UNKNOWN: 0, AMBIGUOUS: 0, undecided: 0 }

interface Case {
  readonly program: Program
  readonly known: Known
}

function denseCase(seed: number): Case {
  const random = seededRandom(seed)
  const shape = { numbers: seed % 4 !== 0, nonlinear: seed % 5 === 0, assertions: 10 }
  const program = openText(randomRules(random, shape))
  return { program, known: randomClaims(random, program.ruleset, random()) }
}

/** Every construct and all kinds of units. */
function wideCase(seed: number): Case {
  const options = { depth: 2 + (seed % 3), maxAssertions: 8, nonlinear: seed % 5 === 1, unbridged: seed % 7 === 1 }
  const [text = ''] = fc.sample(randomRuleset(options), { seed, numRuns: 1 })
  const program = openText(text)
  const [known = []] = fc.sample(randomKnown(program.ruleset), { seed, numRuns: 1 })
  return { program, known }
}

function decide({ program, known }: Case, mode: 'tiers' | 'solver-only'): AssertionResult[] {
  const results = decideAll(program, known, new Map(), { solver, budget: BUDGET, meter: new Meter(1e9), mode })
  if (results === 'needs solver') throw new Error('the solver at hand was not asked')
  return results.map(copyResult)
}

/** If a budget or an incomplete theory stopped a search, the answers need not be equal in every byte. */
function isUnsettled({ reasonUnknown }: AssertionResult): boolean {
  return reasonUnknown !== null && /not decided|may depend/i.test(reasonUnknown)
}

function compare(seed: number): void {
  const subject = seed % 2 === 0 ? denseCase(seed) : wideCase(seed)
  const bySolver = decide(subject, 'solver-only')
  decide(subject, 'tiers').forEach((answer, i) => {
    const other = bySolver[i]!
    const { source } = subject.program.ruleset.assertions[i]!
    seen[answer.check]++
    if (isUnsettled(answer) || isUnsettled(other)) {
      seen.undecided++
      expect([seed, source, [answer.check, other.check].sort()]).not.toEqual([seed, source, ['FALSE', 'TRUE']])
    } else expect([seed, source, answer]).toEqual([seed, source, other])
    for (const { counterexample } of [answer, other]) if (counterexample !== null) falsifies(subject, i, counterexample)
  })
}

/** Expects that the counterexample keeps all known values, supposes all others, and makes the condition false. */
function falsifies({ program: { ruleset }, known }: Case, assertion: number, counterexample: string): void {
  const { values, supposed } = readAssignment(ruleset, counterexample)
  const { reads, source } = ruleset.assertions[assertion]!
  expect([source, referenceOutcome(ruleset, assertion, values)]).toEqual([source, false])
  expect([source, supposed]).toEqual([source, reads.filter((input) => known[input] === null)])
  for (const input of reads) if (known[input] !== null) expect([source, values[input]]).toEqual([source, known[input]])
}

describe('the tiers and the solver', () => {
  it('give byte-identical answers when no budget stops them, and counterexamples that falsify', {
    tags: 'thorough',
    timeout: FORMULAS * 1_000,
  }, () => {
    const compared = () => seen.TRUE + seen.FALSE + seen.UNKNOWN
    for (let seed = 0, nextReport = REPORT_EVERY; compared() < FORMULAS; seed++) {
      compare(seed)
      if (compared() < nextReport) continue
      nextReport += REPORT_EVERY
      console.info('so far', seed, seen)
    }
    expect(Math.min(seen.TRUE, seen.FALSE, seen.UNKNOWN)).toBeGreaterThan(FORMULAS / 100)
    expect(seen.undecided).toBeLessThan(FORMULAS / 10)
  })
})

afterAll(() => console.info('conditions compared', seen))

const PART =
  /^(\w+) = ("(?:[^"\\]|\\.)*"|(?:a|another) [a-z _]+?|[^\s,]+(?: \+ \d+\/\d+ s)?)(?: "([^"]*)")?( \(supposed(?:, outside its range)?\))?(?:, |$)/

interface ReadAssignment {
  readonly values: Known
  readonly supposed: readonly number[]
}

/** Reads the text of a counterexample back. Throws unless the text assigns inputs in the order of declaration. */
function readAssignment(ruleset: CheckedRuleset, text: string): ReadAssignment {
  const values: (Value | null)[] = ruleset.inputs.map(() => null)
  const supposed: number[] = []
  let last = -1
  let rest = text
  while (rest !== '') {
    const match = PART.exec(rest)
    const input = ruleset.inputs.findIndex(({ name }) => name === match?.[1])
    if (match === null || input <= last) throw new Error(`no assignment in the order of declaration: ${text}`)
    const { declaredUnit, adoptedUnit } = ruleset.inputs[input]!
    if (match[3] !== (declaredUnit ?? adoptedUnit)?.text) throw new Error(`not in the unit of its claim: ${text}`)
    values[input] = readLiteral(match[2]!)
    if (match[4] !== undefined) supposed.push(input)
    last = input
    rest = rest.slice(match[0].length)
  }
  return { values, supposed }
}

function readLiteral(literal: string): Value {
  // A kind of texts, which is a member by its words.
  if (/^(?:a|another) /.test(literal)) return literal
  if (literal === 'True' || literal === 'False') return literal === 'True'
  if (literal.startsWith('"')) return String(JSON.parse(literal))
  const day = readDate(literal)
  if (day !== null) return fromInteger(day)
  const instant = instantOf(literal)
  if (instant !== null) return instant
  const number = parseNumeral(literal, 10_000)
  if (!isRational(number)) throw new Error(`${literal} is no literal`)
  return number
}
