/** Conditions with parameters, and their uses (language 1.4). */
import { replaceFix } from '../messages/report'
import type { Span } from '../text/line-index'
import type { Cursor, Reader } from './cursor'
import { readName } from './declared-name'
import { parseList } from './lists'
import type { Expression, Identifier, Statement } from './syntax'
import * as T from './token'

/**
 * Reads `condition is_adult(p) = p.age >= 18 "yr"`, from the word `condition`.
 * @param readValue reads the equals sign and the body; null, and reported, without an equals sign
 */
export function parseCondition(p: Cursor, readValue: (name: string) => Expression | null): Statement | null {
  const { start, span } = p
  p.take()
  const name = readName(p, 'condition')
  if (name === null) return null
  const parameters = readParameters(p, name, span)
  if (parameters === null) return null
  const value = readValue(name.name)
  return value === null ? null : { kind: 'condition', name, parameters, value, start, end: p.before }
}

/** Null, and reported, if there is no bracket. Without a name in it, the statement is meant as a let. */
function readParameters(p: Cursor, name: Identifier, word: Span): readonly Identifier[] | null {
  if (p.kind !== T.OPEN_ROUND) {
    if (p.kind === T.ASSIGN) {
      p.report.add('condition-parameters', name, [], [replaceFix('Write let', word, 'let')])
      return []
    }
    p.fail('condition-parameters', p.span, [])
    return null
  }
  const open = p.start
  p.take()
  const parameters: Identifier[] = []
  while (isParameter(p)) {
    addParameter(p, parameters)
    if (!p.accept(T.COMMA)) break
  }
  if (!p.accept(T.CLOSE_ROUND)) {
    p.fail('condition-parameters', p.span, [])
    return null
  }
  if (parameters.length === 0) {
    const span = { start: open, end: p.before }
    const edits = [
      { ...word, text: 'let' },
      { ...span, text: '' },
    ]
    p.report.add('condition-parameters', span, [], [{ title: 'Write let', edits }])
  }
  return parameters
}

function isParameter(p: Cursor): boolean {
  return p.kind === T.NAME
}

function addParameter(p: Cursor, parameters: Identifier[]): void {
  const name = p.slice()
  if (p.words.reserved.has(name)) p.report.add('reserved-name', p.span, [name])
  if (parameters.some((parameter) => parameter.name === name)) p.report.add('repeated-parameter', p.span, [name])
  else parameters.push({ name, ...p.span })
  p.take()
}

/** Reads `is_adult(applicant)`. @param name of the condition, which the text may misspell */
export function parseApplication(p: Cursor, name: string, read: Reader): Expression {
  const { start, end } = p
  p.take()
  p.take()
  const operands = parseList(p, T.CLOSE_ROUND, `${name}(`, read)
  if (!p.rise(p.height + 1)) return p.broken(start)
  return { kind: 'apply', condition: { name, start, end }, operands, start, end: p.before }
}
