/**
 * `equal` is proved for every dictionary, also with unknown claims. A detector has different answers before and after.
 */
import { FALSE, NONE, TRUE } from '../../engine/core/value'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import type { Limit } from '../answer'
import { type Condition, conditionOf, type Space } from '../condition'
import { type AskTools, findWitness, spentBudget } from '../find-witness'
import { type Variation, varyPart } from '../parts/variation'
import { nodesOf } from '../question-ruleset'
import { askCondition } from '../questions'
import { type AskedAssertion, ChangedAssertion, type Facts, factsOf } from './answering'
import type { Change } from './changes'
import type { DrawnDictionaries } from './drawn-dictionaries'
import type { RecentPrograms } from './recent-programs'
import { findUnknownDictionary } from './unknown-dictionary'
import { type VisibleDifference, visibleDifference } from './visible-difference'

/** `shown` is null for a dictionary with unknown claims. */
export interface Detector {
  readonly assertion: number
  readonly facts: Facts
  readonly shown: VisibleDifference | null
}

export type Effect =
  | { readonly status: 'equal' }
  | { readonly status: 'detected'; readonly detector: Detector }
  /** The limit is null without a solver. */
  | { readonly status: 'undecided'; readonly limit: Limit | 'questions' | null }

interface ChangedCondition {
  readonly assertion: number
  readonly space: Space
  readonly condition: Condition
  readonly before: AskedAssertion
  readonly after: AskedAssertion
}

export interface SharedByChanges {
  /** By assertion. */
  readonly originals: readonly AskedAssertion[]
  readonly programs: RecentPrograms
  readonly drawn: DrawnDictionaries
}

export class JudgedChange {
  private readonly variation: Variation | null
  /** By place among the affected assertions; lazy, because the first ones often decide. */
  private readonly made: ChangedCondition[] = []

  /** @throws StepsExceededError */
  constructor(
    private readonly ruleset: CheckedRuleset,
    readonly change: Change,
    private readonly shared: SharedByChanges,
    private readonly tools: AskTools,
  ) {
    // All definitions are copied.
    if (change.kind === 'part' && change.part.owner.kind === 'definition')
      tools.meter.spend(nodesOf({ lets: ruleset.lets, assertions: [] }))
    this.variation = change.kind === 'part' ? varyPart(ruleset, change.part, [change.replacement()]) : null
  }

  private condition(place: number): ChangedCondition {
    this.made[place] ??= this.changed(this.change.affected[place]!)
    return this.made[place]
  }

  private changed(assertion: number): ChangedCondition {
    const { ruleset, change, variation } = this
    const { originals, programs } = this.shared
    const space = variation?.space ?? ruleset
    const { [assertion]: original } = ruleset.assertions
    const condition = variation?.condition(assertion, 0) ?? conditionOf(original!)
    const policy = change.kind === 'policy' ? change.policy : original!.policy
    const after = new ChangedAssertion(space, condition, policy, programs)
    return { assertion, space, condition, before: originals[assertion]!, after }
  }

  /** @param isJudged whether answers of the assertion count */
  isDetectedBy(facts: Facts, isJudged: (assertion: number) => boolean): boolean {
    return this.change.affected.some((assertion, place) => {
      if (!isJudged(assertion)) return false
      const { before, after } = this.condition(place)
      return this.differ(before, after, facts)
    })
  }

  private differ(before: AskedAssertion, after: AskedAssertion, facts: Facts): boolean {
    const changed = after.answer(facts, this.tools)
    return changed !== null && changed !== before.answer(facts, this.tools)
  }

  effect(): Effect {
    if (this.change.kind === 'policy') return this.policyEffect(this.change.assertion, this.change.policy)
    let result: Effect = { status: 'equal' }
    for (const place of this.change.affected.keys()) {
      const spent = spentBudget(this.tools.meter)
      if (spent !== null) return { status: 'undecided', limit: spent }
      const effect = this.effectOn(this.condition(place))
      if (effect.status === 'detected') return effect
      if (effect.status === 'undecided') result = effect
    }
    return result
  }

  private effectOn(each: ChangedCondition): Effect {
    const { assertion, space, condition } = each
    const original = this.ruleset.assertions[assertion]!
    const shown = visibleDifference(space, conditionOf(original), condition, original.policy)
    const { drawn } = this.shared
    const hints = shown.isSettled ? drawn.of(assertion) : []
    const answer = askCondition(shown.space, shown.condition, this.tools, shown.known, hints)
    if (answer.status === 'needs solver') return { status: 'undecided', limit: null }
    if (answer.status === 'not decided') return { status: 'undecided', limit: answer.limit }
    if (answer.status === 'proved' && answer.holds === 'everywhere') return { status: 'equal' }
    if (answer.status === 'witness') {
      const facts = factsOf(this.ruleset, answer.witness.values)
      if (this.differ(each.before, each.after, facts)) {
        drawn.add(assertion, answer.witness.values.slice(0, this.ruleset.inputs.length))
        return { status: 'detected', detector: { assertion, facts, shown } }
      }
    }
    return this.unknownEffect(each)
  }

  private unknownEffect({ assertion, space, condition, before, after }: ChangedCondition): Effect {
    const original = this.ruleset.assertions[assertion]!
    const search = findUnknownDictionary(space, [conditionOf(original), condition], original.policy, this.tools)
    if (search.status === 'none') return { status: 'equal' }
    if (search.status === 'undecided') return search
    const facts = factsOf(this.ruleset, search.known)
    if (this.differ(before, after, facts)) return { status: 'detected', detector: { assertion, facts, shown: null } }
    // It is answered differently, but one check ends at its budget.
    return { status: 'undecided', limit: 'solver_steps' }
  }

  /**
   * Policies differ if an answer is open. If any dictionary is open, so is the empty one: it has all completions of the
   * others.
   */
  private policyEffect(assertion: number, policy: Policy): Effect {
    const { [assertion]: original } = this.ruleset.assertions
    const condition = conditionOf(original!)
    const facts = factsOf(
      this.ruleset,
      this.ruleset.inputs.map(() => null),
    )
    const { before, after } = this.condition(0)
    if (this.differ(before, after, facts)) return { status: 'detected', detector: { assertion, facts, shown: null } }
    const outcomes = [TRUE, FALSE, NONE].map((outcome) => findWitness(this.ruleset, condition, outcome, this.tools))
    const undecided = outcomes.find(({ status }) => status === 'undecided' || status === 'needs solver')
    const isResolved = [original!.policy, policy].some((each) => each !== 'neutral')
    if (undecided === undefined || !isResolved) return { status: 'equal' }
    return { status: 'undecided', limit: undecided.status === 'undecided' ? undecided.limit : null }
  }
}
