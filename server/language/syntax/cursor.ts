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
import { type Report, replace } from '../messages/report'
import type { LanguageLimits } from '../semantics/limits'
import type { Speller } from '../semantics/nearest'
import type { Expression, Identifier, Span, TextLiteral } from './syntax'
import * as T from './token'
import { RESERVED, STRUCTURE_WORDS } from './words'

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

  broken(start: number): Expression {
    this.height = 1
    return { kind: 'broken', start, end: Math.max(start, this.before) }
  }
}

/** Every name behind `declare`, `local` or `let`; read only once a mistake makes it matter. */
function declaredNames(text: string, { kinds, starts, ends, count }: T.Tokens): ReadonlySet<string> {
  const names = new Set<string>()
  const word = (i: number) => (kinds[i] === T.NAME ? text.slice(starts[i], ends[i]) : '')
  for (let i = 0; i + 1 < count; i++) {
    const before = word(i)
    if (before === 'declare' || before === 'local' || before === 'let') names.add(word(i + 1))
  }
  return names
}

/** Reads a name that something is given. Null, and reported, if there is none. */
export function readName(p: Cursor, what: 'claim' | 'let' | 'assertion'): Identifier | null {
  const { start, end } = p
  if (p.kind === T.NAME && !hyphenated(p)) {
    const name = p.slice()
    if (RESERVED.has(name)) p.report.add('reserved-name', p.span, [name])
    p.take()
    return { name, start, end }
  }
  if (p.kind === T.WORD) {
    const name = p.slice()
    const joined = name.replaceAll('.', '_')
    const fixes = /^\w+$/.test(joined) ? [replace(`Write ${joined}`, p.span, joined)] : []
    p.report.add('name-characters', p.span, [name, name.includes('.') ? 'path' : null], fixes)
    p.lost = true
    p.take()
    return { name, start, end }
  }
  if (p.kind === T.NAME) return readHyphenated(p)
  p.fail('expected-name', p.span, [what, p.describe()])
  return null
}

/** True at `within-limit`, whose parts touch: no name, but plainly meant as one. */
function hyphenated(p: Cursor): boolean {
  const { starts, ends } = p.tokens
  return (
    p.ahead(1) === T.MINUS &&
    p.ahead(2) === T.NAME &&
    starts[p.index + 1] === p.end &&
    starts[p.index + 2] === ends[p.index + 1]
  )
}

function readHyphenated(p: Cursor): Identifier {
  const { start } = p
  while (p.kind === T.NAME && hyphenated(p)) {
    p.take()
    p.take()
  }
  p.take()
  const end = p.before
  const name = p.text.slice(start, end)
  const joined = name.replaceAll('-', '_')
  p.report.add(
    'name-characters',
    { start, end },
    [name, 'hyphen'],
    [replace(`Write ${joined}`, { start, end }, joined)],
  )
  p.lost = true
  return { name, start, end }
}
