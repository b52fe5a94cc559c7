/**
 * A graph of nodes with closures. Quantifiers and sets are expanded, units are gone, lets and repeated operands are
 * shared cells. Kind and children serve the searches (engine/search).
 */
import type { CalendarPart, MonthEnd } from '../../language/numeric/calendar'
import type { Rational } from '../../language/numeric/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import { Meter } from '../core/meter'
import type { Known, Outcomes } from '../core/value'
import type { Member, Quantity } from './quantity'

/** A new `epoch` makes all shared cells (shared-cell.ts) stale. */
export class Run {
  known: Known = []
  meter = new Meter(0)
  epoch = 0

  start(known: Known, meter: Meter): void {
    this.known = known
    this.meter = meter
    this.epoch++
  }
}

export interface Extent {
  /** Maximum steps of one evaluation, without shared cells, which charge when they are filled. */
  readonly cost: number
  /** Maximum nested calls. */
  readonly height: number
  /** Whether it contains a landing (shared-cell.ts), which must be filled first. */
  readonly deep: boolean
}

export interface Evaluated<Result> extends Extent {
  readonly evaluate: (run: Run) => Result
}

export interface Choice<Branch> {
  readonly kind: 'choice'
  readonly condition: BooleanNode
  readonly whenTrue: Branch
  readonly whenFalse: Branch
}

export interface Case<Branch> {
  readonly kind: 'case'
  readonly subject: MemberNode
  /** Labels without an arm take the fallback. */
  readonly arms: ReadonlyMap<string, Branch>
  readonly fallback: Branch | null
}

export interface Input {
  readonly kind: 'input'
  readonly input: number
}

export interface Shared<Inner> {
  readonly kind: 'shared'
  readonly inner: Inner
}

/** `equal` is equivalence of truth values; `differ` compares all three outcomes. */
export type Gate = 'and' | 'or' | 'not' | 'implies' | 'equal' | 'differ'

/** Between how many and how many slots are true. */
export interface Bounds {
  readonly least: number
  readonly most: number
}

export type BooleanNode = { readonly domain: 'boolean' } & Evaluated<Outcomes> &
  (
    | { readonly kind: 'constant'; readonly value: Outcomes }
    | Input
    | Shared<BooleanNode>
    | Choice<BooleanNode>
    | Case<BooleanNode>
    | { readonly kind: 'gate'; readonly gate: Gate; readonly operands: readonly BooleanNode[] }
    | {
        readonly kind: 'number-comparison'
        readonly operator: ComparisonOperator
        readonly left: NumericNode
        readonly right: NumericNode
      }
    | {
        readonly kind: 'member-comparison'
        readonly operator: ComparisonOperator
        /** The vocabulary, lowest first, for order operators; otherwise null. */
        readonly order: readonly string[] | null
        readonly left: MemberNode
        readonly right: MemberNode
      }
    /** A counting quantifier; each slot combines presence and condition. */
    | {
        readonly kind: 'tally'
        readonly count: NumericNode | null
        /** Whether the count is a lower or an upper bound; null without a count. */
        readonly side: 'least' | 'most' | null
        /** Null if they depend on claims. */
        readonly bounds: Bounds | null
        readonly slots: readonly BooleanNode[]
      }
    | { readonly kind: 'membership'; readonly value: ValueNode; readonly set: SetNode }
  )

export type NumericNode = { readonly domain: 'numeric' } & Evaluated<Quantity> &
  (
    | { readonly kind: 'constant'; readonly value: Rational }
    | Input
    | Shared<NumericNode>
    | Choice<NumericNode>
    | Case<NumericNode>
    | { readonly kind: 'negation'; readonly operand: NumericNode }
    | {
        readonly kind: 'arithmetic'
        readonly operator: ArithmeticOperator
        readonly left: NumericNode
        readonly right: NumericNode
      }
    | { readonly kind: 'count'; readonly slots: readonly BooleanNode[] }
    /** A calculation of the calendar, whole numbers only. */
    | {
        readonly kind: 'calendar'
        readonly part: CalendarPart | 'add-months' | 'day-of'
        readonly rule: MonthEnd
        readonly operands: readonly NumericNode[]
        /** The result for whole numbers within reach. */
        readonly operate: (first: number, second?: number) => number
        /** Whether the result never falls, or never rises, with each operand; null if it does both. */
        readonly directions: readonly (1 | -1)[] | null
        /** Values of one operand near which the result is `target`; the other operand is known. */
        readonly near: (target: number, operand: number, other: number) => readonly number[]
      }
  )

export type MemberNode = { readonly domain: 'member' } & Evaluated<Member> &
  (
    | { readonly kind: 'constant'; readonly value: string }
    | Input
    | Shared<MemberNode>
    | Choice<MemberNode>
    | Case<MemberNode>
  )

export type ValueNode = BooleanNode | NumericNode | MemberNode

/** Members that are the same expression have the same `key`. `presence` is whether the set contains the slot. */
export interface Slot {
  readonly key: string
  readonly value: ValueNode
  readonly presence: BooleanNode
}

/** In the domain of the members. */
export type SetTest =
  | { readonly domain: 'boolean'; readonly test: (run: Run, value: Outcomes) => Outcomes }
  | { readonly domain: 'numeric'; readonly test: (run: Run, value: Quantity) => Outcomes }
  | { readonly domain: 'member'; readonly test: (run: Run, value: Member) => Outcomes }

export interface SetNode extends Extent {
  readonly slots: readonly Slot[]
  /** Null for the empty set. */
  readonly contains: SetTest | null
  /** Keys (membership.ts), if all members are constant and always present. */
  readonly written: ReadonlySet<string> | null
}

/** The extent of a node with these operands. */
export function extentAbove(operands: readonly Extent[]): Extent {
  let cost = 1
  let height = 0
  let deep = false
  for (const operand of operands) {
    cost += operand.cost
    if (operand.height > height) height = operand.height
    deep ||= operand.deep
  }
  return { cost, height: height + 1, deep }
}

/** The extent of a node without operands. */
export const LEAF: Extent = { cost: 1, height: 1, deep: false }

export function branchChildren(node: Choice<ValueNode> | Case<ValueNode>): readonly ValueNode[] {
  if (node.kind === 'choice') return [node.condition, node.whenTrue, node.whenFalse]
  return [node.subject, ...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])]
}

/** Every node that an evaluation of `node` may evaluate directly. */
export function childNodes(node: ValueNode): readonly ValueNode[] {
  switch (node.kind) {
    case 'constant':
    case 'input':
      return []
    case 'shared':
      return [node.inner]
    case 'choice':
    case 'case':
      return branchChildren(node)
    case 'gate':
    case 'calendar':
      return node.operands
    case 'number-comparison':
    case 'member-comparison':
    case 'arithmetic':
      return [node.left, node.right]
    case 'negation':
      return [node.operand]
    case 'tally':
      return node.count === null ? node.slots : [node.count, ...node.slots]
    case 'count':
      return node.slots
    case 'membership':
      return [node.value, ...node.set.slots.flatMap(({ presence, value }) => [presence, value])]
  }
}
