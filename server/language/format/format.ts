/**
 * Keeps every token and comment, their order and the meaning of the ruleset, including comments above assertions.
 * Formatting twice changes nothing more.
 */

import { Report } from '../messages/report'
import { checkControlCharacters } from '../syntax/habits/foreign-spelling'
import { lexText } from '../syntax/lexer'
import { parseText } from '../syntax/parse'
import type { Comment, SharedPart } from '../syntax/syntax'
import * as T from '../syntax/token'
import { DEFAULT_LANGUAGE_LIMITS, type LanguageLimits } from '../text/limits'
import { indentDoc, renderDoc } from './layout'
import { StatementLayout } from './statement-layout'
import { Trivia } from './trivia'

const WIDTH = 100

/**
 * Lines have at most 100 columns if possible. A text with a syntax error or with control characters is returned
 * unchanged.
 */
export function formatRuleset(text: string, limits: LanguageLimits = DEFAULT_LANGUAGE_LIMITS): string {
  const report = new Report()
  checkControlCharacters(text, report)
  const { ruleset } = parseText(text, report, limits)
  if (report.hasErrors) return text
  const tokens = lexText(text, report)
  const conditions = ruleset.statements.flatMap((one) => (one.kind === 'condition' ? [one.name.name] : []))
  return new Formatter(text, tokens, new Set(conditions), ruleset.sharedParts).run()
}

class Formatter {
  private readonly trivia: Trivia
  private result = ''
  /** The indentation of the statements in a library. */
  private indentation = ''

  constructor(
    private readonly text: string,
    private readonly tokens: T.Tokens,
    private readonly conditions: ReadonlySet<string>,
    private readonly sharedParts: readonly SharedPart[],
  ) {
    this.trivia = new Trivia(text, tokens)
  }

  run(): string {
    const sharedParts = new Map(this.sharedParts.map((part) => [part.start, part]))
    let at = 0
    while (this.tokens.kinds[at] !== T.END) {
      this.between(at)
      const part = sharedParts.get(this.tokens.starts[at]!)
      at = part === undefined ? this.statement(at) : this.part(at, part)
    }
    this.between(at)
    const body = this.result.replace(/^\n+/, '').trimEnd()
    return body === '' ? '' : `${body}\n`
  }

  /** Returns the next token, as the following ones do. */
  private statement(at: number): number {
    const layout = new StatementLayout(this.text, this.tokens, this.trivia, at, this.conditions)
    const doc = layout.statement()
    this.result += renderDoc(this.indentation === '' ? doc : indentDoc(doc), WIDTH - this.indentation.length)
    return layout.at
  }

  /** A used library is as written, because the hash is of its lines. */
  private part(from: number, { kind, start, end }: SharedPart): number {
    let last = from
    while (this.tokens.ends[last]! < end) last++
    const hasComment = [from + 1, last + 1].some((token) => this.hasComment(token))
    if (kind === 'library' && !hasComment) this.library(from + 2)
    else this.result += this.text.slice(start, this.tokens.ends[last + 1]!).replace(/\r\n?/g, '\n')
    return last + 2
  }

  private hasComment(token: number): boolean {
    const { trailing, leading } = this.trivia.before(token)
    return trailing.length + leading.length > 0
  }

  private library(first: number): void {
    let at = first
    this.result += 'library {'
    this.indentation = '  '
    while (this.tokens.kinds[at] !== T.CLOSE_CURLY) {
      this.between(at)
      at = this.statement(at)
    }
    this.between(at)
    this.indentation = ''
    this.result = `${this.result.trimEnd()}\n};`
  }

  /** Prints comments and blank lines before a statement or the end of the text. */
  private between(token: number): void {
    const { trailing, leading } = this.trivia.before(token)
    for (const comment of trailing) this.result += ` ${this.print(comment)}`
    let from = trailing.at(-1)?.end ?? (token === 0 ? 0 : this.tokens.ends[token - 1]!)
    let fresh = true
    for (const [i, comment] of leading.entries()) {
      if (fresh) this.newLine(from, comment.start)
      this.result += this.print(comment)
      from = comment.end
      const next = leading[i + 1]?.start ?? this.tokens.starts[token]!
      fresh = comment.kind === 'line' || this.trivia.hasBreak(comment.end, next)
      if (!fresh) this.result += ' '
    }
    if (fresh) this.newLine(from, this.tokens.starts[token]!)
  }

  /** Keeps one blank line if the author left any. */
  private newLine(from: number, to: number): void {
    if (this.result === '') return
    this.result += (this.trivia.lineBreaks(from, to) > 1 ? '\n\n' : '\n') + this.indentation
  }

  private print(comment: Comment): string {
    return this.text.slice(comment.start, comment.end).replace(/\r\n?/g, '\n').trimEnd()
  }
}
