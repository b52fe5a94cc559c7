/**
 * The compiled form of an expression: a graph of nodes, each with a closure that evaluates it.
 *
 * Promises: quantifiers and sets are expanded, `let` names and repeated operands are shared cells, units are gone. The
 * closure is what runs. Kind and children serve the searches that need the shape (engine/search): which inputs still
 * occur, and which constants an input is compared with.
 */
import type { Rational } from '../../language/numeric/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import { Meter } from '../meter'
import type { Known, Outcomes } from '../value'
import type { Member, Quantity } from './quantity'

/**
 * What one evaluation works on: the known values and the meter that counts its work.
 *
 * Every evaluation has a new `epoch`, which shows shared cells (shared-cell.ts) that their values are stale.
 */
export class Run {
  known: Known = []
  meter = new Meter(0)
  epoch = 0

  /** Starts an evaluation; the values of all cells are stale from here on. */
  start(known: Known, meter: Meter): void {
    this.known = known
    this.meter = meter
    this.epoch++
  }
}

export interface Extent {
  /** Steps of one evaluation at most, shared cells not counted: those charge themselves when they are filled. */
  readonly cost: number
  /** Nested calls of one evaluation at most. */
  readonly height: number
  /** True when a landing (shared-cell.ts) lies below: the landings have to be filled before this is evaluated. */
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
  /** The branch of a label; labels that no arm names have the fallback. */
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

/**
 * `equal` is equivalence of two truth values, `differ` compares all three outcomes of two conditions, `implies` has a
 * condition and a consequence, `not` one operand.
 */
export type Gate = 'and' | 'or' | 'not' | 'implies' | 'equal' | 'differ'

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
        /** The vocabulary, lowest first, for the operators of order; else null. */
        readonly order: readonly string[] | null
        readonly left: MemberNode
        readonly right: MemberNode
      }
    /** A boolean quantifier that counts; `slots` are presence and condition of each slot in one. */
    | { readonly kind: 'tally'; readonly count: NumericNode | null; readonly slots: readonly BooleanNode[] }
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

/**
 * One slot of a set. Members that are the same expression have one `key`; `presence` is whether the set has it at all.
 */
export interface Slot {
  readonly key: string
  readonly value: ValueNode
  readonly presence: BooleanNode
}

/** Whether a value is one of a set's members; the domain is that of its members. */
export type SetTest =
  | { readonly domain: 'boolean'; readonly test: (run: Run, value: Outcomes) => Outcomes }
  | { readonly domain: 'numeric'; readonly test: (run: Run, value: Quantity) => Outcomes }
  | { readonly domain: 'member'; readonly test: (run: Run, value: Member) => Outcomes }

export interface SetNode extends Extent {
  readonly slots: readonly Slot[]
  /** Null for the empty set. */
  readonly contains: SetTest | null
  /** Keys (membership.ts) of the members where every slot is written out and always present, else null. */
  readonly written: ReadonlySet<string> | null
}

/** The extent of something that evaluates these operands. */
export function above(operands: readonly Extent[]): Extent {
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

/** The extent of a node that evaluates nothing else. */
export const LEAF: Extent = { cost: 1, height: 1, deep: false }

/** The operands of an `If`, `IF` or `CASE`. */
export function branchChildren(node: Choice<ValueNode> | Case<ValueNode>): readonly ValueNode[] {
  if (node.kind === 'choice') return [node.condition, node.whenTrue, node.whenFalse]
  return [node.subject, ...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])]
}

/** Every node that an evaluation of `node` may evaluate next. */
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
