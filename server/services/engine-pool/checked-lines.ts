import type { DecidedLines, RefusedLine } from '../../engine/batch/decide-lines'

export interface CheckedLines {
  readonly assertions: readonly string[]
  readonly rows: number
  /** By row, with a letter for each assertion (api/terms/ruleset-terms.ts). */
  readonly answers: string
  /** In row order. */
  readonly refused: readonly RefusedLine[]
}

interface Part {
  /** First row. */
  readonly from: number
  readonly answers: Uint8Array
}

export class CheckedLinesBuilder {
  rows = 0
  private assertions: readonly string[] = []
  private readonly decided: Part[] = []
  private readonly refused: RefusedLine[] = []

  /** @returns the part for {@link settle} */
  add({ assertions, rows, answers, refused }: DecidedLines): Part {
    const part = { from: this.rows, answers }
    this.assertions = assertions
    this.decided.push(part)
    this.refused.push(...refused)
    this.rows += rows
    return part
  }

  settle(row: number, { from, answers }: Part, { answers: settled, refused }: DecidedLines): void {
    answers.set(settled, (row - from) * this.assertions.length)
    for (const { refusal } of refused) this.refused.push({ row, refusal })
  }

  finished(): CheckedLines {
    const answers = this.decided.map((part) => Buffer.from(part.answers).toString('latin1')).join('')
    const refused = this.refused.sort((a, b) => a.row - b.row)
    return { assertions: this.assertions, rows: this.rows, answers, refused }
  }
}
