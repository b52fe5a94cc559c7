/**
 * The parser's position and depth. After a syntax error nothing is reported until recovery (`panic`), so that each
 * mistake is reported once. A statement beyond the depth budget is stopped, so that no input overflows the stack.
 */

import type { Fix } from '../messages/diagnostic'
import { type IdiomId, idiomOf } from '../messages/idioms'
import type { Code, Details } from '../messages/messages'
import type { Report } from '../messages/report'
import type { LanguageLimits } from '../text/limits'
import type { Span } from '../text/line-index'
import type { Speller } from '../text/nearest'
import type { Expression, TextLiteral } from './syntax'
import * as T from './token'
import { LOOKUP_WORDS, STRUCTURE_WORDS, type Words, wordsOf } from './words'

/** The grammar is recursive, so files get the readers of inner expressions as arguments. */
export type Reader = (p: Cursor) => Expression

const STRUCTURE: ReadonlySet<string> = new Set(STRUCTURE_WORDS)

export class Cursor {
  index = 0
  /** Nodes on the longest path of the last expression. */
  height = 0
  /** Open expressions. */
  depth = 0
  /** Open lists, in which a comma may separate. */
  lists = 0
  /** Open sets in braces. */
  sets = 0
  /** The innermost list has conditions, not numbers. */
  inConditions = false
  /** Whether the cursor is in an arm of `first`, which has `=>` before the value. */
  inArm = false
  /** In the braces of a library. */
  inPart = false
  /** Invalid declared names so far. */
  wrongNames = 0
  panic = false
  /** The statement is too deep. */
  aborted = false
  /** Some text could not be read, so its names are unknown. */
  lost = false
  meetsUnits = false
  /** The reserved words of the version, which the first statement may set. */
  words: Words = wordsOf(undefined)
  /** The number of the version, if there is one. */
  versionAt: Span | null = null
  private declared: ReadonlySet<string> | null = null
  private conditions: ReadonlySet<string> | null = null
  /** After something other than a numeral; the checker knows the correction. */
  readonly misplacedUnits = new Map<Expression, TextLiteral>()
  /** By the broken node that replaces them; the checker reports them. */
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

  get before(): number {
    return this.index === 0 ? 0 : this.tokens.ends[this.index - 1]!
  }

  get span(): Span {
    return { start: this.start, end: this.end }
  }

  /** Empty if the token is not a name. */
  word(by = 0): string {
    return this.ahead(by) === T.NAME ? this.slice(by) : ''
  }

  slice(by = 0): string {
    const i = Math.min(this.index + by, this.tokens.count - 1)
    return this.text.slice(this.tokens.starts[i]!, this.tokens.ends[i]!)
  }

  /** No white space or comment precedes the token. */
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

  /** Reports unless in panic, and requests recovery. */
  fail<C extends Code>(code: C, span: Span, details: Details<C>, fixes: readonly Fix[] = []): void {
    if (!this.panic && !this.reported) this.report.add(code, span, details, fixes)
    this.panic = true
    this.lost = true
  }

  /** For messages. */
  describe(): string {
    if (this.kind === T.END) return 'the end of the text'
    return this.kind === T.STRING ? this.slice() : `"${this.slice()}"`
  }

  /** The lexer has reported the token. */
  get reported(): boolean {
    return this.kind === T.OTHER || this.kind === T.BAD_STRING
  }

  /** The idiom of a foreign operator, or null. */
  get idiom(): IdiomId | null {
    if (this.kind === T.OPEN_SQUARE) return idiomOf('operator', '[')
    if (this.kind === T.FOREIGN) return idiomOf('character', this.slice())
    if (this.kind !== T.NAME) return null
    const word = this.slice()
    // The most frequent words are checked first.
    if (STRUCTURE.has(word)) return null
    const idiom = idiomOf('operator', word)
    return idiom === null || this.isDeclared(word) ? null : idiom
  }

  isDeclared(name: string): boolean {
    this.declared ??= declaredNames(this.text, this.tokens)
    return this.declared.has(name)
  }

  /** Names of conditions that the text defines. */
  get conditionNames(): ReadonlySet<string> {
    this.conditions ??= namedConditions(this.text, this.tokens)
    return this.conditions
  }

  /** Returns false if this is too deep. */
  rise(height: number): boolean {
    this.height = height
    if (height <= this.limits.expression_depth) return true
    this.abort(height)
    return false
  }

  /** Returns false if this is too deep. Pairs with {@link leave}. */
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

  /** Replaces a foreign form, which the checker reports. */
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

function namedConditions(text: string, { kinds, starts, ends, count }: T.Tokens): ReadonlySet<string> {
  const names = new Set<string>()
  for (let i = 0; i + 2 < count; i++) {
    if (kinds[i] !== T.NAME || kinds[i + 1] !== T.NAME || kinds[i + 2] !== T.OPEN_ROUND) continue
    if (text.slice(starts[i], ends[i]) === 'condition') names.add(text.slice(starts[i + 1], ends[i + 1]))
  }
  return names
}

/** Names after words that declare one, even invalid names. Read only after a mistake. */
function declaredNames(text: string, { kinds, starts, ends, count }: T.Tokens): ReadonlySet<string> {
  const names = new Set<string>()
  const word = (i: number) => (kinds[i] === T.NAME ? text.slice(starts[i], ends[i]) : '')
  for (let i = 0; i + 1 < count; i++) {
    const before = word(i)
    if (!DECLARING.has(before)) continue
    let last = i + 1
    while (last + 1 < count && starts[last + 1] === ends[last] && isNamePart(kinds[last + 1]!)) last++
    names.add(text.slice(starts[i + 1], ends[last]))
  }
  return names
}

const DECLARING: ReadonlySet<string> = new Set([
  'declare',
  'local',
  'let',
  'report',
  'vocabulary',
  'shape',
  ...LOOKUP_WORDS,
])

function isNamePart(kind: number): boolean {
  return kind === T.NAME || kind === T.NUMBER || kind === T.WORD || kind === T.MINUS
}

/** A form of another language. It is reported by the checker, because the rewrite depends on the operands' units. */
export interface ForeignForm extends Span {
  /** As written: `Round`, `**`, `?`. */
  readonly name: string
  readonly idiom: IdiomId
  /** The span to report. */
  readonly at: Span
  readonly operands: readonly Expression[]
  /** False for an operator. */
  readonly isCall: boolean
  /** Languages disagree on the operands, so no fix is certain. */
  readonly isDoubtful?: boolean
}
