/**
 * Rulesets with blanks, line breaks and comments strewn between their tokens.
 *
 * Promises: the tokens stay the same, so the meaning does too, comment blocks aside. For property tests alone.
 */
import fc from 'fast-check'
import { Report } from '../messages/report'
import { lex } from '../syntax/lexer'
import { END } from '../syntax/token'

const BLANKS = [' ', ' ', ' ', '\n', '\n\n', '\n\n\n', '\t ', '\r\n']
const COMMENTS = [
  ' // why\n',
  '\n// above\n',
  '\n\n// apart\n\n',
  ' /* inline */ ',
  '\n/* two\n   lines */\n',
  ' /**/ ',
  ' // one\n// two\n',
]

/** The text with something random in every gap between its tokens, its comments first. */
export function strewn(text: string): fc.Arbitrary<string> {
  const { starts, ends, kinds, count, comments } = lex(text, new Report())
  const annotations = comments.map((comment) => `${text.slice(comment.start, comment.end)}\n`).join('')
  const tokens: string[] = []
  for (let i = 0; i < count && kinds[i] !== END; i++) tokens.push(text.slice(starts[i], ends[i]))
  const gap = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...BLANKS) },
    { weight: 1, arbitrary: fc.constantFrom(...COMMENTS) },
  )
  return fc
    .array(gap, { minLength: tokens.length + 1, maxLength: tokens.length + 1 })

    .map((gaps) => annotations + tokens.map((token, i) => gaps[i] + token).join('') + gaps[tokens.length])
}
