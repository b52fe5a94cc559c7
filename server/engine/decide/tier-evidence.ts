/**
 * Evidence from the tiers in turn: exact evaluation, exhaustion or boundary samples, then the solver.
 *
 * Promises: a later tier is asked only for what the earlier ones left open, and is told nothing of them, so where no
 * budget stops it the evidence is that of the solver alone.
 */
import type { Outcomes } from '../outcome'
import { FALSE, NONE, TRUE } from '../outcome'
import type { Completion } from '../value'
import { PAIR_STEPS, SAMPLE_STEPS } from '../witness/caps'
import { Exhaustion } from '../witness/exhaustion'
import { hasSamplePair, walk } from '../witness/pairs'
import type { Question } from '../witness/question'
import { sampleWitnesses } from '../witness/samples'
import { type Evidence, type Finding, NEEDS_SOLVER, type NeedsSolver, type Relevance } from './evidence'
import type { SolverEvidence } from './solver-evidence'

export class TierEvidence implements Evidence {
  private readonly exhaustion: Exhaustion | null
  private readonly witnesses: Map<Outcomes, Completion>
  /** Inputs that a walk between witnesses proved relevant, and the completions it passed. */
  private walked: { readonly relevant: ReadonlySet<number>; readonly passed: readonly Completion[] } | null = null

  /**
   * @param possible what tier 1 leaves possible
   * @param solver null where none is at hand
   */
  constructor(
    private readonly question: Question,
    private readonly possible: Outcomes,
    private readonly solver: SolverEvidence | null,
  ) {
    this.exhaustion = Exhaustion.of(question)
    this.witnesses =
      this.exhaustion === null ? sampleWitnesses(question, possible & (TRUE | FALSE), SAMPLE_STEPS) : new Map()
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
    const found = this.solver.find(wanted)
    if (found.status === 'found') this.witnesses.set(found.outcome, found.completion)
    return found
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
    if (relevant.has(input) || hasSamplePair(this.question, input, passed, PAIR_STEPS)) return 'relevant'
    return this.solver === null ? NEEDS_SOLVER : this.solver.relevance(input)
  }

  /** True and false are sought together, as one search finds both; no value only where that is asked for. */
  private witness(outcome: Outcomes): Completion | null {
    if (outcome === NONE && !this.witnesses.has(NONE))
      for (const [seen, completion] of sampleWitnesses(this.question, NONE, SAMPLE_STEPS))
        this.witnesses.set(seen, completion)
    return this.witnesses.get(outcome) ?? null
  }

  private walk(): { readonly relevant: ReadonlySet<number>; readonly passed: readonly Completion[] } {
    this.walked ??= this.walkWitnesses()
    return this.walked
  }

  private walkWitnesses(): { readonly relevant: ReadonlySet<number>; readonly passed: readonly Completion[] } {
    const [first, ...others] = [...this.witnesses.values()]
    if (first === undefined) return { relevant: new Set(), passed: [] }
    const relevant = new Set<number>()
    const passed = [first]
    for (const other of others) {
      const steps = walk(this.question, first, other)
      for (const input of steps.relevant) relevant.add(input)
      passed.push(other, ...steps.passed)
    }
    return { relevant, passed }
  }
}
