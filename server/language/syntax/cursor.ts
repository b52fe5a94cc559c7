/**
 * The parser's position in the tokens, and its depth.
 *
 * Promises: never moves past the end token. After a syntax error nothing more is reported until the parser has
 * recovered (`panic`), so that one mistake is reported once. Nothing nests deeper than the budget: the parser stops the
 * statement instead, so no input can overflow the stack.
 */

import type { Fix } from '../messages/diagnostic'
import { type IdiomId, idiomOf } from '../messages/idioms'
import type { Code, Details } from '../messages/messages'
import type { Report } from '../messages/report'
import type { LanguageLimits } from '../semantics/limits'
import type { Speller } from '../semantics/nearest'
import type { ForeignForm } from './foreign-form'
import type { Expression, Span, TextLiteral } from './syntax'
import * as T from './token'
import { STRUCTURE_WORDS } from './words'

/** Reads one node. The grammar is recursive: a file gets what reads the expressions inside as an argument. */
export type Reader = (p: Cursor) => Expression

const STRUCTURE: ReadonlySet<string> = new Set(STRUCTURE_WORDS)

export class Cursor {
  index = 0
  /** Height of the expression parsed last: the nodes on its longest way down. */
  height = 0
  /** Expressions that are open around the current token. */
  depth = 0
  /** Lists that are open around the current token: there a comma may separate. */
  lists = 0
  /** Sets in braces that are open around the current token. */
  sets = 0
  /** The innermost open list holds conditions, so no number is an item of it. */
  inConditions = false
  /** Declared names so far that are none. */
  wrongNames = 0
  /** A syntax error has been reported and the parser has not yet recovered. */
  panic = false
  /** The statement is too deep to be read on. */
  aborted = false
  /** Some of the text could not be read, so what it names is unknown. */
  lost = false
  /** A numeral with a unit was read. */
  meetsUnits = false
  private declared: ReadonlySet<string> | null = null
  /** Unit strings behind something other than a numeral; the checker knows which mend is right. */
  readonly misplacedUnits = new Map<Expression, TextLiteral>()
  /** Functions and operators of other languages, by the broken node in their place; the checker reports them. */
  readonly foreignForms = new Map<Expression, ForeignForm>()

  constructor(
    readonly text: string,
    readonly tokens: T.Tokens,
    readonly report: Report,
    readonly limits: LanguageLimits,
    readonly speller: Speller,
  ) {}

  get kind(): number {
    return this.tokens.kinds[this.index]!
  }

  /** Kind of a token further on. */
  ahead(by: number): number {
    const i = this.index + by
    return i < this.tokens.count ? this.tokens.kinds[i]! : T.END
  }

  get start(): number {
    return this.tokens.starts[this.index]!
  }

  get end(): number {
    return this.tokens.ends[this.index]!
  }

  /** Where the token before the current one ends. */
  get before(): number {
    return this.index === 0 ? 0 : this.tokens.ends[this.index - 1]!
  }

  get span(): Span {
    return { start: this.start, end: this.end }
  }

  /** Text of a token further on when it is a name, else the empty text. */
  word(by = 0): string {
    return this.ahead(by) === T.NAME ? this.slice(by) : ''
  }

  slice(by = 0): string {
    const i = Math.min(this.index + by, this.tokens.count - 1)
    return this.text.slice(this.tokens.starts[i]!, this.tokens.ends[i]!)
  }

  /** True when no white space and no comment stands before the current token. */
  get touches(): boolean {
    return this.before === this.start
  }

  take(): void {
    if (this.index < this.tokens.count - 1) this.index++
  }

  accept(kind: number): boolean {
    if (this.kind !== kind) return false
    this.take()
    return true
  }

  /** Reports a syntax error, unless one has been reported since the last recovery, and requests recovery. */
  fail<C extends Code>(code: C, span: Span, details: Details<C>, fixes: readonly Fix[] = []): void {
    if (!this.panic && !this.reported) this.report.add(code, span, details, fixes)
    this.panic = true
    this.lost = true
  }

  /** The current token as a message names it. */
  describe(): string {
    if (this.kind === T.END) return 'the end of the text'
    return this.kind === T.STRING ? this.slice() : `"${this.slice()}"`
  }

  /** True at a token that the lexer has reported. */
  get reported(): boolean {
    return this.kind === T.OTHER || this.kind === T.BAD_STRING
  }

  /** The idiom of a foreign operator that stands here; null for anything else. */
  get idiom(): IdiomId | null {
    if (this.kind === T.OPEN_SQUARE) return idiomOf('operator', '[')
    if (this.kind === T.FOREIGN) return idiomOf('character', this.slice())
    if (this.kind !== T.NAME) return null
    const word = this.slice()
    // Of every IF and CASE, so it is decided first.
    if (STRUCTURE.has(word)) return null
    const idiom = idiomOf('operator', word)
    return idiom === null || this.isDeclared(word) ? null : idiom
  }

  /** True for a name that some statement declares. */
  isDeclared(name: string): boolean {
    this.declared ??= declaredNames(this.text, this.tokens)
    return this.declared.has(name)
  }

  /** Sets the height of the expression just read; false when that is too deep. */
  rise(height: number): boolean {
    this.height = height
    if (height <= this.limits.expression_depth) return true
    this.abort(height)
    return false
  }

  /** Enters an expression; false when that is too deep. Pairs with {@link leave}. */
  enter(): boolean {
    this.depth++
    if (this.depth <= this.limits.expression_depth) return true
    this.abort(this.depth)
    return false
  }

  leave(): void {
    this.depth--
  }

  private abort(actual: number): void {
    const limit = this.limits.expression_depth
    this.report.exceed({ budget: 'expression_depth', limit, actual }, { start: this.before, end: this.end })
    this.panic = true
    this.aborted = true
    this.lost = true
  }

  /** The broken node in place of a form of another language, which the checker reports. */
  foreign(form: Omit<ForeignForm, 'start' | 'end'>, start: number, height: number): Expression {
    this.lost = true
    if (!this.rise(height + 1)) return this.broken(start)
    const node: Expression = { kind: 'broken', start, end: this.before }
    this.foreignForms.set(node, { ...form, start, end: node.end })
    return node
  }

  broken(start: number): Expression {
    this.height = 1
    return { kind: 'broken', start, end: Math.max(start, this.before) }
  }
}

/** Every name behind `declare`, `local` or `let`, also those that are none; read only once a mistake makes it matter. */
function declaredNames(text: string, { kinds, starts, ends, count }: T.Tokens): ReadonlySet<string> {
  const names = new Set<string>()
  const word = (i: number) => (kinds[i] === T.NAME ? text.slice(starts[i], ends[i]) : '')
  for (let i = 0; i + 1 < count; i++) {
    const before = word(i)
    if (before !== 'declare' && before !== 'local' && before !== 'let') continue
    let last = i + 1
    while (last + 1 < count && starts[last + 1] === ends[last] && isNamePart(kinds[last + 1]!)) last++
    names.add(text.slice(starts[i + 1], ends[last]))
  }
  return names
}

function isNamePart(kind: number): boolean {
  return kind === T.NAME || kind === T.NUMBER || kind === T.WORD || kind === T.MINUS
}
