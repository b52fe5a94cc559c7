/** The operands of checked nodes, for walks and copies that treat all kinds alike. */
import type { Checked } from '../checked-ruleset'

type Kind = Checked['kind']
type NodeOf<K extends Kind> = Extract<Checked, { readonly kind: K }>
type Operand = Checked | null | readonly Checked[] | readonly { readonly label: string; readonly value: Checked }[]
type OperandMember<K extends Kind> = {
  [M in keyof NodeOf<K>]-?: NodeOf<K>[M] extends Operand ? M : never
}[keyof NodeOf<K>]

/** The members of each kind of node that hold its operands, in the order of writing. */
const OPERANDS = {
  boolean: [],
  number: [],
  string: [],
  input: [],
  let: [],
  variable: [],
  vocabulary: [],
  nothing: [],
  written: ['core'],
  negate: ['operand'],
  absolute: ['operand'],
  round: ['operand'],
  extreme: ['operands'],
  'add-months': ['operand', 'months'],
  calendar: ['operands'],
  convert: ['operand'],
  arithmetic: ['left', 'right'],
  compare: ['left', 'right'],
  differ: ['left', 'right'],
  'is-subset': ['left', 'right'],
  'set-operation': ['left', 'right'],
  unbridged: ['left', 'right'],
  connective: ['operands'],
  choice: ['condition', 'then', 'otherwise'],
  case: ['subject', 'arms', 'fallback'],
  quantified: ['count', 'set', 'body'],
  'is-member': ['value', 'set'],
  set: ['members'],
} as const satisfies { readonly [K in Kind]: readonly OperandMember<K>[] }

/** Does not compile while a member of some kind that holds operands is missing from its row. */
type Missing = { [K in Kind]: Exclude<OperandMember<K>, (typeof OPERANDS)[K][number]> }[Kind]
true satisfies [Missing] extends [never] ? true : Missing

/**
 * Returns every operand of a node once, in the order of writing. A `let` is named and not entered. A branch or set that does
 * not bridge to an earlier one omits that one, which is elsewhere in the tree already.
 */
export function childrenOf(node: Checked): readonly Checked[] {
  const found: Checked[] = []
  eachOperand(node, (operand) => found.push(operand))
  return found
}

/** Calls `visit` for the node and everything below it, in the order of {@link childrenOf}. */
export function walkTree(node: Checked, visit: (node: Checked) => void): void {
  visit(node)
  eachOperand(node, (operand) => walkTree(operand, visit))
}

/** Copies a node with each of its operands replaced by what `replace` returns for it. */
export function mapOperands(node: Checked, replace: (operand: Checked) => Checked): Checked {
  const members: readonly string[] = OPERANDS[node.kind]
  if (members.length === 0) return node
  const replaced = members.map((member) => [member, mapOperand(operandOf(node, member), replace)])
  return { ...node, ...Object.fromEntries(replaced) }
}

function eachOperand(node: Checked, visit: (operand: Checked) => void): void {
  if (node.kind === 'unbridged' && node.operator === '') {
    visit(node.right)
    return
  }
  for (const member of OPERANDS[node.kind]) {
    const operand = operandOf(node, member)
    if (operand === null) continue
    if ('kind' in operand) visit(operand)
    else for (const each of operand) visit('kind' in each ? each : each.value)
  }
}

function mapOperand(operand: Operand, replace: (operand: Checked) => Checked): Operand {
  if (operand === null) return null
  if ('kind' in operand) return replace(operand)
  return operand.map((each) => ('kind' in each ? replace(each) : { ...each, value: replace(each.value) })) as Operand
}

function operandOf(node: Checked, member: string): Operand {
  const members: Readonly<Record<string, unknown>> = node
  return members[member] as Operand
}

/**
 * Copies a checked tree with some of its nodes replaced.
 * @param replace sees each node before the nodes below it and returns what takes its place, which is not entered; null if the
 *   node stays and the nodes below it are looked at
 */
export function rewriteNodes(node: Checked, replace: (node: Checked) => Checked | null): Checked {
  return replace(node) ?? mapOperands(node, (operand) => rewriteNodes(operand, replace))
}
