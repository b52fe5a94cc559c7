import type { Answer, Limit } from './answer'

/** `questions`: too many would have been asked. */
export type OpenBudget = Limit | 'questions'

export interface OpenQuestion {
  /** "whether “a” can be FALSE". */
  readonly question: string
  readonly assertions: readonly string[]
  readonly budget: OpenBudget
  /** Says what it means and what to do. */
  readonly sentence: string
}

/** Once spent, no further question is answered. */
const OF_THE_CALL: ReadonlySet<OpenBudget> = new Set(['evaluation_steps', 'solver_steps_total'])

/** Without a capital and a full stop. */
export const WHY_NOT_DECIDED: Readonly<Record<OpenBudget, string>> = {
  evaluation_steps:
    'the evaluation steps of the call are used up. Send a ruleset with fewer assertions, or have the operator raise evaluation_steps',
  solver_steps:
    'the solver steps of one question are used up. Simplify the expression, or have the operator raise solver_steps',
  solver_steps_total:
    'the solver steps of the call are used up. Send a ruleset with fewer assertions, or have the operator raise solver_steps_total',
  solver_memory_mb:
    'the memory of the solver is used up. Simplify the expression, or have the operator raise solver_memory_mb',
  incomplete: 'the arithmetic is beyond what the solver decides. Simplify products and quotients of claims',
  questions:
    'too many claims, or sets of claims or assertions, would have to be tried. Ask about fewer assertions, or give fewer claims a range',
  irrational: 'only irrational numbers were found as an example, and no claim can have such a value',
}

export class OpenQuestions {
  private readonly questions: OpenQuestion[] = []
  private spent = false

  get isSpent(): boolean {
    return this.spent
  }

  get list(): readonly OpenQuestion[] {
    return this.questions
  }

  /**
   * Lists an undecided answer.
   * @param question "whether …"
   */
  note<A extends Answer>(answer: A, assertions: readonly string[], question: () => string): A {
    if (answer.status === 'not decided') this.add(answer.limit, assertions, question())
    return answer
  }

  add(budget: OpenBudget, assertions: readonly string[], question: string): void {
    if (OF_THE_CALL.has(budget)) {
      if (this.spent) return
      this.spent = true
    }
    const rest = OF_THE_CALL.has(budget) ? `${question}, and everything that was to be asked after it` : question
    this.questions.push({
      question: rest,
      assertions,
      budget,
      sentence: `It is not decided ${rest}: ${WHY_NOT_DECIDED[budget]}.`,
    })
  }
}
