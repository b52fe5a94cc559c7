/** Reads only tokens, so it works for broken texts. */

import { Report } from '../messages/report'
import { lexText } from '../syntax/lexer'
import type { Comment } from '../syntax/syntax'
import * as T from '../syntax/token'
import { isFunction, isQuantifier, LOOKUP_WORDS, STATEMENT_WORDS } from '../syntax/words'
import type { Span } from '../text/line-index'

/** A bracket or construct that is open at the cursor. */
export interface Frame {
  /** `(`, `{`, `[`, `IF` or `CASE`. */
  readonly opener: string
  /** The function before a round bracket, or null. */
  readonly callee: string | null
  readonly start: number
  /** Commas so far at this level. */
  commas: number
  /** The last of IF, THEN, ELSE, CASE and OF at this level. */
  word: string
}

export class CursorContext {
  private readonly tokens: T.Tokens
  private readonly before: number
  readonly comment: Comment | null
  /** Includes the quotes. */
  readonly string: Span | null
  /** The word before the cursor; may be empty. */
  readonly word: Span
  readonly frames: readonly Frame[]
  /** Variables of the enclosing quantifiers, outermost first. */
  readonly variables: readonly string[]

  constructor(
    readonly text: string,
    readonly offset: number,
  ) {
    this.tokens = lexText(text, new Report())
    this.comment =
      this.tokens.comments.find(
        (c) => c.start + 1 < offset && (offset < c.end || (offset === c.end && c.kind === 'line')),
      ) ?? null
    const { starts, ends, kinds, count } = this.tokens
    let i = 0
    while (i < count - 1 && ends[i]! < offset) i++
    const inString =
      (kinds[i] === T.STRING && starts[i]! < offset && offset < ends[i]!) ||
      (kinds[i] === T.BAD_STRING && starts[i]! < offset)
    // Unclosed quotes end at the cursor, because the text after it is not theirs.
    const closes = kinds[i] === T.STRING
    this.string = inString ? { start: starts[i]!, end: closes ? ends[i]! : offset } : null
    const inWord = kinds[i] === T.NAME && starts[i]! <= offset && offset <= ends[i]!
    this.word = { start: inWord ? starts[i]! : offset, end: offset }
    while (i < count - 1 && ends[i]! <= (inWord || inString ? starts[i]! : offset)) i++
    this.before = i
    const { frames, variables } = this.open()
    this.frames = frames
    this.variables = variables
  }

  /** 1 is the nearest token; the text is empty before the first one. */
  previous(back: number): string {
    const i = this.before - back
    return i < 0 ? '' : this.text.slice(this.tokens.starts[i]!, this.tokens.ends[i]!)
  }

  previousKind(back: number): number {
    const i = this.before - back
    return i < 0 ? T.END : this.tokens.kinds[i]!
  }

  previousSpan(back: number): Span {
    const i = Math.max(0, this.before - back)
    return { start: this.tokens.starts[i]!, end: this.tokens.ends[i]! }
  }

  /** The token that touches the offset; null in white space. */
  token(): (Span & { readonly kind: number; readonly text: string }) | null {
    const { starts, ends, kinds, count } = this.tokens
    for (let i = 0; i < count - 1; i++) {
      if (starts[i]! > this.offset) return null
      if (this.offset < ends[i]! || (this.offset === ends[i]! && starts[i + 1] !== this.offset)) {
        return { start: starts[i]!, end: ends[i]!, kind: kinds[i]!, text: this.text.slice(starts[i]!, ends[i]!) }
      }
    }
    return null
  }

  get startsStatement(): boolean {
    if (this.before === 0 || this.beginsPart(this.before - 1)) return true
    return this.previousKind(1) === T.SEMICOLON && this.firstOfStatement() === this.before
  }

  get statementStart(): number {
    return this.tokens.starts[this.firstOfStatement()]!
  }

