/**
 * Parses `except when sanctioned { False } then except when waived { True }` after a body or a value (language 1.4).
 */
import { insertFix, replaceFix } from '../../messages/report'
import type { Cursor, Reader } from '../cursor'
import { reportNewerWord } from '../structure-words'
import type { Exception } from '../syntax'
import * as T from '../token'

/** True at `except` and `then except`, which no expression contains. */
export function isException(p: Cursor): boolean {
  return p.word() === 'except' || (p.word() === 'then' && p.word(1) === 'except')
}

/** @param close reads the closing brace of a value; null, and reported, if it is missing */
export function parseExceptions(p: Cursor, read: Reader, close: (p: Cursor) => number | null): readonly Exception[] {
  const exceptions: Exception[] = []
  while (!p.panic && isException(p)) {
    const exception = parseException(p, exceptions.length === 0, read, close)
    if (exception !== null) exceptions.push(exception)
  }
  return exceptions
}

function parseException(
  p: Cursor,
  isFirst: boolean,
  read: Reader,
  close: (p: Cursor) => number | null,
): Exception | null {
  const { start, span } = p
  if (p.words.version !== '1.4') reportNewerWord(p)
  const isLater = p.word() === 'then'
  if (isLater) p.take()
  if (isLater && isFirst)
    p.report.add('first-exception', span, [], [{ title: 'Remove then', edits: [{ start, end: p.start, text: '' }] }])
  p.take()
  if (/^(if|where|whenever)$/i.test(p.word())) {
    p.report.add('exception-form', p.span, [p.describe()], [replaceFix('Write when', p.span, 'when')])
    p.take()
  } else if (p.word() === 'when') p.take()
  else p.report.add('exception-form', p.span, [p.describe()], [insertFix('Insert when', p.before, ' when')])
  const condition = read(p)
  const { height } = p
  if (p.kind !== T.OPEN_CURLY) {
    p.fail('exception-form', p.span, [p.describe()])
    return null
  }
  p.take()
  const value = read(p)
  if (close(p) === null || !p.rise(Math.max(height, p.height) + 1)) return null
  return { condition, value, isLater: isLater && !isFirst, start, end: p.before }
}

/** `assert a { x except when y { False } };`, whose brace closes before the exceptions. */
export function reportInside(p: Cursor, at: number, close: number | null): void {
  const first = p.text.slice(at).search(/\S/) + at
  const word = /^\w*/.exec(p.text.slice(first))?.[0] ?? ''
  const span = { start: first, end: first + word.length }
  const edits =
    close === null
      ? []
      : [
          { start: at, end: at, text: ' }' },
          { start: close - (/\s$/.test(p.text.slice(0, close)) ? 1 : 0), end: close + 1, text: '' },
        ]
  const fixes = edits.length === 0 ? [] : [{ title: 'Close the brace before the exceptions', edits }]
  p.report.add('exception-inside', span, [], fixes)
}
