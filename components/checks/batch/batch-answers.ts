/** Answers to a whole file, one byte each. Only the first {@link MAX_REASONS} refused rows keep their reason. */
import { ANSWER_LETTERS, ANSWERS, type Answer } from '../../../server/api/terms/ruleset-terms'
import type { PartAnswer } from './answer-part'

export const UNDECIDED = 0
export const DECIDED = 1
export const REFUSED = 2

export type BatchFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'answer'; readonly assertion: number; readonly answer: Answer }

export const ALL_ROWS: BatchFilter = { kind: 'all' }

const MAX_REASONS = 20_000
const ANSWER_OF = new Map(ANSWERS.map((answer) => [ANSWER_LETTERS[answer].charCodeAt(0), answer]))

export class BatchAnswers {
  readonly width: number
  decided = 0
  refused = 0
  private readonly letters: Uint8Array
  private readonly states: Uint8Array
  private readonly reasons = new Map<number, string>()
  /** By assertion, then in the order of ANSWERS. */
  private readonly counts: Uint32Array

  constructor(
    readonly assertions: readonly string[],
    readonly rows: number,
  ) {
    this.width = assertions.length
    this.letters = new Uint8Array(rows * this.width)
    this.states = new Uint8Array(rows)
    this.counts = new Uint32Array(this.width * ANSWERS.length)
  }

  get done(): number {
    return this.decided + this.refused
  }

  /** Adds the answers to the rows from `from` on. */
  add(from: number, { rows, answers, refused, undecided = [] }: PartAnswer): void {
    const { width } = this
    this.states.fill(DECIDED, from, from + rows)
    for (const row of undecided) this.states[from + row] = UNDECIDED
    for (const { row, message, failures = [] } of refused) {
      this.states[from + row] = REFUSED
      const fields = failures.map(
        ({ field, expected, received }) => `${field}: expected ${expected}, received ${received}`,
      )
      if (this.reasons.size < MAX_REASONS) this.reasons.set(from + row, fields.length > 0 ? fields.join('; ') : message)
    }
    this.refused += refused.length
    this.decided += rows - refused.length - undecided.length
    const at = from * width
    for (let i = 0; i < rows * width; i++) {
      const letter = answers.charCodeAt(i)
      this.letters[at + i] = letter
      const position = PLACES[letter]
      if (position !== undefined) this.counts[(i % width) * ANSWERS.length + position]!++
    }
  }

  stateOf(row: number): number {
    return this.states[row] ?? UNDECIDED
  }

  answer(row: number, assertion: number): Answer | null {
    return ANSWER_OF.get(this.letters[row * this.width + assertion] ?? 0) ?? null
  }

  /** Returns null if the reason is not stored. */
  reasonOf(row: number): string | null {
    return this.reasons.get(row) ?? null
  }

  count(assertion: number, answer: Answer): number {
    return this.counts[assertion * ANSWERS.length + ANSWERS.indexOf(answer)] ?? 0
  }

  /** Returns the matching rows among those done. */
  filtered(filter: BatchFilter): Uint32Array {
    const matchingRows = new Uint32Array(filter.kind === 'refused' ? this.refused : this.done)
    let count = 0
    for (let row = 0; row < this.rows; row++) if (this.matches(row, filter)) matchingRows[count++] = row
    return matchingRows.subarray(0, count)
  }

  private matches(row: number, filter: BatchFilter): boolean {
    const state = this.states[row]
    if (filter.kind === 'all') return state !== UNDECIDED
    if (filter.kind === 'refused') return state === REFUSED
    return state === DECIDED && this.letters[row * this.width + filter.assertion] === CODES[filter.answer]
  }
}

const CODES = Object.fromEntries(ANSWERS.map((answer) => [answer, ANSWER_LETTERS[answer].charCodeAt(0)])) as Record<
  Answer,
  number
>
/** Position in ANSWERS by character code of the letter. */
const PLACES: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const position = ANSWERS.findIndex((answer) => CODES[answer] === code)
  return position < 0 ? undefined : position
})
