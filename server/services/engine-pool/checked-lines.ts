/**
 * The answers to many dictionaries, put together from the parts that workers answer.
 */
import type { DecidedLines, RefusedLine } from '../../engine/batch/decide-lines'

export interface CheckedLines {
  readonly assertions: readonly string[]
  readonly rows: number
  /** Row after row, a letter an assertion (answer-letters.ts). */
  readonly answers: string
  /** In the order of their rows. */
  readonly refused: readonly RefusedLine[]
}

interface Part {
  /** The row it begins with. */
  readonly from: number
  readonly answers: Uint8Array
}

export class LinesInTheMaking {
  rows = 0
  private assertions: readonly string[] = []
  private readonly parts: Part[] = []
  private readonly refused: RefusedLine[] = []

  /** @returns the part, for {@link settle} */
  add({ assertions, rows, answers, refused }: DecidedLines): Part {
    const part = { from: this.rows, answers }
    this.assertions = assertions
    this.parts.push(part)
    this.refused.push(...refused)
    this.rows += rows
    return part
  }

  /** Sets what a solver found of one row. */
  settle(row: number, { from, answers }: Part, { answers: found, refused }: DecidedLines): void {
    answers.set(found, (row - from) * this.assertions.length)
    for (const { refusal } of refused) this.refused.push({ row, refusal })
  }

  finished(): CheckedLines {
    const answers = this.parts.map((part) => Buffer.from(part.answers).toString('latin1')).join('')
    const refused = this.refused.sort((a, b) => a.row - b.row)
    return { assertions: this.assertions, rows: this.rows, answers, refused }
  }
}
