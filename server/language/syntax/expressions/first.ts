/** `first { condition => value; else => value }` (language 1.4). A mistake in one arm never hides the next arm. */
import { insertFix, replaceFix } from '../../messages/report'
import type { Cursor, Reader } from '../cursor'
import { startsStatement } from '../recover'
import { reportNewerWord } from '../structure-words'
import type { Expression, FirstArm } from '../syntax'
import * as T from '../token'

const FALLBACKS = /^(else|default|otherwise|_)$/i

export function parseFirst(p: Cursor, read: Reader): Expression {
  const { start } = p
  if (p.words.version !== '1.4') reportNewerWord(p)
  p.take()
  p.take()
  const outer = { inArm: p.inArm, sets: p.sets, inConditions: p.inConditions }
  p.inArm = true
  p.sets++
  const node = readArms(p, start, read)
  p.inArm = outer.inArm
  p.sets = outer.sets
  p.inConditions = outer.inConditions
  return node
}

function readArms(p: Cursor, start: number, read: Reader): Expression {
  const arms: FirstArm[] = []
  let fallback: Expression | null = null
  let height = 0
  let isSound = true
  if (p.kind === T.CLOSE_CURLY) p.fail('first-form', p.span, [p.describe()])
  while (p.kind !== T.CLOSE_CURLY && !p.panic) {
    const at = p.span
    const isFallback = FALLBACKS.test(p.slice()) && startsValue(p)
    const condition = isFallback ? null : read(p)
    if (isFallback) takeFallback(p)
    height = Math.max(height, p.height)
    const value = expectArrow(p) ? read(p) : null
    height = Math.max(height, p.height)
    if (fallback !== null && value !== null) p.report.add('else-not-last', at, [])
    if (value !== null && condition === null) fallback ??= value
    else if (value !== null && condition !== null) arms.push({ condition, value })
    expectArmEnd(p)
    if (p.panic) isSound = false
    if (!nextArm(p)) break
  }
  if (!closeArms(p) || !isSound || p.aborted) return p.broken(start)
  return p.rise(height + arms.length + 1) ? { kind: 'first', arms, fallback, start, end: p.before } : p.broken(start)
}

/** The word is not the name of a claim. */
function startsValue(p: Cursor): boolean {
  return p.ahead(1) === T.ARROW || p.ahead(1) === T.COLON
}

function takeFallback(p: Cursor): void {
  const word = p.slice()
  if (word !== 'else')
    p.report.add('misspelt-word', p.span, [word, 'else', null], [replaceFix('Write else', p.span, 'else')])
  p.take()
}

/** `:` and `->` are reported and read. */
function expectArrow(p: Cursor): boolean {
  if (p.panic) return false
  if (p.kind === T.COLON || (p.kind === T.ARROW && p.slice() !== '=>'))
    p.report.add('first-arrow', p.span, [], [replaceFix('Write =>', p.span, p.kind === T.COLON ? ' =>' : '=>')])
  else if (p.kind !== T.ARROW) {
    p.fail('first-form', p.span, [p.describe()])
    return false
  }
  p.take()
  return true
}

function expectArmEnd(p: Cursor): void {
  const ends = p.kind === T.SEMICOLON || p.kind === T.COMMA || p.kind === T.CLOSE_CURLY || p.kind === T.END
  if (!ends && !p.panic && !startsStatement(p)) p.fail('first-separator', p.span, [p.describe()])
}

/** Takes the semicolon before another arm. */
function nextArm(p: Cursor): boolean {
  if (p.aborted || (p.panic && !skipArm(p))) return false
  if (p.kind === T.COMMA) {
    p.report.add('first-separator', p.span, [p.describe()], [replaceFix('Write a semicolon', p.span, ';')])
    p.take()
    return true
  }
  if (p.accept(T.SEMICOLON)) return !startsStatement(p)
  return false
}

/** Skips to the end of the arm; false if the statement ends first. */
function skipArm(p: Cursor): boolean {
  let nesting = 0
  for (; p.kind !== T.END && !startsStatement(p); p.take()) {
    if (nesting === 0 && (p.kind === T.SEMICOLON || p.kind === T.CLOSE_CURLY)) {
      p.panic = false
      return true
    }
    if (p.kind === T.OPEN_CURLY) nesting++
    else if (p.kind === T.CLOSE_CURLY) nesting--
  }
  return false
}

function closeArms(p: Cursor): boolean {
  if (p.accept(T.CLOSE_CURLY)) return true
  if (p.panic) return false
  const at = { start: p.before, end: p.before }
  p.report.add('missing-close', at, ['}', 'first'], [insertFix('Insert }', p.before, ' }')])
  p.lost = true
  return true
}
