/**
 * Evidence from the solver alone: every question is put to it, every model is replayed.
 *
 * Promises: a completion or a pair that the evaluator does not confirm throws EngineDisagreement and is never shown.
 */
import { isDefinite } from '../evaluate/kleene'
import type { Question } from '../search/question'
import type { Inquiry } from '../solver/solver'
import { type Completion, FALSE, type Outcomes } from '../value'
import { EngineDisagreement, type Evidence, type Finding, type Relevance } from './evidence'

export class SolverEvidence implements Evidence {
  constructor(
    private readonly question: Question,
    private readonly inquiry: Inquiry,
  ) {}

  find(wanted: Outcomes): Finding {
    const search = this.inquiry.find(wanted)
    if (search.status !== 'found') return search
    const completion = this.merged(search.completion)
    const outcome = this.question.evaluate(completion)
    if (!isDefinite(outcome) || (outcome & wanted) === 0) throw this.disagreement('a model is not confirmed')
    return { status: 'found', outcome, completion }
  }

  falseModel(): Finding {
    return this.find(FALSE)
  }

  relevance(input: number): Relevance {
    const pair = this.inquiry.findPair(input)
    if (pair.status === 'undecided') return 'unsettled'
    if (pair.status === 'none') return 'irrelevant'
    const first = this.merged(pair.first)
    const second = first.map((value, i) => (i === input ? (pair.second[i] ?? null) : value))
    const before = this.question.evaluate(first)
    const after = this.question.evaluate(second)
    if (!isDefinite(before) || !isDefinite(after) || before === after)
      throw this.disagreement('a pair is not confirmed')
    return 'relevant'
  }

  /** Known values stand whatever a model says. */
  private merged(completion: Completion): Completion {
    return this.question.known.map((value, input) => value ?? completion[input] ?? null)
  }

  private disagreement(what: string): EngineDisagreement {
    const { program, assertion } = this.question
    return new EngineDisagreement(program.ruleset.assertions[assertion]!.name, what)
  }
}
