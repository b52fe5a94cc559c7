/**
 * Texts that no author would write: random bytes, rulesets with pieces cut out, doubled, moved and replaced, and
 * rulesets with random blanks and comments. For tests only.
 */
import fc from 'fast-check'
import { Report } from '../messages/report'
import { lexText } from '../syntax/lexer'
import { END } from '../syntax/token'

/** Decodes random bytes as UTF-8, Latin-1 or UTF-16. */
export function randomBytes(maxLength: number): fc.Arbitrary<string> {
  const decoders = ['utf-8', 'latin1', 'utf-16le'].map((encoding) => new TextDecoder(encoding))
  return fc
    .tuple(fc.uint8Array({ maxLength }), fc.constantFrom(...decoders))
    .map(([bytes, decoder]) => decoder.decode(bytes))
}

const PIECES = [
  ...'(){}[];,:"\'=<>!+-*/%.@#&|\\$',
  '//',
  '/*',
  '*/',
  '==',
  '\n',
  '\r',
  '\u0000',
  '\u00a0',
  '\u200b',
  '\ud800',
  '\ufeff',
  '≥',
  '“',
  '€',
  'assert',
  'declare',
  'let',
  'as',
  'in',
  'IF',
  'THEN',
  'ELSE',
  'END',
  'CASE',
  'OF',
  'DEFAULT',
  'And(',
  'ForAll(',
  'AtLeast(',
  'True',
  'false',
  'and',
  'not',
  '0',
  '1.5',
  '1e999999',
  '10 "USD"',
  '"kg"',
  'enum [',
  'numeric',
  'version 1.3;',
  '// @unit ',
  '// @range x 1..2',
  '('.repeat(300),
  '-'.repeat(300),
  'Not('.repeat(300),
  'IF '.repeat(300),
]

interface Edit {
  readonly kind: 'cut' | 'double' | 'move' | 'insert' | 'replace'
  readonly at: number
  readonly length: number
  readonly to: number
  readonly piece: string
}

const EDIT: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('cut', 'double', 'move', 'insert', 'replace'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 80 })),
  to: fc.double({ min: 0, max: 1, noNaN: true }),
  piece: fc.constantFrom(...PIECES),
})

/** Applies one to six edits to one of the texts. */
export function mutateTexts(texts: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(EDIT, { minLength: 1, maxLength: 6 }))
    .map(([text, edits]) => edits.reduce(applyEdit, text))
}

function applyEdit(text: string, { kind, at, length, to, piece }: Edit): string {
  const start = Math.floor(at * text.length)
  const taken = text.slice(start, start + length)
  const rest = text.slice(0, start) + text.slice(start + length)
  const target = Math.floor(to * rest.length)
  switch (kind) {
    case 'cut':
      return rest
    case 'double':
      return text.slice(0, start) + taken + text.slice(start)
    case 'move':
      return rest.slice(0, target) + taken + rest.slice(target)
    case 'insert':
      return text.slice(0, start) + piece + text.slice(start)
    case 'replace':
      return text.slice(0, start) + piece + text.slice(start + length)
  }
}

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

/**
 * Puts random blanks or comments between all tokens, after the text's own comments. The meaning stays the same, except
 * for comments above statements.
 */
export function strewBlanks(text: string): fc.Arbitrary<string> {
  const { starts, ends, kinds, count, comments } = lexText(text, new Report())
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
