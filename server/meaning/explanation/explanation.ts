/**
 * Explains answers. Every number is exact, and a whole check confirmed each proposal. The types of known values are
 * trusted to the binder.
 */

import { FALSE, type Known, NONE, TRUE } from '../../engine/core/value'
import type { Check, UnbridgedInputs } from '../../engine/decide/assertion-result'
import { decideAll } from '../../engine/decide/decide'
import { EngineDisagreementError, NEEDS_SOLVER, type NeedsSolver } from '../../engine/decide/evidence'
import type { Program } from '../../engine/evaluate/program'
import { LineIndex } from '../../language/text/line-index'
import type { Limit } from '../answer'
import { conditionOf } from '../condition'
import { type AskTools, findWitness, limitOf } from '../find-witness'
import { WHY_NOT_DECIDED } from '../open-questions'
import { AllowedValues, type Described, type Proposal, type Target } from './allowed-values'
import { AnswerExplainer } from './answer-explainer'
import type { AnswerExplanation, Explanation, Open, ProposalResult, Proposals } from './explanation-result'
import { ExplanationWords } from './explanation-words'
import { KnownValues } from './known-values'
import { nearestPassing, tryChanged } from './nearest-passing'
import { moreValuesHold, otherClaimsUndecided } from './open-values'
import { proposalResult } from './proposal-result'

export interface ExplanationSubject {
  readonly program: Program
  /** The text of the ruleset. */
  readonly source: string
  readonly known: Known
  readonly unbridged: UnbridgedInputs
}

export interface ExplanationOptions {
  /** An index; null for all. */
  readonly assertion: number | null
  /** Inputs that no proposal may change. */
  readonly fixed: ReadonlySet<number>
}

/**
 * @returns `needs solver` if only a solver can answer and `tools` has no solver
 * @throws StepsExceededError, SolverStepsExceededError, SolverMemoryExceededError, EngineDisagreementError as a check does
 */
export function explainAnswers(
  subject: ExplanationSubject,
  options: ExplanationOptions,
  tools: AskTools,
): Explanation | NeedsSolver {
  const { program, known, unbridged } = subject
  const results = decideAll(program, known, unbridged, tools)
  if (results === NEEDS_SOLVER) return NEEDS_SOLVER
  const checks = results.map(({ check }) => check)
  return new Explainer(subject, options, tools, checks).explain()
}

/**
 * Values of the claims that are not fixed under which every assertion holds.
 * @param checks the answers under the known values
 * @throws as {@link explainAnswers}
 */
export function proposeForAll(
  subject: ExplanationSubject,
  checks: readonly Check[],
  fixed: ReadonlySet<number>,
  tools: AskTools,
): Proposals | NeedsSolver {
  return new Explainer(subject, { assertion: null, fixed }, tools, checks).proposeForAll()
}

class Explainer {
  private readonly open: Open[] = []
  private readonly words: ExplanationWords
  private readonly answers: AnswerExplainer

  constructor(
    private readonly subject: ExplanationSubject,
    private readonly options: ExplanationOptions,
    private readonly tools: AskTools,
    private readonly checks: readonly Check[],
  ) {
    const { program, source, known, unbridged } = subject
    this.words = new ExplanationWords(program.ruleset, known, unbridged)
    const values = new KnownValues(program, known, tools)
    this.answers = new AnswerExplainer(program, values, unbridged, this.words, source, new LineIndex(source), tools)
  }

  explain(): Explanation | NeedsSolver {
    const { assertion } = this.options
    const wanted = assertion === null ? this.all() : [assertion]
    // Comes first, because the search for proposals may use up the budgets of the call.
    const unproposed = wanted.map((index) => this.answers.explain(index, this.checks[index]!))
    this.open.push(...this.answers.open)
    const assertions: AnswerExplanation[] = []
    for (const [nth, index] of wanted.entries()) {
      const proposals = this.checks[index] === 'TRUE' ? NOTHING_TO_PROPOSE : this.propose([index])
      if (proposals === NEEDS_SOLVER) return NEEDS_SOLVER
      assertions.push({ ...unproposed[nth]!, ...proposals })
    }
    const failing = this.checks.filter((check) => check !== 'TRUE').length
    const together = assertion !== null || failing === 0 || this.checks.length === 1 ? null : this.propose(this.all())
    return together === NEEDS_SOLVER ? NEEDS_SOLVER : { assertions, allTogether: together, open: this.open }
  }

  proposeForAll(): Proposals | NeedsSolver {
    return this.propose(this.all())
  }

  private all(): readonly number[] {
    return this.checks.map((_, index) => index)
  }

  private propose(indices: readonly number[]): Proposals | NeedsSolver {
    const { program, known, unbridged } = this.subject
    const { ruleset } = program
    const assertions = indices.map((index) => ruleset.assertions[index]!)
    const unjoined = assertions.filter(({ unbridged }) => unbridged.length > 0)
    if (unjoined.length > 0)
      return noProposals(`No values help: ${unjoined[0]!.name} compares units that nothing converts into each other.`)
    const isFree = (index: number) => {
      const input = ruleset.inputs[index]!
      return input.kind === 'claim' && input.form?.kind !== 'length' && !this.options.fixed.has(index)
    }
    const reads = [...new Set(assertions.flatMap((each) => each.reads))].sort((a, b) => a - b)
    const target: Target = {
      always: assertions.filter(({ policy }) => policy !== 'optimistic').map(conditionOf),
      sometimes: assertions.filter(({ policy }) => policy === 'optimistic').map(conditionOf),
    }
    const mustMeet = indices.filter((i) => this.checks[i] !== 'TRUE').map((i) => ruleset.assertions[i]!.reads)
    // An assertion stays UNKNOWN while it reads a claim whose submitted unit does not fit.
    mustMeet.push(...reads.filter((input) => unbridged.has(input)).map((input) => [input]))
    const mayChange = reads.filter(isFree)
    const nearest = nearestPassing({ space: ruleset, known, target, mayChange, mustMeet }, this.tools)
    switch (nearest.status) {
      case 'needs solver':
        return NEEDS_SOLVER
      case 'not decided':
        return this.undecided(indices, nearest.limit)
      case 'none':
        return nearest.tried === 'all' ? noProposals(this.whyNone('all')) : this.leaveOpen(indices, this.whyNone('few'))
      case 'found':
        for (const { changed, limit } of nearest.undecided)
          this.open.push(otherClaimsUndecided(this.words.claims(changed), this.named(indices), limit))
        return this.confirmed(nearest.proposals, target, indices)
    }
  }

