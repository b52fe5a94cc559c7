/** A hover as Markdown, which editors show. Text of the ruleset cannot make a link, a picture or a heading of itself. */
import type { Hover } from './hover'
import { RULESET_LANGUAGE } from './token-rules'

/**
 * For a client that shows plain text.
 */
export function hoverLines({ code, lines }: Pick<Hover, 'code' | 'lines'>): readonly string[] {
  return [code, ...lines]
}

/** The code first, then one paragraph for each line. */
export function hoverParagraphs({ code, lines }: Pick<Hover, 'code' | 'lines'>): readonly string[] {
  return [codeBlock(code), ...lines.map(plainText)]
}

/**
 * Escapes ruleset text as plain Markdown: a backslash before every ASCII punctuation mark prevents links and images.
 */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

/** The fence is longer than any run of backticks inside, so the code cannot end it. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${RULESET_LANGUAGE}\n${code}\n${fence}`
}
