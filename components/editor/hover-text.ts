/** Text of a ruleset as Markdown that shows exactly that text: no link, image or emphasis can come from it. */
import { RULESET_LANGUAGE } from './ruleset-tokens'

/** One paragraph. A backslash takes the meaning of every ASCII punctuation mark away. */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

/** Code in the colours of the language, behind a fence longer than any run of backticks inside. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${RULESET_LANGUAGE}\n${code}\n${fence}`
}
