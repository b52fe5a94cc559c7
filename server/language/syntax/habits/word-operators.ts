/**
 * Logic between operands: `a and b`, `a || b`, `not a`. They are read as the intended functions; `and` binds tighter
 * than `or`. Each run of one operator has one diagnostic, with a fix that writes the call.
 */
import type { TextEdit } from '../../messages/diagnostic'
import type { Cursor } from '../cursor'
import { hasComma } from '../lists'
import type { Connective, Expression } from '../syntax'
import * as T from '../token'

const INFIX: ReadonlyMap<string, Connective> = new Map([
  ['and', 'And'],
  ['or', 'Or'],
  ['xor', 'Xor'],
  ['implies', 'Implies'],
])

/** Loosest first. */
export const ORDER: readonly Connective[] = ['Implies', 'Or', 'Xor', 'And']

/** The connective at the cursor, or null. */
export function infixHere(p: Cursor): Connective | null {
  if (p.kind === T.AND_SIGN) return 'And'
  if (p.kind === T.OR_SIGN) return 'Or'
  if (p.kind === T.ARROW) return p.inArm ? null : 'Implies'
  if (p.kind !== T.NAME) return null
  const word = p.slice()
  const connective = INFIX.get(word.toLowerCase()) ?? null
  return word === connective && isCallOfSeveral(p) ? null : connective
}

/** True at `Or(b, c)` directly after an operand: a comma was lost before the call. */
function isCallOfSeveral(p: Cursor): boolean {
  return p.ahead(1) === T.OPEN_ROUND && hasComma(p)
}

export function isInfixWord(p: Cursor): boolean {
  return infixHere(p) !== null
}

export interface Joint {
  readonly connective: Connective
  readonly start: number
  readonly end: number
  readonly sign: string
}

/** Splits at the loosest operator and joins the parts by calls. */
export function groupOperands(
  p: Cursor,
  operands: readonly Expression[],
  joints: readonly Joint[],
  from: number,
): Expression {
  for (let i = from; i < ORDER.length; i++) {
    const connective = ORDER[i]!
    const splits = joints.filter((joint) => joint.connective === connective)
    if (splits.length === 0) continue
    const groups: Expression[] = []
    let begin = 0
    for (let j = 0; j <= joints.length; j++) {
      if (j < joints.length && joints[j]!.connective !== connective) continue
      groups.push(groupOperands(p, operands.slice(begin, j + 1), joints.slice(begin, j), i + 1))
      begin = j + 1
    }
    return joinOperands(p, connective, groups, splits)
  }
  return operands[0]!
}

function joinOperands(p: Cursor, connective: Connective, operands: Expression[], splits: readonly Joint[]): Expression {
  const start = operands[0]!.start
  const end = operands[operands.length - 1]!.end
  const pair = connective === 'Xor' || connective === 'Implies'
  const edits: TextEdit[] = [{ start, end: start, text: `${connective}(` }]
  for (const [i, joint] of splits.entries()) {
    const comma = operands[i]!.end
    edits.push({ start: comma, end: comma, text: ',' })
    edits.push({ start: joint.start, end: p.text[joint.end] === ' ' ? joint.end + 1 : joint.end, text: '' })
  }
  edits.push({ start: end, end, text: ')' })
  const fixes = pair && operands.length > 2 ? [] : [{ title: `Write ${connective}(...)`, edits }]
  const span = splits[0]!
  p.report.add('infix-word', { start: span.start, end: span.end }, [span.sign, connective], fixes)
  if (!pair || operands.length === 2) return { kind: 'call', callee: connective, operands: operands, start, end }
  return { kind: 'broken', start, end }
}

/** True at `not`, in any case, or `!` before an operand. */
export function isPrefixNot(p: Cursor): boolean {
  if (p.kind === T.NOT_SIGN) return true
  if (p.kind !== T.NAME || p.end - p.start !== 3 || (p.text.charCodeAt(p.start) | 32) !== 110) return false
  const word = p.slice()
  const next = p.ahead(1)
  if (word.toLowerCase() !== 'not' || (word === 'Not' && next === T.OPEN_ROUND)) return false
  return next === T.NAME || next === T.NUMBER || next === T.STRING || next === T.OPEN_ROUND || next === T.NOT_SIGN
}
