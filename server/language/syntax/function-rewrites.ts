/**
 * Calls of functions that other languages have, written with what this language has.
 *
 * Promises: only where the meaning is certain, whatever the units of the operands are; null otherwise.
 */
import type { IdiomId } from '../messages/idioms'
import type { Expression } from './syntax'

/** `call` in the words of this language; null where that takes more than its operands. */
export function rewriteCall(id: IdiomId, name: string, operands: readonly Expression[], text: string): string | null {
  if (operands.length === 0 || operands.some(({ kind }) => kind === 'broken' || kind === 'set')) return null
  const whole = operands.map(({ start, end }) => text.slice(start, end))
  const tight = operands.map((operand, i) => (isTight(operand, whole[i]!) ? whole[i]! : `(${whole[i]})`))
  const [a = '', b = '', c = ''] = tight
  switch (id) {
    case 'max':
      return operands.length === 2 ? `If(${a} > ${b}, ${whole.join(', ')})` : null
    case 'min':
      return operands.length === 2 ? `If(${a} < ${b}, ${whole.join(', ')})` : null
    case 'abs':
      return operands.length === 1 ? absolute(operands[0]!, a, text) : null
    case 'sum':
      return operands.length > 1 ? `(${tight.join(' + ')})` : null
    case 'average':
      return operands.length > 1 ? `((${tight.join(' + ')}) / ${operands.length})` : null
    case 'between':
      return operands.length === 3 ? `And(${a} >= ${b}, ${a} <= ${c})` : null
    case 'modulo':
      return operands.length === 2 ? `(${a} % ${b})` : null
    case 'ternary':
      return operands.length === 3 && name.toLowerCase() === 'iif' ? `If(${whole.join(', ')})` : null
    case 'all-any':
      return operands.length > 1 ? `${/^(any|some)/i.test(name) ? 'Or' : 'And'}(${whole.join(', ')})` : null
    default:
      return null
  }
}

function absolute(operand: Expression, tight: string, text: string): string {
  if (operand.kind !== 'arithmetic' || operand.operator !== '-') return `If(${tight} > -${tight}, ${tight}, -${tight})`
  const left = text.slice(operand.left.start, operand.left.end)
  const right = text.slice(operand.right.start, operand.right.end)
  return `If(${left} > ${right}, ${left} - ${grouped(operand.right, right)}, ${right} - ${grouped(operand.left, left)})`
}

function grouped(operand: Expression, text: string): string {
  return isTight(operand, text) ? text : `(${text})`
}

/** True for what needs no brackets beside an operator. */
function isTight({ kind }: Expression, text: string): boolean {
  return kind === 'name' || kind === 'number' || kind === 'group' || (kind === 'call' && /^\w+\s*\(/.test(text))
}
