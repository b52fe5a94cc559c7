/**
 * What changes between two assertions: the same (proved), or each direction of change with a witness at its edge.
 *
 * Promises: under one policy, `same` holds for every dictionary, also where claims are unknown (decisions/027), but for
 * claims whose vocabulary changed; under two policies, comparison.ts turns `same` into `another policy`. Every witness was
 * answered by both rulesets as it says. Budgets end questions, never the comparison.
 */
import { EngineDisagreement } from '../engine/decide/evidence'
import type { Program } from '../engine/evaluate/program'
import type { Names } from '../engine/explain/english/names'
import { valueInWords } from '../engine/explain/english/sentence'
import { isInside } from '../engine/search/candidates'
import { ANY, type Completion, FALSE, type Known, NONE, type Outcomes, TRUE } from '../engine/value'
import { Rational } from '../language/numeric/rational'
import type { Range } from '../language/semantics/checked-ruleset'
import type { Answer } from './answer'
import { type AnswerConditions, answers, SettledLocals } from './answers'
import { claimDictionary } from './claim-dictionary'
import type {
  AnswerChange,
  ComparedPair,
  Direction,
  OpenReason,
  PairVerdict,
  PartialWitness,
} from './comparison-result'
import { compileWithin } from './compile-within'
import { conjunction, difference, disjunction, type Space } from './condition'
import { EdgeOfChange } from './edge-of-change'
import { type AskTools, limitOf, spentBudget } from './find-witness'
import { listInWords } from './finding'
import type { JoinedRulesets } from './joined-rulesets'
import { type NarrowSpace, narrowSpace, widened } from './narrow-space'
import { ConditionLines } from './outcomes-along'
import { conditionsRuleset, inputsOf } from './question-ruleset'
import { ask } from './questions'
import { checkOf } from './replay'

export type PairOutcome = Pick<ComparedPair, 'verdict' | 'proof' | 'changes' | 'open' | 'partial'>

export const SAME_BY_TEXT: PairOutcome = { verdict: 'same', proof: 'text', changes: [], open: [], partial: null }

const DIRECTIONS = ['stricter', 'looser', 'gains a value', 'loses a value'] as const

export class PairComparison {
  constructor(
    private readonly joined: JoinedRulesets,
    private readonly names: Names,
    private readonly tools: AskTools,
  ) {}

  /** @param before,after assertions by index in their rulesets */
  compare(before: number, after: number): PairOutcome {
    const { joined, tools } = this
    const spent = spentBudget(tools.meter)
    if (spent !== null) return outcome('not decided', { open: openInAll(spent) })
    const narrow = narrowSpace(joined.space, [joined.before.condition(before), joined.after.condition(after)])
    const differs = ask(narrow.space, difference(...narrow.conditions), tools)
    const isEqual = differs.status === 'proved' && differs.holds === 'everywhere'
    if (isEqual && !this.isSettledByPolicy(before, after, narrow.space)) return outcome('same', { proof: 'question' })
    if (narrow.inputs.some((input) => joined.apart.has(input))) return outcome('not comparable')
    try {
      return new OpenPair(joined, narrow, this.names, tools, [before, after]).compare(differs)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      return outcome('not decided', { open: openInAll(limit) })
    }
  }

  /** Whether equal outcomes are answered by different policies in every dictionary, because a local is open in each. */
  private isSettledByPolicy(before: number, after: number, { inputs }: Space): boolean {
    const { before: was, after: now } = this.joined
    if (was.ruleset.assertions[before]!.policy === now.ruleset.assertions[after]!.policy) return false
    return inputs.some(({ kind }) => kind === 'local')
  }
}

/** Values of the inputs of the earlier ruleset, and of the later one. */
type BothSides = readonly [before: Known, after: Known]

/** A pair whose answers are not proved equal. */
class OpenPair {
  private readonly settled: SettledLocals
  private readonly sides: readonly [AnswerConditions, AnswerConditions] | null
  private readonly claims: readonly number[]
  private readonly locals: readonly number[]
  /** Both conditions. */
  private readonly program: Program