  private firstOfStatement(): number {
    const body = this.openBody()
    if (body !== null) return body
    let first = 0
    /** Open braces, and whether they are of a `first`, in which semicolons end no statement. */
    let open: boolean[] = []
    for (let i = 0; i < this.before; i++) {
      const kind = this.tokens.kinds[i]
      if (this.beginsPart(i)) {
        first = i + 1
        open = []
      } else if (kind === T.OPEN_CURLY) open.push(this.previousOf(i) === 'first')
      else if (kind === T.CLOSE_CURLY) open.pop()
      else if (kind === T.SEMICOLON && (!open.includes(true) || this.beginsStatement(i + 1))) {
        first = i + 1
        open = []
      }
    }
    return first
  }

  /** The opening brace of a library. */
  private beginsPart(token: number): boolean {
    const { kinds } = this.tokens
    if (kinds[token] !== T.OPEN_CURLY) return false
    return kinds[token - 1] === T.HASH || (this.previousOf(token) === 'library' && this.isFirst(token - 1))
  }

  /** Whether nothing, or another statement, precedes the token. */
  private isFirst(token: number): boolean {
    return token === 0 || this.tokens.kinds[token - 1] === T.SEMICOLON
  }

  /** Whether a statement begins at the token, even if a brace before it was never closed. */
  private beginsStatement(token: number): boolean {
    const { starts, ends, kinds } = this.tokens
    const word = kinds[token] === T.NAME ? this.text.slice(starts[token], ends[token]) : ''
    return kinds[token + 1] === T.NAME && STATEMENT_WORDS.some((known) => known === word)
  }

  /** The first token of a lookup whose entries, each with a semicolon, are open at the cursor. */
  private openBody(): number | null {
    const { kinds, starts, ends } = this.tokens
    let i = this.before - 1
    for (let closed = 0; i >= 0; i--) {
      if (kinds[i] === T.CLOSE_CURLY) closed++
      else if (kinds[i] === T.OPEN_CURLY && closed-- === 0) break
    }
    while (i > 0 && kinds[i - 1] !== T.SEMICOLON && !this.beginsPart(i - 1)) i--
    const word = i < 0 ? '' : this.text.slice(starts[i]!, ends[i]!)
    return LOOKUP_WORDS.some((known) => known === word) ? i : null
  }

  /** Outermost first. */
  private open(): { frames: Frame[]; variables: string[] } {
    const frames: Frame[] = []
    const variables: string[] = []
    const { kinds } = this.tokens
    for (let i = this.firstOfStatement(); i < this.before; i++) {
      const text = this.text.slice(this.tokens.starts[i]!, this.tokens.ends[i]!)
      const frame = frames.at(-1)
      switch (kinds[i]) {
        case T.OPEN_ROUND:
        case T.OPEN_CURLY:
        case T.OPEN_SQUARE:
          frames.push(this.frame(text, i))
          break
        case T.CLOSE_ROUND:
        case T.CLOSE_CURLY:
        case T.CLOSE_SQUARE:
          this.close(frames, variables)
          break
        case T.COMMA:
          if (frame !== undefined) frame.commas++
          break
        case T.NAME:
          if (text === 'IF' || text === 'CASE') frames.push({ ...this.frame(text, i), word: text })
          else if (text === 'END' && (frame?.opener === 'IF' || frame?.opener === 'CASE')) frames.pop()
          else if (frame !== undefined && (text === 'THEN' || text === 'ELSE' || text === 'OF')) frame.word = text
          else if (text === 'in' && frame?.callee && isQuantifier(frame.callee)) variables.push(this.previousOf(i))
      }
    }
    return { frames, variables }
  }

  private frame(opener: string, token: number): Frame {
    const name = this.previousOf(token)
    const callee = opener === '(' && (isFunction(name) || isQuantifier(name)) ? name : null
    return { opener, callee, start: this.tokens.starts[token]!, commas: 0, word: '' }
  }

  private previousOf(token: number): string {
    return token === 0 ? '' : this.text.slice(this.tokens.starts[token - 1]!, this.tokens.ends[token - 1]!)
  }

  private close(frames: Frame[], variables: string[]): void {
    let closed = frames.pop()
    while (closed !== undefined && (closed.opener === 'IF' || closed.opener === 'CASE')) closed = frames.pop()
    if (closed?.callee && isQuantifier(closed.callee)) variables.pop()
  }
}
