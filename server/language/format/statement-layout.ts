/** Lays out a valid statement. A bracket whose content began on a new line stays broken, as the author chose. */
import type { Comment } from '../syntax/syntax'
import type { Tokens } from '../syntax/token'
import * as T from '../syntax/token'
import { isFunction, isQuantifier } from '../syntax/words'
import { type Doc, groupDoc, HARD_LINE, indentDoc, LINE, SOFT_LINE } from './layout'
import type { Trivia } from './trivia'

/** The separator of two tokens without a comment between them. */
type Separator = 'none' | 'space' | 'line' | 'soft'

const STRUCTURE: ReadonlySet<string> = new Set(['THEN', 'ELSE', 'END', 'OF', 'DEFAULT'])

export class StatementLayout {
  constructor(
    private readonly text: string,
    private readonly tokens: Tokens,
    private readonly trivia: Trivia,
    /** The next token. */
    public at: number,
  ) {}

  /** Includes the semicolon. */
  statement(): Doc {
    return [this.sequence('none', true), this.token('none')]
  }

  private get kind(): number {
    return this.tokens.kinds[this.at]!
  }

  private word(index = this.at): string {
    return this.tokens.kinds[index] === T.NAME ? this.slice(index) : ''
  }

  private slice(index: number): string {
    return this.text.slice(this.tokens.starts[index]!, this.tokens.ends[index]!)
  }

  private token(separator: Separator): Doc {
    return [this.gap(separator), this.bareToken()]
  }

  private bareToken(): Doc {
    const doc = this.slice(this.at)
    this.at++
    return doc
  }

  /** Comments before a statement are laid out elsewhere. */
  private gap(separator: Separator): Doc {
    const { trailing, leading } = this.trivia.before(this.at)
    const plain = { none: '', space: ' ', line: LINE, soft: SOFT_LINE }[separator]
    if (trailing.length === 0 && leading.length === 0) return plain
    const tight = separator === 'none' || separator === 'soft'
    return this.comments(trailing, leading, plain, tight)
  }

  private comments(trailing: readonly Comment[], leading: readonly Comment[], plain: Doc, tight: boolean): Doc[] {
    const doc: Doc[] = []
    const last = trailing.at(-1)
    const next = leading[0]?.start ?? this.tokens.starts[this.at]!
    const broken =
      last?.kind === 'line' || leading.length > 0 || (last !== undefined && this.trivia.hasBreak(last.end, next))
    for (const comment of trailing) doc.push(tight && !broken ? [this.print(comment), ' '] : [' ', this.print(comment)])
    if (broken) doc.push(HARD_LINE)
    else doc.push(tight ? '' : plain)
    for (const [i, comment] of leading.entries()) {
      const until = leading[i + 1]?.start ?? this.tokens.starts[this.at]!
      const ends = comment.kind === 'line' || this.trivia.hasBreak(comment.end, until)
      doc.push(this.print(comment), ends ? HARD_LINE : ' ')
    }
    return doc
  }

  private print(comment: Comment): string {
    return this.text.slice(comment.start, comment.end).replace(/\r\n?/g, '\n').trimEnd()
  }

  /**
   * Ends at a comma, a colon, a semicolon, a closing bracket or a word that ends this part.
   * @param separator precedes the first token
   */
  private sequence(separator: Separator, first = false): Doc {
    const docs: Doc[] = []
    let next = separator
    let previous = T.END
    let skipGap = first
    for (let kind = this.kind; !this.ends(kind); kind = this.kind) {
      const callee = isCallee(this.word(this.at - 1)) && previous === T.NAME
      const unary = kind === T.MINUS && !endsOperand(previous)
      if (kind === T.OPEN_ROUND || kind === T.OPEN_SQUARE || kind === T.OPEN_CURLY)
        docs.push(this.bracket(callee ? 'none' : next))
      else if (this.word() === 'IF') docs.push(this.conditional(next))
      else if (this.word() === 'CASE') docs.push(this.cases(next))
      else if (skipGap) {
        docs.push(this.bareToken())
      } else docs.push(this.token(next))
      skipGap = false
      // A closing bracket or END ends an operand, whatever began it.
      previous = this.tokens.kinds[this.at - 1]!
      next = unary ? 'none' : 'space'
    }
    return docs
  }

  private ends(kind: number): boolean {
    return (
      kind === T.COMMA ||
      kind === T.COLON ||
      kind === T.SEMICOLON ||
      kind === T.CLOSE_ROUND ||
      kind === T.CLOSE_SQUARE ||
      kind === T.CLOSE_CURLY ||
      kind === T.END ||
      STRUCTURE.has(this.word())
    )
  }

  private bracket(before: Separator): Doc {
    const opening = this.kind
    const enumeration = this.word(this.at - 1) === 'enum' && this.word(this.at - 2) === 'as'
    // Comments before a group are outside it, so that breaking the group does not break there.
    const lead = this.gap(before)
    const open = this.bareToken()
    const expanded = this.trivia.before(this.at).breaks
    if (this.kind === T.CLOSE_ROUND || this.kind === T.CLOSE_SQUARE || this.kind === T.CLOSE_CURLY)
      return [lead, open, this.token('none')]
    const edge: Separator = opening === T.OPEN_CURLY && !enumeration ? 'line' : 'soft'
    const items: Doc[] = [this.sequence(edge)]
    while (this.kind === T.COMMA) items.push(this.token('none'), this.sequence('line'))
    return [lead, groupDoc([open, indentDoc(items), this.token(edge)], expanded)]
  }

  private conditional(before: Separator): Doc {
    const lead = this.gap(before)
    const docs: Doc[] = [this.bareToken(), indentDoc(this.sequence('space')), this.token('space')]
    const expanded = this.trivia.before(this.at).breaks
    docs.push(indentDoc(this.sequence('line')))
    if (this.word() === 'ELSE') docs.push(this.token('line'), indentDoc(this.sequence('line')))
    return [lead, groupDoc([...docs, this.token('line')], expanded)]
  }

  private cases(before: Separator): Doc {
    const lead = this.gap(before)
    const head: Doc[] = [this.bareToken(), indentDoc(this.sequence('space')), this.token('space')]
    const expanded = this.trivia.before(this.at).breaks
    const arms: Doc[] = [this.arm()]
    while (this.kind === T.COMMA) arms.push(this.token('none'), this.arm())
    return [lead, groupDoc([...head, indentDoc(arms), this.token('line')], expanded)]
  }

  private arm(): Doc {
    return [this.token('line'), this.token('none'), indentDoc(this.sequence('space'))]
  }
}

function isCallee(word: string): boolean {
  return isFunction(word) || isQuantifier(word)
}

function endsOperand(kind: number): boolean {
  return (
    kind === T.NAME ||
    kind === T.NUMBER ||
    kind === T.STRING ||
    kind === T.CLOSE_ROUND ||
    kind === T.CLOSE_SQUARE ||
    kind === T.CLOSE_CURLY
  )
}
