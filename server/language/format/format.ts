/**
 * Keeps every token and comment, their order and the meaning of the ruleset, including comments above assertions.
 * Formatting twice changes nothing more.
 */

import { Report } from '../messages/report'
import { checkControlCharacters } from '../syntax/habits/foreign-spelling'
import { lexText } from '../syntax/lexer'
import { parseText } from '../syntax/parse'
import type { Comment } from '../syntax/syntax'
import * as T from '../syntax/token'
import { DEFAULT_LANGUAGE_LIMITS, type LanguageLimits } from '../text/limits'
import { renderDoc } from './layout'
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
  parseText(text, report, limits)
  if (report.hasErrors) return text
  const tokens = lexText(text, report)
  return new Formatter(text, tokens).run()
}

class Formatter {
  private readonly trivia: Trivia
  private result = ''

  constructor(
    private readonly text: string,
    private readonly tokens: T.Tokens,
  ) {
    this.trivia = new Trivia(text, tokens)
  }

  run(): string {
    let at = 0
    while (this.tokens.kinds[at] !== T.END) {
      this.between(at)
      const layout = new StatementLayout(this.text, this.tokens, this.trivia, at)
      this.result += renderDoc(layout.statement(), WIDTH)
      at = layout.at
    }
    this.between(at)
    const body = this.result.replace(/^\n+/, '').trimEnd()
    return body === '' ? '' : `${body}\n`
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
    this.result += this.trivia.lineBreaks(from, to) > 1 ? '\n\n' : '\n'
  }

  private print(comment: Comment): string {
    return this.text.slice(comment.start, comment.end).replace(/\r\n?/g, '\n').trimEnd()
  }
}
