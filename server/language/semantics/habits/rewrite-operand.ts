import { quoteText } from '../../syntax/string-literal'
import type { Expression } from '../../syntax/syntax'
import type { Type } from '../checked-type'

export interface Operand {
  readonly node: Expression
  readonly type: Type
  /** As written. */
  readonly whole: string
  /** With brackets if it needs them next to an operator. */
  readonly tight: string
  /** The members of a written set. */
  readonly members: readonly Operand[]
}

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

/** True if no brackets are needed next to an operator. */
function isTight({ kind }: Expression, text: string): boolean {
  if (kind === 'number') return !text.startsWith('-')
  return kind === 'name' || kind === 'group' || kind === 'boolean' || (kind === 'call' && /^\w+\s*\(/.test(text))
}

/** Null if the unit allows no remainder. */
export function inUnitOf({ type }: Operand, numeral: string): string | null {
  if (type.kind !== 'numeric' || type.unit?.affine || type.unit?.difference) return null
  return type.unit === null ? numeral : `${numeral} ${quoteText(type.unit.text)}`
}

/** Accepts a whole number without a unit. */
export function wholeNumeral(operand: Operand | undefined): number | null {
  if (operand?.node.kind !== 'number' || operand.node.unit !== null) return null
  return /^-?\d{1,2}$/.test(operand.node.text) ? Number(operand.node.text) : null
}

export function isPositiveNumeral({ node }: Operand): boolean {
  return node.kind === 'number' && !node.text.startsWith('-') && /[1-9]/.test(node.text)
}

/** True if both have the same unit, or both have no unit. */
export function isSameUnit(a: Operand, b: Operand): boolean {
  if (a.type.kind !== 'numeric' || b.type.kind !== 'numeric') return false
  return a.type.unit?.text === b.type.unit?.text
}

/** How to write a form of another language here. */
export interface Rewrite {
  readonly text: string
  /** A sentence before the rewrite. */
  readonly note?: string
  /** The fix's title, if it says more than the rewrite. */
  readonly title?: string
  /** False if the rewrite is only shown. */
  readonly certain?: boolean
}

export interface Rewrites {
  readonly options: readonly Rewrite[]
  readonly says?: string
}
