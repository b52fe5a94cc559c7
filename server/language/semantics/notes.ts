/**
 * The author's comments above statements: what a reader of the review is shown as a note.
 *
 * Promises: line comments alone, each on a line of its own, directly above the line of the statement; annotations among
 * them are left out. A statement that does not begin its line has none.
 */
import { isAnnotation } from '../syntax/annotation'
import type { LineIndex } from '../syntax/line-index'
import type { Comment } from '../syntax/syntax'

export class Notes {
  /** Comments that stand alone, by line. */
  private readonly alone = new Map<number, Comment>()

  constructor(
    private readonly text: string,
    private readonly lines: LineIndex,
    comments: readonly Comment[],
  ) {
    for (const comment of comments) {
      if (comment.kind !== 'line') continue
      const line = lines.line(comment.start)
      if (this.isBlank(line, comment.start)) this.alone.set(line, comment)
    }
  }

  /** The lines above a statement that starts at an offset, without marks; empty where there are none. */
  above(start: number): readonly string[] {
    const line = this.lines.line(start)
    const found: string[] = []
    if (!this.isBlank(line, start)) return found
    for (let at = line - 1; ; at--) {
      const comment = this.alone.get(at)
      if (comment === undefined) return found.reverse()
      if (!isAnnotation(comment.text)) found.push(comment.text.trim().normalize('NFC'))
    }
  }

  /** Whether nothing stands on a line before an offset. */
  private isBlank(line: number, end: number): boolean {
    return this.text.slice(this.lines.start(line), end).trim() === ''
  }
}