  private named(indices: readonly number[]): readonly string[] {
    return indices.map((index) => this.subject.program.ruleset.assertions[index]!.name)
  }

  /** Finds values of the same claims under which the target holds in every completion. */
  private inEveryCompletion({ changed }: Proposal, target: Target): Proposal | null {
    const { program, known } = this.subject
    const strict = { space: program.ruleset, known, target: inEveryCase(target) }
    const attempt = tryChanged(strict, changed, this.tools)
    if (attempt.status !== 'found') return null
    return { changed, values: attempt.values }
  }

  /** Empty if a budget ends before a check confirms a proposal. */
  private confirmed(nearest: readonly Proposal[], target: Target, indices: readonly number[]): Proposals {
    const { program, known } = this.subject
    const confirmed: ProposalResult[] = []
    const unconfirmed: Open[] = []
    let limit: Limit | null = null
    try {
      for (const proposal of nearest) {
        const strict = target.sometimes.length === 0 ? proposal : this.inEveryCompletion(proposal, target)
        const wanted = strict === null ? target : inEveryCase(target)
        const described = new AllowedValues(program.ruleset, known, wanted, this.tools).describe(strict ?? proposal)
        const why = this.whyUnconfirmed(described, indices)
        limit ??= why
        if (why !== null) {
          unconfirmed.push(otherClaimsUndecided(this.words.claims(proposal.changed), this.named(indices), why))
          continue
        }
        confirmed.push(proposalResult(program.ruleset, described, strict === null, this.words))
        for (const { input, why: missing } of described.missing)
          this.open.push(moreValuesHold(this.words.claims([input]), this.named(indices), missing))
      }
    } catch (error) {
      limit = limitOf(error)
      if (limit === null) throw error
    }
    if (confirmed.length === 0 && limit !== null) return this.undecided(indices, limit)
    this.open.push(...unconfirmed)
    return { wouldHoldIf: confirmed, whyNot: null }
  }

  /** Null if a whole check confirms the values; otherwise why it does not decide. */
  private whyUnconfirmed({ values }: Described, indices: readonly number[]): Limit | null {
    const { program } = this.subject
    const results = decideAll(program, values, new Map(), this.tools)
    const wrong = results === NEEDS_SOLVER ? undefined : indices.find((index) => results[index]!.check !== 'TRUE')
    if (wrong === undefined) return null
    const assertion = program.ruleset.assertions[wrong]!
    // Some conditions on one number are decided here and not by a check, so this asks only the solver.
    const wanted = assertion.policy === 'optimistic' ? TRUE : FALSE | NONE
    const asCheck: AskTools = { ...this.tools, mode: 'solver-only' }
    const outcome = findWitness(program.ruleset, conditionOf(assertion), wanted, asCheck, values)
    if (outcome.status === 'undecided') return outcome.limit
    throw new EngineDisagreementError(assertion.name, 'a proposal is not confirmed')
  }

  private whyNone(tried: 'all' | 'few'): string {
    const fixed = [...this.options.fixed].sort((a, b) => a - b)
    const given =
      fixed.length === 0
        ? ''
        : ` while ${this.words.claims(fixed)} ${fixed.length === 1 ? 'stays' : 'stay'} as submitted`
    return tried === 'all'
      ? `No values of the claims make it hold${given}.`
      : `No other values of up to four claims make it hold${given}. More than four were not tried.`
  }

  private undecided(indices: readonly number[], limit: Limit | 'questions'): Proposals {
    const why = limit === 'questions' ? TOO_MANY_QUESTIONS : WHY_NOT_DECIDED[limit]
    const sentence = `It is not decided ${this.questionAbout(indices)}: ${why}.`
    return this.leaveOpen(indices, sentence, limit)
  }

  private leaveOpen(
    indices: readonly number[],
    sentence: string,
    budget: Limit | 'questions' = 'questions',
  ): Proposals {
    const names = indices.map((index) => this.subject.program.ruleset.assertions[index]!.name)
    this.open.push({ question: this.questionAbout(indices), assertions: names, budget, sentence })
    return noProposals(sentence)
  }

  private questionAbout([index, ...others]: readonly number[]): string {
    const name = this.subject.program.ruleset.assertions[index!]!.name
    return `what would make ${others.length === 0 ? `“${name}”` : 'all assertions'} hold`
  }
}

/** Makes `sometimes` hold in every completion too. */
function inEveryCase({ always, sometimes }: Target): Target {
  return { always: [...always, ...sometimes], sometimes: [] }
}

const TOO_MANY_QUESTIONS =
  'the search reached its limit. Name claims that must not change in `fixed`, or ask about one assertion'

const NOTHING_TO_PROPOSE: Proposals = { wouldHoldIf: [], whyNot: null }

function noProposals(whyNot: string): Proposals {
  return { wouldHoldIf: [], whyNot }
}
