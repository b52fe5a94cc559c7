/**
 * Answers that are settled: FALSE with its counterexample, and a proved TRUE.
 *
 * Promises: the text of its counterexample is made when asked for: who only wants the answers does not pay for words.
 * Trusts that nobody changes the values it was made from.
 */
import { type AssertionResult, copyResult } from '../assertion-result'
import type { Program } from '../evaluate/program'
import type { Completion, Known } from '../value'
import { assignmentText } from './assignment-text'
import { NO_PAIRS } from './unbridged'

/** What the answers of one check have in common. */
export interface Subject {
  readonly program: Program
  readonly known: Known
}

export class FalseResult implements AssertionResult {
  private text: string | null | undefined = undefined

  /** @param completion null where the known values are all there is */
  constructor(
    private readonly subject: Subject,
    private readonly assertion: number,
    private readonly completion: Completion | null,
    readonly reasonUnknown: string | null,
  ) {}

  get check(): 'FALSE' {
    return 'FALSE'
  }

  get unbridged(): AssertionResult['unbridged'] {
    return NO_PAIRS
  }

  get counterexample(): string | null {
    const { program, known } = this.subject
    this.text ??= assignmentText(program.ruleset, this.assertion, known, this.completion ?? known)
    return this.text
  }

  /** As text it is an answer like any other. */
  toJSON(): AssertionResult {
    return copyResult(this)
  }
}

/**
 * A proved TRUE: it has no more to say, so all of them are one object.
 */
export const PROVED_TRUE: AssertionResult = Object.freeze({
  check: 'TRUE',
  reasonUnknown: null,
  counterexample: null,
  unbridged: NO_PAIRS,
})
