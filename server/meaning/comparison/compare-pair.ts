import { ANY, type Completion, FALSE, type Known, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { unbridgedResult } from '../../engine/decide/assertion-result'
import { decideAssertion } from '../../engine/decide/decide'
import { EngineDisagreementError } from '../../engine/decide/evidence'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import type { Names } from '../../engine/explain/english/names'
import { factsInWords } from '../../engine/explain/english/values'
import { isInside } from '../../engine/search/candidates'
import { Rational } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Answer } from '../answer'
import { claimDictionary } from '../claim-dictionary'
import { conjunction, difference, disjunction, type Space } from '../condition'
import { type AskTools, limitOf, spentBudget } from '../find-witness'
import { ConditionLines } from '../outcomes-along'
import { compileWithin, conditionsRuleset, inputsOf } from '../question-ruleset'
import { askCondition } from '../questions'
import { type AnswerConditions, type CompleteAnswer, hasAnswer, SettledLocals } from './answers'
import {
  ANSWER_WAYS,
  type AnswerChange,
  type AnswerWay,
  type ComparedPair,
  type OpenReason,
  type OpenWay,
  type PairVerdict,
  type PartialWitness,
} from './comparison-result'
import { EdgeOfChange } from './edge-of-change'
import { listInWords } from './finding'
import type { BothRanges, JoinedRulesets } from './joined-rulesets'
import { type NarrowSpace, narrowSpace, widenValues } from './narrow-space'

export type PairOutcome = Pick<ComparedPair, 'verdict' | 'proof' | 'changes' | 'open' | 'partial'>

export const SAME_BY_TEXT: PairOutcome = { verdict: 'same', proof: 'text', changes: [], open: [], partial: null }

export class PairComparison {
  constructor(
    private readonly joined: JoinedRulesets,
    private readonly names: Names,
    private readonly tools: AskTools,
  ) {}

  /**
   * Finds each way in which answers change, with a witness that both rulesets answer as stated. Under one policy,
   * `same` applies to every dictionary (decisions/027), unless a vocabulary changed. After a spent budget, ways stay
   * open.
   * @param before,after assertions by index in their rulesets
   */
  compare(before: number, after: number): PairOutcome {
    const { joined, tools } = this
    const spent = spentBudget(tools.meter)
    if (spent !== null) return makeOutcome('not decided', { open: openInAll(spent) })
    const narrow = narrowSpace(joined.space, [joined.before.condition(before), joined.after.condition(after)])
    const differs = askCondition(narrow.space, difference(...narrow.conditions), tools)
    const isEqual = differs.status === 'proved' && differs.holds === 'everywhere'
    if (isEqual && !this.isSettledByPolicy(before, after, narrow.space))
      return makeOutcome('same', { proof: 'question' })
    if (narrow.inputs.some((input) => joined.apart.has(input))) return makeOutcome('not comparable')
    try {
      return new OpenPair(joined, narrow, this.names, tools, [before, after]).compare(differs)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      return makeOutcome('not decided', { open: openInAll(limit) })
    }
  }

  /** Whether the policies answer equal outcomes differently because a local is always open. */
  private isSettledByPolicy(before: number, after: number, { inputs }: Space): boolean {
    const { before: was, after: now } = this.joined
    if (was.ruleset.assertions[before]!.policy === now.ruleset.assertions[after]!.policy) return false
    return inputs.some(({ kind }) => kind === 'local')
  }
}

const OUTCOME_OF: Readonly<Record<CompleteAnswer, Outcomes>> = { TRUE, FALSE, UNKNOWN: NONE }

/** Values of each ruleset's inputs. */
type BothSides = readonly [before: Known, after: Known]

/** A pair whose answers are not proved equal. */
class OpenPair {
  private readonly settled: SettledLocals
  private readonly sides: readonly [AnswerConditions, AnswerConditions] | null
  private readonly claims: readonly number[]
  private readonly locals: readonly number[]
  private readonly program: Program

