/** Comments and line breaks between tokens. Each comment belongs to the gap before the next token. */
import type { Comment } from '../syntax/syntax'
import type { Tokens } from '../syntax/token'

export interface Gap {
  /** Comments on the line of the token before. */
  readonly trailing: readonly Comment[]
  /** Comments on separate lines, or before the next token on its line. */
  readonly leading: readonly Comment[]
  /** True if the gap has a line break. */
  readonly breaks: boolean
}

export class Trivia {
  constructor(
    private readonly text: string,
    private readonly tokens: Tokens,
  ) {}

  before(token: number): Gap {
    const from = token === 0 ? 0 : this.tokens.ends[token - 1]!
    const to = this.tokens.starts[token]!
    if (from === to) return EMPTY
    const comments = this.commentsBetween(from, to)
    let split = 0
    for (let at = from; token > 0 && split < comments.length; split++) {
      const comment = comments[split]!
      if (this.hasBreak(at, comment.start)) break
      at = comment.end
    }
    const trailing = comments.slice(0, split)
    return { trailing, leading: comments.slice(split), breaks: this.hasBreak(from, to) }
  }

  lineBreaks(from: number, to: number): number {
    let count = 0
    for (let i = from; i < to; i++) {
      const c = this.text.charCodeAt(i)
      if (c === 10 || (c === 13 && this.text.charCodeAt(i + 1) !== 10)) count++
    }
    return count
  }

  hasBreak(from: number, to: number): boolean {
    return this.lineBreaks(from, to) > 0
  }

  private commentsBetween(from: number, to: number): Comment[] {
    const { comments } = this.tokens
    let low = 0
    let high = comments.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (comments[middle]!.start < from) low = middle + 1
      else high = middle
    }
    const between: Comment[] = []
    for (; low < comments.length && comments[low]!.start < to; low++) between.push(comments[low]!)
    return between
  }
}

const EMPTY: Gap = { trailing: [], leading: [], breaks: false }
