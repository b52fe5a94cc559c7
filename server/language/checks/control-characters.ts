/**
 * Invisible and bidirectional control characters.
 *
 * Promises: none stands anywhere in a ruleset that compiles, comments and strings included, because what a person
 * signs must be what is shown. A byte-order mark at the very start is no part of the text.
 */
import { codePointName, firstInvisible } from '../characters'
import { type Report, replace } from '../report'

export function checkControlCharacters(text: string, report: Report): void {
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = firstInvisible(text, from); at >= 0; ) {
    const end = at + (text.codePointAt(at)! > 0xffff ? 2 : 1)
    const span = { start: at, end }
    report.add('invisible-character', span, [codePointName(text, at)], [replace('Remove the character', span, '')])
    at = firstInvisible(text, end)
  }
}
