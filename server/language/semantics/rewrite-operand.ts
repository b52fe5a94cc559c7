/**
 * An operand of a foreign form, with what a rewrite needs of it.
 */
import { quote } from '../syntax/string-literal'
import type { Expression } from '../syntax/syntax'
import type { Type } from './checked-ruleset'

export interface Operand {
  readonly node: Expression
  readonly type: Type
  /** As it is written. */
  readonly whole: string
  /** In brackets, unless it needs none next to an operator. */
  readonly tight: string
  /** The members of a written set. */
  readonly members: readonly Operand[]
}

/** The operand that was written at `node` and checked as `value`. */
export function operandOf(text: string, node: Expression, value: { readonly type: Type }): Operand {
  const written = text.slice(node.start, node.end)
  const whole = node.kind === 'set' && written.startsWith('[') ? `{${written.slice(1, -1)}}` : written
  const tight = isTight(node, whole) ? whole : `(${whole})`
  return { node, type: value.type, whole, tight, members: membersOf(text, node, value) }
}

function membersOf(text: string, node: Expression, value: { readonly type: Type }): Operand[] {
  if (node.kind !== 'set' || value.type.kind !== 'set') return []
  const { element } = value.type
  return node.members.map((member) => operandOf(text, member, { type: element }))
}

/** True for what needs no brackets next to an operator. */
function isTight({ kind }: Expression, text: string): boolean {
  if (kind === 'number') return !text.startsWith('-')
  return kind === 'name' || kind === 'group' || kind === 'boolean' || (kind === 'call' && /^\w+\s*\(/.test(text))
}

/** A numeral in the unit of the operand; null if a remainder cannot be taken in that unit. */
export function inUnitOf({ type }: Operand, numeral: string): string | null {
  if (type.kind !== 'numeric' || type.unit?.affine || type.unit?.difference) return null
  return type.unit === null ? numeral : `${numeral} ${quote(type.unit.text)}`
}

/** The value of a whole number that is written as a numeral without a unit; null for everything else. */
export function wholeNumeral(operand: Operand | undefined): number | null {
  if (operand?.node.kind !== 'number' || operand.node.unit !== null) return null
  return /^-?\d{1,2}$/.test(operand.node.text) ? Number(operand.node.text) : null
}

/** True for a positive numeral, with or without a unit. */
export function isPositiveNumeral({ node }: Operand): boolean {
  return node.kind === 'number' && !node.text.startsWith('-') && /[1-9]/.test(node.text)
}

/** True for two numbers in one unit, or both without a unit. */
export function isSameUnit(a: Operand, b: Operand): boolean {
  if (a.type.kind !== 'numeric' || b.type.kind !== 'numeric') return false
  return a.type.unit?.text === b.type.unit?.text
}
