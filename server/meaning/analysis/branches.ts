import type { Input } from '../../language/semantics/checked-input'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { type Condition, compareNumbers, conjunction, negation } from '../condition'

type Case = Extract<Checked, { kind: 'case' }>

export interface Branch {
  readonly node: Checked
  /** TRUE exactly when the branch is taken. */
  readonly isTaken: Condition
  /** A claim of the branch's type. */
  readonly replacement: Input
}

/** Returns the branches of an expression, except those of sets. */
export function branchesOf(node: Checked): readonly Branch[] {
  if (node.kind !== 'choice' && node.kind !== 'case') return []
  const replacement = replacementOf(node.type)
  if (replacement === null) return []
  if (node.kind === 'case') return armsOf(node).map((arm) => ({ ...arm, replacement }))
  const then = { node: node.then, isTaken: node.condition, replacement }
  // Without ELSE there is no second branch in the text.
  return node.partial || node.otherwise.kind === 'nothing'
    ? [then]
    : [then, { node: node.otherwise, isTaken: negation(node.condition), replacement }]
}

function armsOf({ subject, arms, fallback }: Case): readonly Omit<Branch, 'replacement'>[] {
  const named = arms.map(({ label, value }) => ({ node: value, isTaken: isLabel(subject, label) }))
  if (fallback === null) return named
  return [...named, { node: fallback, isTaken: conjunction(named.map(({ isTaken }) => negation(isTaken))) }]
}

function isLabel(subject: Checked, label: string): Condition {
  const member: Checked = { ...NOWHERE, kind: 'string', value: label, type: { kind: 'text', members: [label] } }
  return { ...compareNumbers('==', subject, member), domain: 'member' } as Condition
}

const NOWHERE = { start: 0, end: 0 } as const

/** Null if the type has fewer than two values. */
function replacementOf(type: Checked['type']): Input | null {
  if (type.kind === 'set') return null
  if (type.kind !== 'text') return type.kind === 'enum' && type.vocabulary.length < 2 ? null : unreadClaim(type)
  return type.members.length < 2 ? null : unreadClaim({ kind: 'enum', vocabulary: type.members, ordered: false })
}

function unreadClaim(type: Input['type']): Input {
  return {
    ...{ kind: 'claim', name: 'replacement', type, declaredUnit: null, unitSpelling: null, adoptedUnit: null },
    ...{ range: null, question: null, context: null, comment: [], line: 0, ...NOWHERE },
  }
}
