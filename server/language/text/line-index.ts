/** A stretch of a text, as UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Converts offsets to lines and columns, which count from one; columns are UTF-16 units. CR LF, LF and CR each end a
 * line.
 */
export class LineIndex {
  private readonly starts: number[] = [0]

  constructor(private readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) this.starts.push(i + 1)
    }
  }

  line(offset: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** Returns the offset of the start of a line. */
  start(line: number): number {
    return this.starts[line - 1] ?? this.text.length
  }

  column(offset: number): number {
    return offset - this.start(this.line(offset)) + 1
  }
}

/**
 * The source that is hashed, stored and signed (public/docs/language.md, "Revisions and the hash"). Line numbers stay
 * the same.
 */
export function normaliseSource(source: string): string {
  const lines = source
    .replace(/^\ufeff+/, '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
