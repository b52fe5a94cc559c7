/**
 * Reads CSV (RFC 4180): cells in quotation marks may hold separators, line breaks and doubled quotation marks. A
 * quotation mark has its meaning only at the beginning of a cell. Rows end with LF or CR LF. Blank lines are skipped.
 */

export interface CsvRow {
  readonly cells: readonly string[]
  /** The line of the text on which it begins, from 1. */
  readonly line: number
  /** Its quotation marks are wrong. */
  readonly problem: QuoteProblem | null
}

/** The number of the cell, from 1. */
export interface QuoteProblem {
  readonly kind: 'not closed' | 'text behind'
  readonly cell: number
}

export type Delimiter = ',' | ';' | '\t'

const NEWLINE = 10
const CR = 13
const QUOTE = 34

/** @param firstLine number of the text's first line */
export function readCsvRows(text: string, delimiter: Delimiter, firstLine = 1): readonly CsvRow[] {
  return new CsvReader(text, delimiter).rows(firstLine)
}

/** The separator that occurs most often in the first row, outside of quotation marks. */
export function findDelimiter(text: string): Delimiter {
  const start = /^(?:[ \t\r]*\n)*/.exec(text)?.[0].length ?? 0
  const counts: Record<Delimiter, number> = { ',': 0, ';': 0, '\t': 0 }
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '\n') break
    else if (character in counts) counts[character as Delimiter]++
  }
  return (['\t', ';'] as const).reduce<Delimiter>((best, each) => (counts[each] > counts[best] ? each : best), ',')
}

class CsvReader {
  private at = 0
  private line = 1
  private problem: QuoteProblem | null = null
  private readonly separator: number

  constructor(
    private readonly text: string,
    delimiter: Delimiter,
  ) {
    this.separator = delimiter.charCodeAt(0)
  }

  rows(firstLine: number): readonly CsvRow[] {
    const rows: CsvRow[] = []
    this.line = firstLine
    while (this.at < this.text.length) {
      const { line } = this
      const start = this.at
      this.problem = null
      const cells = this.row()
      if (!this.isBlank(start)) rows.push({ cells, line, problem: this.problem })
    }
    return rows
  }

  private row(): string[] {
    const { text, separator } = this
    const cells: string[] = []
    for (;;) {
      cells.push(text.charCodeAt(this.at) === QUOTE ? this.quotedCell(cells.length + 1) : this.plainCell())
      if (text.charCodeAt(this.at) === separator) this.at++
      else break
    }
    if (this.at < text.length) this.at++
    this.line++
    return cells
  }

  /** Reads a cell up to the next separator or line break. */
  private plainCell(): string {
    const { text, separator } = this
    const from = this.at
    let at = from
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === separator || code === NEWLINE) break
    }
    this.at = at
    const isEnd = at === text.length || text.charCodeAt(at) === NEWLINE
    return text.slice(from, isEnd && at > from && text.charCodeAt(at - 1) === CR ? at - 1 : at)
  }

  private quotedCell(cell: number): string {
    const { text } = this
    let content = ''
    for (let from = this.at + 1; ; ) {
      const end = text.indexOf('"', from)
      if (end < 0) {
        this.problem ??= { kind: 'not closed', cell }
        content += text.slice(from)
        this.countLines(this.at, text.length)
        this.at = text.length
        return content
      }
      content += text.slice(from, end)
      if (text.charCodeAt(end + 1) !== QUOTE) {
        this.countLines(this.at, end)
        this.at = end + 1
        break
      }
      content += '"'
      from = end + 2
    }
    const rest = this.plainCell()
    if (rest !== '') this.problem ??= { kind: 'text behind', cell }
    return content + rest
  }

  private countLines(from: number, to: number): void {
    for (let at = this.text.indexOf('\n', from); at >= 0 && at < to; at = this.text.indexOf('\n', at + 1)) this.line++
  }

  /** Whether the scanner of a file leaves the line out: a separating tab is not blank. */
  private isBlank(start: number): boolean {
    for (let at = start; at < this.at; at++) {
      const code = this.text.charCodeAt(at)
      if (code === this.separator || (code !== 32 && code !== 9 && code !== CR && code !== NEWLINE)) return false
    }
    return true
  }
}
