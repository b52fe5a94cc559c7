/**
 * Exact evaluation, then exhaustion or samples, then the solver. A later tier answers only what earlier ones leave
 * open, with the solver's result unless a budget stops it.
 */

import { type Completion, FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import { SAMPLE_STEPS, STEERING_STEPS } from '../search/caps'
import { Exhaustion } from '../search/exhaustion'
import { findPairAround, hasSamplePair, type Seen, type Walk, walkBetween, withAllParts } from '../search/pairs'
import type { Question } from '../search/question'
import { sampledWitnesses } from '../search/samples'
import { isSensitised } from '../search/sensitising'
import { isExcludedByCases, possibleByCases } from '../search/splitting'
import { builtWitnesses, missingOutcomes } from '../search/steering'
import {
  type Evidence,
  type Finding,
  NEEDS_SOLVER,
  type NeedsSolver,
  type Relevance,
  type SolverEvidence,
} from './evidence'

export class TierEvidence implements Evidence {
  private readonly exhaustion: Exhaustion | null
  private readonly witnesses: Map<Outcomes, Completion>
  private readonly possible: Outcomes
  private walked: Walk | null = null
  private soughtNone = false

  constructor(
    private readonly question: Question,
    possible: Outcomes,
    private readonly solver: SolverEvidence | null,
  ) {
    this.exhaustion = Exhaustion.of(question)
    this.witnesses = this.exhaustion === null ? builtWitnesses(question, possible & (TRUE | FALSE)) : new Map()
    const isComplete = this.exhaustion !== null || missingOutcomes(this.witnesses, possible & (TRUE | FALSE)) === 0
    this.possible = isComplete ? possible : possibleByCases(question, possible)
    if (!isComplete) this.sample(this.possible & (TRUE | FALSE))
  }

  private sample(sought: Outcomes): void {
    const wanted = missingOutcomes(this.witnesses, sought)
    for (const [outcome, completion] of sampledWitnesses(this.question, wanted, SAMPLE_STEPS))
      this.witnesses.set(outcome, completion)
  }

  find(wanted: Outcomes): Finding | NeedsSolver {
    const sought = wanted & this.possible
    if (sought === 0) return { status: 'none' }
    if (this.exhaustion !== null) return this.exhausted(this.exhaustion, sought)
    for (const outcome of [TRUE, FALSE, NONE])
      if ((sought & outcome) !== 0) {
        const completion = this.witness(outcome)
        if (completion !== null) return { status: 'found', outcome, completion }
      }
    if (this.solver === null) return NEEDS_SOLVER
    const finding = this.solver.find(wanted)
    if (finding.status === 'found') this.witnesses.set(finding.outcome, finding.completion)
    return finding
  }

  private exhausted(exhaustion: Exhaustion, sought: Outcomes): Finding {
    const completion = exhaustion.first(sought)
    if (completion === null) return { status: 'none' }
    return { status: 'found', outcome: this.question.evaluate(completion), completion }
  }

  falseModel(): Finding | NeedsSolver {
    return this.solver === null ? NEEDS_SOLVER : this.solver.falseModel()
  }

  relevance(input: number): Relevance | NeedsSolver {
    if (!this.question.occurring.includes(input)) return 'irrelevant'
    if (this.exhaustion !== null) return this.exhaustion.isRelevant(input) ? 'relevant' : 'irrelevant'
    const { relevant, passed } = this.walk()
    if (relevant.has(input)) return 'relevant'
    const around = findPairAround(this.question, input, passed)
    if (around !== null) return this.relevantAround(around)
    if (isExcludedByCases(this.question, input)) return 'irrelevant'
    if (isSensitised(this.question, input, STEERING_STEPS) || hasSamplePair(this.question, input)) return 'relevant'
    if (this.solver === null) return NEEDS_SOLVER
    const pair = this.solver.findPair(input)
    return typeof pair === 'string' ? pair : this.relevantAround(pair)
  }

  /** Begins with this completion from now on, because other inputs often matter at the same one. */
  private relevantAround(seen: Seen): Relevance {
    const { relevant, passed } = this.walk()
    this.walked = { relevant, passed: [seen, ...passed.filter((other) => other !== seen)] }
    return 'relevant'
  }

  private witness(outcome: Outcomes): Completion | null {
    // Sampled on request, once.
    if (outcome === NONE && !this.soughtNone) this.sample(NONE)
    this.soughtNone ||= outcome === NONE
    return this.witnesses.get(outcome) ?? null
  }

  private walk(): Walk {
    if (this.walked !== null) return this.walked
    const witnesses = [...this.witnesses].map(([outcome, completion]) => ({ outcome, completion }))
    const relevant = new Set<number>()
    const passed = [...witnesses]
    const [first, ...others] = witnesses
    for (const other of others)
      for (const steps of [walkBetween(this.question, first!, other), walkBetween(this.question, other, first!)]) {
        for (const input of steps.relevant) relevant.add(input)
        passed.unshift(...steps.passed)
      }
    const tried = passed.flatMap((seen) => [withAllParts(this.question, seen) ?? [], seen].flat())
    this.walked = { relevant, passed: tried }
    return this.walked
  }
}