  /** @throws StepsExceeded */
  constructor(
    private readonly joined: JoinedRulesets,
    private readonly narrow: NarrowSpace,
    private readonly names: Names,
    private readonly tools: AskTools,
    private readonly assertions: readonly [before: number, after: number],
  ) {
    const { space, conditions } = narrow
    const settled = new SettledLocals(space)
    this.settled = settled
    const [before, after] = [joined.before, joined.after].map((side, index) =>
      settled.conditions(conditions[index]!, side.ruleset.assertions[assertions[index]!]!.policy),
    )
    this.sides = before && after ? [before, after] : null
    const inputs = inputsOf(space, disjunction(conditions))
    this.claims = inputs.filter((input) => space.inputs[input]!.kind === 'claim')
    this.locals = inputs.filter((input) => space.inputs[input]!.kind === 'local')
    this.program = compileWithin(conditionsRuleset(space, conditions), tools.meter)
  }

  compare(differs: Answer): PairOutcome {
    if (differs.status === 'proved' && differs.holds === 'within ranges' && this.locals.length === 0)
      return outcome('differs outside the ranges', { partial: this.partial(differs.outside.values) })
    if (this.sides === null) return outcome('not decided', { open: openInAll('locals') })
    const shown = this.directionOf(differs)
    const answered = this.possibleDirections().map((direction) => ({
      direction,
      answer: direction === shown ? differs : this.ask(direction),
    }))
    const changes: AnswerChange[] = []
    const open: { direction: Direction; reason: OpenReason }[] = []
    for (const { direction, answer } of answered) {
      if (answer.status === 'witness') this.change(direction, answer.witness.values, changes, open)
      else if (answer.status === 'not decided') open.push({ direction, reason: answer.limit })
      else if (answer.status === 'needs solver') open.push({ direction, reason: 'needs solver' })
    }
    const outside = answered.find(
      ({ answer }) => answer.status === 'proved' && answer.holds === 'within ranges',
    )?.answer
    const values = outside?.status === 'proved' && outside.holds === 'within ranges' ? outside.outside.values : null
    const partial = changes.length === 0 && values !== null ? this.partial(values) : null
    const verdict = verdictOf(changes, open, values !== null)
    return { verdict, proof: verdict === 'same' ? 'question' : null, changes, open, partial }
  }

  /** The direction that a witness of a difference of outcomes shows; null where it may show none. */
  private directionOf(differs: Answer): Direction | null {
    if (differs.status !== 'witness' || this.locals.length > 0) return null
    const [before, after] = [0, 1].map((side) => this.outcomesOf(side, differs.witness.values))
    if (before === NONE) return 'gains a value'
    if (after === NONE) return 'loses a value'
    if (before === TRUE) return 'stricter'
    return before === FALSE ? 'looser' : null
  }

  /** Without a local, an answer is UNKNOWN only where a condition can be without a value. */
  private possibleDirections(): readonly Direction[] {
    const nothing = this.narrow.space.inputs.map(() => null)
    const hasLocals = this.locals.length > 0
    const [before, after] = [0, 1].map((side) => hasLocals || (this.outcomesOf(side, nothing) & NONE) !== 0)
    return DIRECTIONS.filter(
      (direction) => (direction !== 'gains a value' || before) && (direction !== 'loses a value' || after),
    )
  }

  /** What one side can come out as; anything where the evaluation steps are spent. */
  private outcomesOf(side: number, known: Known): Outcomes {
    try {
      return this.program.evaluate(side, known, this.tools.meter)
    } catch (error) {
      if (limitOf(error) === null) throw error
      return ANY
    }
  }

  private ask(direction: Direction): Answer {
    const [before, after] = this.sides!
    const condition = {
      stricter: () => [before.isTrue, after.isFalse],
      looser: () => [before.isFalse, after.isTrue],
      'gains a value': () => [answers(before, 'UNKNOWN'), disjunction([after.isTrue, after.isFalse])],
      'loses a value': () => [disjunction([before.isTrue, before.isFalse]), answers(after, 'UNKNOWN')],
    }[direction]()
    return ask(this.settled.space, conjunction(condition), this.tools, this.settled.known)
  }

  private change(
    direction: Direction,
    completion: Completion,
    changes: AnswerChange[],
    open: { direction: Direction; reason: OpenReason }[],
  ): void {
    try {
      changes.push(this.changeAt(direction, completion))
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      open.push({ direction, reason: limit })
    }
  }

