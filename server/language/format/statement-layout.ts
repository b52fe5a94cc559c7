/** Lays out a valid statement. A bracket whose content began on a new line stays broken, as the author chose. */
import type { Comment } from '../syntax/syntax'
import type { Tokens } from '../syntax/token'
import * as T from '../syntax/token'
import { FIRST_FAILED, isFunction, isQuantifier, LOOKUP_WORDS } from '../syntax/words'
import { type Doc, groupDoc, HARD_LINE, indentDoc, LINE, renderDoc, SOFT_LINE } from './layout'
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
    /** Names that are called like functions. */
    private readonly conditions: ReadonlySet<string>,
  ) {}

  /** Includes the semicolon. */
  statement(): Doc {
    if (LOOKUP_WORDS.some((word) => word === this.word())) return [this.lookup(), this.token('none')]
    return [this.sequence('none', true), this.exceptions(), this.token('none')]
  }

  /** Prints the exceptions after the statement if they fit on one line, otherwise one on each line. */
  private exceptions(): Doc {
    if (!this.atException()) return ''
    const expanded = this.trivia.before(this.at).breaks
    const docs: Doc[] = []
    while (this.atException()) {
      const isLater = this.word() === 'then'
      docs.push(this.token('line'), ...(isLater ? [this.token('space')] : []), this.sequence('space'))
    }
    return groupDoc(indentDoc(docs), expanded)
  }

  private atException(): boolean {
    const next = this.word(this.at + 1)
    return (this.word() === 'except' && next === 'when') || (this.word() === 'then' && next === 'except')
  }

  /** A parameter, a scale or a table: one entry on each line, and the cells of a table below each other. */
  private lookup(): Doc {
    const isTable = this.word() === 'table'
    this.awaitsBody = true
    const head: Doc[] = [this.sequence('none', true)]
    while (this.kind === T.ARROW) head.push(this.token('space'), this.sequence('space'))
    this.awaitsBody = false
    const [lead, open] = [this.gap('space'), this.bareToken()]
    const expanded = isTable || this.trivia.before(this.at).breaks
    const widths = isTable ? this.cellWidths() : []
    const entries: Doc[] = []
    while (this.kind !== T.CLOSE_CURLY) entries.push(this.entry(widths))
    return [...head, lead, groupDoc([open, indentDoc(entries), this.token('line')], expanded)]
  }

  private entry(widths: readonly number[]): Doc {
    const isElse = this.word() === 'else'
    const docs: Doc[] = [this.items('line')]
    for (let column = 0; this.kind === T.OR_SIGN || this.kind === T.ARROW; column++) {
      const width = isElse ? lengthOfRow(widths) : (widths[column] ?? 0)
      docs.push(' '.repeat(Math.max(0, width - this.lastWidth)), this.token('space'), this.items('space'))
    }
    if (this.kind === T.SEMICOLON) docs.push(this.token('none'))
    return docs
  }

  /** Items with commas, or a key with its colon and value. */
  private items(separator: Separator, first = false): Doc {
    const from = this.at
    const docs: Doc[] = [this.sequence(separator, first)]
    while (this.kind === T.COMMA || this.kind === T.COLON) docs.push(this.token('none'), this.sequence('space'))
    this.lastWidth = this.widthOf(from)
    return docs
  }

  /** The width of the tokens from here to the next one, printed on one line. */
  private widthOf(from: number): number {
    if (this.measured) return 0
    const probe = new StatementLayout(this.text, this.tokens, this.trivia, from, this.conditions)
    probe.measured = true
    return renderDoc(probe.items('none', true), Number.POSITIVE_INFINITY).length
  }

  /** Returns the width of the cells of each column, without the results. */
  private cellWidths(): readonly number[] {
    const widths: number[] = []
    const probe = new StatementLayout(this.text, this.tokens, this.trivia, this.at, this.conditions)
    while (probe.kind !== T.CLOSE_CURLY && probe.kind !== T.END) {
      const isElse = probe.word() === 'else'
      for (let column = 0; ; column++) {
        probe.items('none', true)
        if (!isElse) widths[column] = Math.max(widths[column] ?? 0, probe.lastWidth)
        if (probe.kind !== T.OR_SIGN) break
        probe.at++
      }
      while (probe.kind !== T.SEMICOLON && probe.kind !== T.CLOSE_CURLY && probe.kind !== T.END) probe.at++
      if (probe.kind === T.SEMICOLON) probe.at++
    }
    return widths
  }

  private lastWidth = 0
  /** Whether the current token is in the head of a lookup. */
  private awaitsBody = false
  /** Lays out only to measure. */
  private measured = false

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
      const callee = this.isCallee(this.word(this.at - 1)) && previous === T.NAME
      const unary = kind === T.MINUS && !endsOperand(previous) && !isAnyCell(this.tokens.kinds[this.at + 1]!)
      const tight = this.isTight(kind)
      if (this.word() === 'first' && this.tokens.kinds[this.at + 1] === T.OPEN_CURLY) docs.push(this.first(next))
      else if (kind === T.OPEN_ROUND || kind === T.OPEN_SQUARE || kind === T.OPEN_CURLY)
        docs.push(this.bracket(callee ? 'none' : next))
      else if (this.word() === 'IF') docs.push(this.conditional(next))
      else if (this.word() === 'CASE') docs.push(this.cases(next))
      else if (skipGap) {
        docs.push(this.bareToken())
      } else docs.push(this.token(tight ? 'none' : next))
      skipGap = false
      // A closing bracket or END ends an operand, whatever began it.
      previous = this.tokens.kinds[this.at - 1]!
      next = unary ? 'none' : 'space'
    }
    return docs
  }

  private isCallee(word: string): boolean {
    return isFunction(word) || isQuantifier(word) || word === FIRST_FAILED || this.conditions.has(word)
  }

  /** Whether the token belongs to a percentage of a scale. */
  private isTight(kind: number): boolean {
    const next = this.tokens.kinds[this.at + 1]
    return kind === T.PERCENT && (next === T.SEMICOLON || next === T.CLOSE_CURLY || next === T.AT)
  }

  private ends(kind: number): boolean {
    return (
      kind === T.OR_SIGN ||
      kind === T.ARROW ||
      (kind === T.OPEN_CURLY && this.isBody()) ||
      kind === T.COMMA ||
      kind === T.COLON ||
      kind === T.SEMICOLON ||
      kind === T.CLOSE_ROUND ||
      kind === T.CLOSE_SQUARE ||
      kind === T.CLOSE_CURLY ||
      kind === T.END ||
      this.atException() ||
      STRUCTURE.has(this.word())
    )
  }

  /** Whether a brace begins the entries of a lookup. */
  private isBody(): boolean {
    return this.awaitsBody && this.word(this.at - 1) !== 'enum'
  }

  private bracket(before: Separator): Doc {
    const opening = this.kind
    const ahead = this.word(this.at - 2)
    const isType = ahead === 'as' || ahead === 'of' || this.tokens.kinds[this.at - 2] === T.ARROW
    const enumeration = (this.word(this.at - 1) === 'enum' && isType) || this.word(this.at - 1) === 'or'
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

  private first(before: Separator): Doc {
    const lead = this.gap(before)
    const head: Doc[] = [this.bareToken(), this.token('space')]
    const expanded = this.trivia.before(this.at).breaks
    const arms: Doc[] = []
    while (this.kind !== T.CLOSE_CURLY) {
      arms.push(this.sequence('line'))
      if (this.kind === T.ARROW) arms.push(this.token('space'), this.sequence('space'))
      if (this.kind === T.SEMICOLON) arms.push(this.token('none'))
    }
    return [lead, groupDoc([...head, indentDoc(arms), this.token('line')], expanded)]
  }

  private arm(): Doc {
    return [this.token('line'), this.token('none'), indentDoc(this.sequence('space'))]
  }
}

/** Cells are joined by " | ". */
function lengthOfRow(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + 3 * Math.max(0, widths.length - 1)
}

function isAnyCell(next: number): boolean {
  return next === T.OR_SIGN || next === T.ARROW || next === T.SEMICOLON || next === T.CLOSE_CURLY
}

function endsOperand(kind: number): boolean {
  return (
    kind === T.NAME ||
    // A field, such as `applicant.born`.
    kind === T.WORD ||
    kind === T.NUMBER ||
    kind === T.DATE ||
    kind === T.STRING ||
    kind === T.CLOSE_ROUND ||
    kind === T.CLOSE_SQUARE ||
    kind === T.CLOSE_CURLY
  )
}
