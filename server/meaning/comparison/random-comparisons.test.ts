/**
 * Compares random pairs of rulesets with tiers, by the solver only and by the reference meaning of the language. Finite
 * claims are checked with every dictionary, partial ones included; others with samples.
 */
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { type Completion, FALSE, NONE, type Outcomes, TRUE, type Value } from '../../engine/core/value'
import { isInside } from '../../engine/search/candidates'
import { compileText, startSolver } from '../../engine/testing/ask'
import { type Random, randomNumber, randomRules, seededRandom } from '../../engine/testing/random-rules'
import { referenceOutcome } from '../../engine/testing/reference'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { singleChanges } from '../testing/changed-ruleset'
import { underBuiltIn, wrongWitnesses } from '../testing/checked-witnesses'
import { EnumeratedAnswers, enumerateDictionaries, policyAnswer } from '../testing/enumerated-answers'
import type { CompleteAnswer } from './answers'
import { compareRulesets } from './comparison'
import type { ComparedPair, Comparison, Direction } from './comparison-result'

const PAIRS = 30
const NIGHTLY_PAIRS = 1_000
const SAMPLES = 60

const solver = startSolver()

function compared(before: CheckedRuleset, after: CheckedRuleset, mode: 'tiers' | 'solver-only'): Comparison {
  const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
  const tools = { solver, mode, budget, meter: new Meter(500_000_000) }
  const comparison = compareRulesets(underBuiltIn(before), underBuiltIn(after), tools)
  expect(wrongWitnesses(before, after, comparison, tools)).toEqual([])
  return comparison
}

/** Returns two independent texts, or a text and a copy with one change of a place or a policy. */
function randomPair(seed: number, hasNumbers: boolean): readonly [string, string] {
  const random = seededRandom(seed)
  const shape = { numbers: hasNumbers, nonlinear: seed % 20 === 7, assertions: 3 }
  const text = randomRules(random, shape)
  if (seed % 8 === 4) return withOtherMembers(text, random)
  if (seed % 2 === 0) return [text, randomRules(random, shape)]
  if (seed % 6 === 3) return [text, text.replace(/assert rule0( \[\w+\])?/, 'assert rule0 [pessimistic]')]
  const changes = singleChanges(text)
  return [text, changes[Math.floor(random() * changes.length)]?.text ?? text]
}

/** Adds a member on one side and changes one place. If a CASE names all members, the text stays. */
function withOtherMembers(text: string, random: Random): readonly [string, string] {
  const changes = singleChanges(text)
  const changed = changes[Math.floor(random() * 3 * changes.length)]?.text ?? text
  const other = changed.replace('{"meal", "travel"}', '{"meal", "travel", "lodging"}')
  if (/CASE kind OF "meal": .*"travel": /.test(text)) return [text, text]
  return random() < 0.5 ? [text, other] : [other, text]
}

interface Way {
  readonly before: CompleteAnswer
  readonly after: CompleteAnswer
}

const written = ({ before, after }: Way) => `${before} to ${after}`

function directionOf({ before, after }: Way): Direction {
  if (before === 'UNKNOWN') return 'gains a value'
  if (after === 'UNKNOWN') return 'loses a value'
  return before === 'TRUE' ? 'stricter' : 'looser'
}

const isOpen = ({ open }: ComparedPair) => open.length > 0

/** Throws if the pair disagrees with the answers to every dictionary. */
function againstAll(pair: ComparedPair, before: CheckedRuleset, after: CheckedRuleset): void {
  const [was, now] = [before, after].map((ruleset, side) => {
    const index = ruleset.assertions.findIndex(({ name }) => name === (side === 0 ? pair.before : pair.after))
    return { assertion: ruleset.assertions[index]!, answers: new EnumeratedAnswers(ruleset, index) }
  })
  const read = [...new Set([...was!.assertion.reads, ...now!.assertion.reads])]
  const claims = read.filter((input) => after.inputs[input]!.kind === 'claim')
  const ways = new Set<string>()
  const directions = new Set<Direction>()
  const membersOf = ({ inputs }: CheckedRuleset) =>
    inputs.flatMap(({ type }) => (type.kind === 'enum' ? type.vocabulary : []))
  const accepting = membersOf(before).length < membersOf(after).length ? before : after
  for (const dictionary of enumerateDictionaries(accepting, claims, false)) {
    const way = { before: was!.answers.answer(dictionary), after: now!.answers.answer(dictionary) }
    if (way.before === way.after) continue
    ways.add(written(way))
    directions.add(directionOf(way))
  }
  expect([...ways].sort()).toEqual(pair.changes.map(written).sort())
  const [only] = directions
  const same = was!.assertion.policy === now!.assertion.policy ? 'same' : 'another policy'
  expect(pair.verdict).toBe(directions.size > 1 ? 'both' : (only ?? same))
  if (pair.verdict !== 'same') return
  const unless = pair.unless.map((claim) => after.inputs.findIndex(({ name }) => name === claim))
  for (const dictionary of enumerateDictionaries(accepting, claims, true))
    if (unless.every((claim) => dictionary[claim] !== null))
      expect(now!.answers.answer(dictionary)).toBe(was!.answers.answer(dictionary))
}

