/**
 * The compiled form of an expression: a graph of nodes, each with a closure that evaluates it.
 *
 * Promises: quantifiers and sets are expanded, `let` names and repeated parts are shared cells, units are gone. The
 * closure is what runs; kind and children are there for the questions that need the shape (engine/witness): which
 * inputs still occur, and which constants an input is compared with.
 */
import type { Rational } from '../../language/numeric/rational'
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import type { Outcomes } from '../value'
import type { Member, Quantity } from './quantity'
import type { Run } from './run'

export interface Extent {
  /** Steps of one evaluation at most, shared cells not counted: those charge themselves when they are filled. */
  readonly cost: number
  /** Nested calls of one evaluation at most. */
  readonly height: number
  /** True when a landing (shared-cell.ts) lies below: the landings have to be filled before this is evaluated. */
  readonly deep: boolean
}

interface Evaluated<Result> extends Extent {
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

/** `equal` is equivalence of two truth values, `implies` has a condition and a consequence, `not` one operand. */
export type Gate = 'and' | 'or' | 'not' | 'implies' | 'equal'

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

/** One place of a set. `key` says which members are the same expression; `presence` whether it is in the set at all. */
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

/** The extent of something that evaluates these parts. */
export function above(parts: readonly Extent[]): Extent {
  let cost = 1
  let height = 0
  let deep = false
  for (const part of parts) {
    cost += part.cost
    if (part.height > height) height = part.height
    deep ||= part.deep
  }
  return { cost, height: height + 1, deep }
}

/** The extent of a node that evaluates nothing else. */
export const LEAF: Extent = { cost: 1, height: 1, deep: false }