  private changeAt(direction: Direction, completion: Completion): AnswerChange {
    const { space } = this.settled
    const edge = new EdgeOfChange(
      space,
      this.lines(),
      (claim) => this.outerRange(claim),
      (claim) => this.joined.sideRanges.get(this.narrow.inputs[claim]!) ?? null,
    )
    const values = edge.atEdge(completion, this.claims)
    const [before, after] = edge.answers(values)
    const both = this.onBothSides(values)
    this.replay(both, before, after)
    const decisive = edge.decisive(values, this.claims)
    const facts = decisive.map((claim) => valueInWords(space.inputs[claim]!, values[claim]!, this.names))
    const where = facts.length === 0 ? 'In every case' : `Where ${listInWords(facts)}`
    const witness = {
      ...this.dictionaries(both),
      decisive: decisive.map((claim) => space.inputs[claim]!.name),
      words: `${where}: ${before} before, ${after} now`,
    }
    return { direction, before, after, witness, regions: edge.regions(values, this.claims) }
  }

  private outerRange(claim: number): Range | null {
    const outer = this.joined.outerRanges.get(this.narrow.inputs[claim]!)
    return outer === undefined ? this.narrow.space.inputs[claim]!.range : outer
  }

  private lines(): ConditionLines {
    const { meter } = this.tools
    if (this.locals.length === 0) return new ConditionLines(this.program, meter)
    const conditions = this.sides!.flatMap(({ isTrue, isFalse }) => [isTrue, isFalse])
    return new ConditionLines(compileWithin(conditionsRuleset(this.settled.space, conditions), meter), meter)
  }

  /** Values of the narrow space as values of every input of each ruleset. */
  private onBothSides(values: Known): BothSides {
    const { before, after, space, isOneDictionary } = this.joined
    const wide = widened(space, this.narrow.inputs, values)
    const now = after.valuesOf(wide)
    return [isOneDictionary ? now : before.valuesOf(wide), now]
  }

  private dictionaries([before, after]: BothSides) {
    const { joined } = this
    const written = claimDictionary(joined.after.ruleset, after)
    return {
      before: joined.isOneDictionary ? written : claimDictionary(joined.before.ruleset, before),
      after: written,
    }
  }

  /** @throws EngineDisagreement */
  private replay(both: BothSides, before: string, after: string): void {
    const answered = this.checks(both)
    if (answered === null || (answered[0] === before && answered[1] === after)) return
    const { name } = this.joined.after.ruleset.assertions[this.assertions[1]]!
    throw new EngineDisagreement(
      name,
      `a witness is answered ${answered.join(', then ')}, not ${before}, then ${after}`,
    )
  }

  private checks(both: BothSides): readonly [string, string] | null {
    const [before, after] = [this.joined.before, this.joined.after].map((side, index) =>
      checkOf(side.ruleset, this.assertions[index]!, both[index]!, this.tools),
    )
    return before && after ? [before, after] : null
  }

  /** The dictionary without the claims that are outside their ranges, where both rulesets answer it differently. */
  private partial(outside: Completion): PartialWitness | null {
    const values = this.narrow.space.inputs.map(({ range }, index) => {
      const value = outside[index] ?? null
      return range !== null && value instanceof Rational && !isInside(value, range) ? null : value
    })
    try {
      const both = this.onBothSides(values)
      const answered = this.checks(both)
      if (answered === null || answered[0] === answered[1]) return null
      return { ...this.dictionaries(both), answers: answered }
    } catch (error) {
      if (limitOf(error) === null) throw error
      return null
    }
  }
}

function outcome(verdict: PairVerdict, more: Partial<PairOutcome> = {}): PairOutcome {
  return { verdict, proof: null, changes: [], open: [], partial: null, ...more }
}

function openInAll(reason: OpenReason): PairOutcome['open'] {
  return DIRECTIONS.map((direction) => ({ direction, reason }))
}

function verdictOf(changes: readonly AnswerChange[], open: PairOutcome['open'], isOutside: boolean): PairVerdict {
  const [first] = changes
  if (first !== undefined) return changes.length > 1 ? 'both' : open.length > 0 ? 'differs' : first.direction
  if (open.some(({ reason }) => reason !== 'irrational')) return 'not decided'
  if (open.length > 0) return 'differs at irrational numbers'
  return isOutside ? 'differs outside the ranges' : 'same'
}