  /** @throws StepsExceededError */
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
      return makeOutcome('differs outside the ranges', { partial: this.partial(differs.outside.values) })
    if (this.sides === null) return makeOutcome('not decided', { open: openInAll('locals') })
    const shown = this.wayOf(differs)
    const answered = this.possibleWays().map((way) => ({ way, answer: way === shown ? differs : this.ask(way) }))
    const changes: AnswerChange[] = []
    const open: OpenWay[] = []
    for (const { way, answer } of answered) {
      if (answer.status === 'witness') this.change(way, answer.witness.values, changes, open)
      else if (answer.status === 'not decided') open.push({ ...way, reason: answer.limit })
      else if (answer.status === 'needs solver') open.push({ ...way, reason: 'needs solver' })
    }
    const outside = answered.find(
      ({ answer }) => answer.status === 'proved' && answer.holds === 'within ranges',
    )?.answer
    const values = outside?.status === 'proved' && outside.holds === 'within ranges' ? outside.outside.values : null
    const partial = changes.length === 0 && values !== null ? this.partial(values) : null
    const verdict = verdictOf(changes, open, values !== null)
    return { verdict, proof: verdict === 'same' ? 'question' : null, changes, open, partial }
  }

  /** Null if a local decides too. */
  private wayOf(differs: Answer): AnswerWay | null {
    if (differs.status !== 'witness' || this.locals.length > 0) return null
    const [before, after] = ([0, 1] as const).map((side) => this.outcomesOf(side, differs.witness.values))
    return ANSWER_WAYS.find((way) => OUTCOME_OF[way.before] === before && OUTCOME_OF[way.after] === after) ?? null
  }

  /** Without a local, an answer follows from the outcome, and most conditions cannot have every outcome. */
  private possibleWays(): readonly AnswerWay[] {
    if (this.locals.length > 0) return ANSWER_WAYS
    const nothing = this.narrow.space.inputs.map(() => null)
    const [before, after] = ([0, 1] as const).map((side) => this.outcomesOf(side, nothing))
    return ANSWER_WAYS.filter(
      (way) => (before! & OUTCOME_OF[way.before]) !== 0 && (after! & OUTCOME_OF[way.after]) !== 0,
    )
  }

  private outcomesOf(side: number, known: Known): Outcomes {
    try {
      return this.program.evaluate(side, known, this.tools.meter)
    } catch (error) {
      if (limitOf(error) === null) throw error
      return ANY
    }
  }

  private ask(way: AnswerWay): Answer {
    const [before, after] = this.sides!
    const condition = conjunction([hasAnswer(before, way.before), hasAnswer(after, way.after)])
    return askCondition(this.settled.space, condition, this.tools, this.settled.known)
  }

  private change(way: AnswerWay, completion: Completion, changes: AnswerChange[], open: OpenWay[]): void {
    try {
      changes.push(this.changeAt(way, completion))
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      open.push({ ...way, reason: limit })
    }
  }

  private changeAt({ direction }: AnswerWay, completion: Completion): AnswerChange {
    const { space } = this.settled
    const edge = new EdgeOfChange(space, this.lines(), (claim) => this.rangesOf(claim))
    const values = edge.atEdge(completion, this.claims)
    const [before, after] = edge.answers(values)
    const both = this.onBothSides(values)
    this.replay(both, before, after)
    const decisive = edge.decisive(values, this.claims)
    const facts = factsInWords(space.inputs, decisive, values, this.names)
    const where = facts.length === 0 ? 'In every case' : `If ${listInWords(facts)}`
    const witness = {
      ...this.dictionaries(both),
      decisive: [...new Set(decisive.map((claim) => space.inputs[claim]!.name))],
      words: `${where}: ${before} before, ${after} now`,
    }
    return { direction, before, after, witness, regions: edge.regions(values, this.claims) }
  }

  private rangesOf(claim: number): BothRanges {
    const { range } = this.narrow.space.inputs[claim]!
    return this.joined.ownRanges.get(this.narrow.inputs[claim]!) ?? [range, range]
  }

  private lines(): ConditionLines {
    const { meter } = this.tools
    if (this.locals.length === 0) return new ConditionLines(this.program, meter)
    const conditions = this.sides!.flatMap(({ isTrue, isFalse }) => [isTrue, isFalse])
    return new ConditionLines(compileWithin(conditionsRuleset(this.settled.space, conditions), meter), meter)
  }

  private onBothSides(values: Known): BothSides {
    const { before, after, space, isOneDictionary } = this.joined
    const wide = widenValues(space, this.narrow.inputs, values)
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

  /** @throws EngineDisagreementError */
  private replay(both: BothSides, before: string, after: string): void {
    const answered = this.checks(both)
    if (answered === null || (answered[0] === before && answered[1] === after)) return
    const { name } = this.joined.after.ruleset.assertions[this.assertions[1]]!
    throw new EngineDisagreementError(
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

  /** Leaves claims outside their ranges unknown; null if the rulesets then agree. */
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

function makeOutcome(verdict: PairVerdict, more: Partial<PairOutcome> = {}): PairOutcome {
  return { verdict, proof: null, changes: [], open: [], partial: null, ...more }
}

function openInAll(reason: OpenReason): PairOutcome['open'] {
  return ANSWER_WAYS.map((way) => ({ ...way, reason }))
}

export function verdictOf(changes: readonly AnswerChange[], open: readonly OpenWay[], isOutside: boolean): PairVerdict {
  const [first] = changes
  if (first !== undefined) {
    if (changes.some(({ direction }) => direction !== first.direction)) return 'both'
    return open.length > 0 ? 'differs' : first.direction
  }
  if (open.some(({ reason }) => reason !== 'irrational')) return 'not decided'
  if (open.length > 0) return 'differs at irrational numbers'
  return isOutside ? 'differs outside the ranges' : 'same'
}

/**
 * Answers as POST /v1/check does; every witness is replayed before it is shown. Null if a needed solver is missing.
 * @param known null for unknown values; locals are never known
 * @throws StepsExceededError, SolverStepsExceededError, SolverMemoryExceededError, EngineDisagreementError
 */
export function checkOf(ruleset: CheckedRuleset, assertion: number, known: Known, tools: AskTools): string | null {
  const stated = ruleset.assertions[assertion]!
  if (stated.unbridged.length > 0) return unbridgedResult(ruleset, stated, new Map()).check
  const alone = conditionsRuleset(ruleset, [stated.expression])
  const { name, policy } = stated
  const program = compileProgram({ ...alone, assertions: [{ ...alone.assertions[0]!, name, policy }] })
  const result = decideAssertion(program, 0, withoutLocals(ruleset, known), tools)
  return result === 'needs solver' ? null : result.check
}

function withoutLocals({ inputs }: CheckedRuleset, known: Known): Known {
  if (!inputs.some(({ kind }) => kind === 'local')) return known
  return known.map((value, index) => (inputs[index]!.kind === 'local' ? null : value))
}
