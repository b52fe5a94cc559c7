import type { Span } from '../../text/line-index'
import type { Cursor, Reader } from '../cursor'
import { readSharedLabels, reportElseIf, reportSharedLabels } from '../habits/foreign-forms'
import { acceptWord, expectWord, isBranchWord, isWord, nextArm, readLabel } from '../structure-words'
import type { Expression, TextLiteral } from '../syntax'
import * as T from '../token'

export function parseIf(p: Cursor, read: Reader): Expression {
  const { start } = p
  p.take()
  const words: Span[] = []
  const node = readBranches(p, start, words, read)
  if (node === null || !expectWord(p, 'END', 'IF')) return p.broken(start)
  for (const word of words) reportElseIf(p, word)
  return p.rise(p.height) ? { ...node, end: p.before } : p.broken(start)
}

type If = Extract<Expression, { kind: 'if' }>

/**
 * Reads a condition, THEN and the branches, without the END. A word such as ELSEIF continues as ELSE IF, with the same
 * END; its span is added to `words`.
 */
function readBranches(p: Cursor, start: number, words: Span[], read: Reader): If | null {
  const condition = read(p)
  let height = p.height
  if (!expectWord(p, 'THEN', 'IF')) return null
  const then = read(p)
  height = Math.max(height, p.height)
  let otherwise: Expression | null = null
  if (!p.panic && isBranchWord(p)) {
    words.push(p.span)
    const branch = p.start
    p.take()
    if (!p.enter()) {
      p.leave()
      return null
    }
    otherwise = readBranches(p, branch, words, read)
    p.leave()
    if (otherwise === null) return null
  } else if (acceptWord(p, 'ELSE')) {
    otherwise = read(p)
  }
  if (otherwise !== null) height = Math.max(height, p.height)
  if (!p.rise(height + 1)) return null
  return { kind: 'if', condition, then, otherwise, start, end: p.before }
}

export function parseCase(p: Cursor, read: Reader): Expression {
  return p.word(1).toUpperCase() === 'WHEN' && !p.isDeclared(p.word(1)) ? parseCaseWhen(p, read) : parseCaseOf(p, read)
}

/** Reads `CASE WHEN c THEN a ELSE b END` as IF, with each further WHEN as ELSE IF. */
function parseCaseWhen(p: Cursor, read: Reader): Expression {
  const { start } = p
  p.take()
  const head = { start, end: p.end }
  p.take()
  const words: Span[] = []
  const node = readBranches(p, start, words, read)
  if (node === null || !expectWord(p, 'END', 'CASE')) return p.broken(start)
  const edits = [
    { ...head, text: 'IF' },
    ...words.map((word) => ({ ...word, text: 'ELSE IF' })),
    ...words.map(() => ({ start: p.before, end: p.before, text: ' END' })),
  ]
  p.report.add('misspelt-word', head, ['CASE WHEN', 'IF', 'case-when'], [{ title: 'Write IF', edits }])
  return p.rise(p.height) ? { ...node, end: p.before } : p.broken(start)
}

interface Arm {
  readonly label: TextLiteral
  readonly value: Expression
}

function parseCaseOf(p: Cursor, read: Reader): Expression {
  const { start } = p
  p.take()
  const subject = read(p)
  let height = p.height
  if (!expectWord(p, 'OF', 'CASE')) return p.broken(start)
  const arms: Arm[] = []
  p.lists++
  let fallback: Expression | null = null
  do {
    if (fallback !== null) {
      p.fail('default-not-last', p.span, [])
      break
    }
    if (isWord(p, 'DEFAULT') && p.ahead(1) === T.COLON) {
      acceptWord(p, 'DEFAULT')
      p.take()
      fallback = read(p)
    } else {
      const first = p.span
      const shared = readSharedLabels(p)
      const label = readLabel(p)
      if (label === null) break
      const value = read(p)
      for (const { value: member, start, end } of shared) arms.push({ label: { value: member, start, end }, value })
      arms.push({ label, value })
      if (shared.length > 0) reportSharedLabels(p, first, shared, value)
    }
    height = Math.max(height, p.height)
  } while (!p.aborted && nextArm(p))
  p.lists--
  const sound = !p.panic
  if (!expectWord(p, 'END', 'CASE') || !sound) return p.broken(start)
  if (!p.rise(height + 1)) return p.broken(start)
  return { kind: 'case', subject, arms, fallback, start, end: p.before }
}
