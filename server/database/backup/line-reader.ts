/** Memory only grows with the longest line. */
const NEW_LINE = 0x0a

export class LineReader {
  private readonly chunks: AsyncIterator<Buffer>
  private lines: Buffer = Buffer.alloc(0)
  private beginning: Buffer[] = []

  constructor(stream: AsyncIterable<Buffer>) {
    this.chunks = stream[Symbol.asyncIterator]()
  }

  /** Null without a whole line. */
  async line(): Promise<Buffer | null> {
    if (this.lines.length === 0 && !(await this.readMore())) return null
    const end = this.lines.indexOf(NEW_LINE)
    const line = this.lines.subarray(0, end)
    this.lines = this.lines.subarray(end + 1)
    return line
  }

  /** Yields whole lines up to the line `last`. @throws EndsEarlyError */
  async *linesBefore(last: string): AsyncGenerator<Buffer> {
    const inside = Buffer.from(`\n${last}`)
    const first = inside.subarray(1)
    while (this.lines.length > 0 || (await this.readMore())) {
      const position = this.lines.indexOf(inside)
      const end = startsWith(this.lines, first) ? 0 : position === -1 ? null : position + 1
      const piece = this.lines.subarray(0, end ?? this.lines.length)
      this.lines = this.lines.subarray(end === null ? this.lines.length : end + first.length)
      if (piece.length > 0) yield piece
      if (end !== null) return
    }
    throw new EndsEarlyError()
  }

  /** False at the end. */
  private async readMore(): Promise<boolean> {
    for (;;) {
      const next = await this.chunks.next()
      if (next.done) return false
      const end = next.value.lastIndexOf(NEW_LINE)
      if (end === -1) {
        this.beginning.push(next.value)
        continue
      }
      this.lines = Buffer.concat([...this.beginning, next.value.subarray(0, end + 1)])
      this.beginning = end + 1 < next.value.length ? [next.value.subarray(end + 1)] : []
      return true
    }
  }
}

export class EndsEarlyError extends Error {
  override readonly name = 'EndsEarlyError'
}

function startsWith(text: Buffer, start: Buffer): boolean {
  return text.subarray(0, start.length).equals(start)
}
