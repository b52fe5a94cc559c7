/**
 * `shape uli = "[A-Za-z0-9]{23,45}" check mod97;` names what a text looks like (language 1.4). A shape is named only in
 * `Matches`, so a claim may have the same name.
 */
import { replaceFix } from '../../messages/report'
import { patternMachine, TooManyStatesError } from '../../patterns/machine'
import { PatternError, parsePattern } from '../../patterns/pattern'
import { CHECKS, type Check, isCheck } from '../../patterns/shapes'
import type { Identifier, Statement } from '../../syntax/syntax'
import type { Checking } from '../checking'

type ShapeStatement = Extract<Statement, { kind: 'shape' }>

export function defineShape(c: Checking, statement: ShapeStatement): void {
  const { name, pattern, start, end } = statement
  const before = c.shapes.get(name.name)
  if (before !== undefined) {
    c.report.add('duplicate-name', name, [name.name, c.lines.line(before.at.start)])
    return
  }
  c.use(name, 'shape', true, name.start)
  const check = statement.check === null ? null : knownCheck(c, statement.check)
  const shape = isSoundPattern(c, statement) ? { name: name.name, pattern: pattern.value, check } : null
  c.shapes.set(name.name, { at: name, shape, start, usableFrom: end })
}

function knownCheck(c: Checking, at: Identifier): Check | null {
  if (isCheck(at.name)) return at.name
  const meant = c.speller.nearest(at.name, CHECKS)
  const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, at, meant)]
  c.report.add('shape-check', at, [`"${at.name}"`, meant], fixes)
  return null
}

function isSoundPattern(c: Checking, { pattern }: ShapeStatement): boolean {
  try {
    patternMachine(parsePattern(pattern.value), false)
    return true
  } catch (error) {
    if (error instanceof PatternError) c.report.add('shape-pattern', pattern, [error.problem, error.written])
    else if (error instanceof TooManyStatesError) c.report.add('shape-size', pattern, [])
    else throw error
    return false
  }
}
