/** `FirstFailed(age, income) else "approved"`: the name of the first assertion that is FALSE (language 1.4). */
import type { Cursor } from '../cursor'
import { expectClose } from '../lists'
import { readString } from '../string-literal'
import { reportNewerWord } from '../structure-words'
import type { Expression, Identifier, TextLiteral } from '../syntax'
import * as T from '../token'

/** @param start of the word, which the text may misspell */
export function parseFirstFailed(p: Cursor): Expression {
  const { start } = p
  if (p.words.version !== '1.4') reportNewerWord(p)
  p.take()
  p.take()
  const assertions = readAssertions(p)
  const isClosed = expectClose(p, T.CLOSE_ROUND, 'FirstFailed(')
  const fallback = p.word() === 'else' ? readFallback(p) : null
  return isClosed && assertions.length > 0 && p.rise(assertions.length + 1)
    ? { kind: 'first-failed', assertions, fallback, start, end: p.before }
    : p.broken(start)
}

function readAssertions(p: Cursor): readonly Identifier[] {
  const assertions: Identifier[] = []
  while (isName(p)) {
    assertions.push({ name: p.slice(), ...p.span })
    p.take()
    if (!p.accept(T.COMMA)) return assertions
  }
  p.fail('first-failed-form', p.span, [p.describe()])
  return assertions
}

function isName(p: Cursor): boolean {
  return p.kind === T.NAME
}

function readFallback(p: Cursor): TextLiteral | null {
  p.take()
  if (p.kind !== T.STRING) {
    p.fail('first-failed-form', p.span, [p.describe()])
    return null
  }
  const text = readString(p.text, p.start, p.end, p.report)
  p.take()
  return text
}