/** Compares the pair with random dictionaries inside the ranges. */
function againstSamples(pair: ComparedPair, before: CheckedRuleset, after: CheckedRuleset, random: Random): void {
  const ways = pair.changes.map(written)
  for (let i = 0; i < SAMPLES; i++) {
    const dictionary = randomDictionary(after, random)
    const way = {
      before: completeAnswer(before, pair.before, dictionary),
      after: completeAnswer(after, pair.after, dictionary),
    }
    if (way.before !== way.after && !isOpen(pair)) expect(ways).toContain(written(way))
  }
}

/** Values that both rulesets accept. */
function randomDictionary({ inputs }: CheckedRuleset, random: Random): Completion {
  return inputs.map(({ type, range }): Value => {
    if (type.kind === 'boolean') return random() < 0.5
    if (type.kind === 'enum')
      return type.vocabulary[Math.floor(random() * Math.min(type.vocabulary.length, type.ordered ? 3 : 2))]!
    let number = randomNumber(random)
    while (range !== null && !isInside(number, range)) number = randomNumber(random)
    return number
  })
}

function completeAnswer(ruleset: CheckedRuleset, name: string, dictionary: Completion): CompleteAnswer {
  const index = ruleset.assertions.findIndex((assertion) => assertion.name === name)
  const local = ruleset.inputs.findIndex(({ kind }) => kind === 'local')
  const outcomes = [false, true].reduce<Outcomes>((all, value) => {
    const outcome = referenceOutcome(ruleset, index, dictionary.with(local, value))
    return all | (outcome === null ? NONE : outcome ? TRUE : FALSE)
  }, 0)
  return policyAnswer(ruleset.assertions[index]!.policy, outcomes)
}

function run(count: number, hasNumbers: boolean, firstSeed: number): Record<string, number> {
  const seen: Record<string, number> = {}
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const [one, other] = randomPair(seed, hasNumbers)
    const [before, after] = [compileText(one), compileText(other)]
    const [byTiers, bySolver] = [compared(before, after, 'tiers'), compared(before, after, 'solver-only')]
    byTiers.pairs.forEach((pair, index) => {
      const { verdict } = pair
      seen[verdict] = (seen[verdict] ?? 0) + 1
      if (!isOpen(pair) && !isOpen(bySolver.pairs[index]!))
        expect([seed, pair.after, bySolver.pairs[index]!.verdict]).toEqual([seed, pair.after, verdict])
      if (hasNumbers) againstSamples(pair, before, after, seededRandom(seed))
      else againstAll(pair, before, after)
    })
  }
  return seen
}

it(`agree on ${PAIRS} pairs over finite claims, by every dictionary`, { tags: 'thorough' }, () => {
  const seen = run(PAIRS, false, 0)
  console.info('finite pairs', seen)
  expect(seen['not decided']).toBeUndefined()
})

it(`agree on ${PAIRS} pairs with numbers, by samples`, { tags: 'thorough' }, () => {
  console.info('pairs with numbers', run(PAIRS, true, 50_000))
})

it(`agree on ${NIGHTLY_PAIRS} pairs of each kind`, { tags: 'nightly', timeout: 3_600_000 }, () => {
  console.info('finite pairs', run(NIGHTLY_PAIRS, false, 1_000_000))
  console.info('pairs with numbers', run(NIGHTLY_PAIRS, true, 2_000_000))
})
