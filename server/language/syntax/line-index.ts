/**
 * Offsets to lines and columns.
 *
 * Promises: lines and columns count from one, columns in UTF-16 units; CR LF, LF and a lone CR each end a line.
 */
export class LineIndex {
  private readonly starts: number[] = [0]

  constructor(private readonly text: string) {
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) this.starts.push(i + 1)
    }
  }

  /** The line of an offset. */
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

  /** The offset at which a line starts. */
  start(line: number): number {
    return this.starts[line - 1] ?? this.text.length
  }

  column(offset: number): number {
    return offset - this.start(this.line(offset)) + 1
  }
}
