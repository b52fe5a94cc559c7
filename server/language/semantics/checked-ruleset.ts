/**
 * The checked tree: a ruleset whose names, types and units are resolved and that has no error.
 *
 * Promises: plain immutable data, still shaped like the syntax (quantifiers, sets and CASE are not expanded), so that
 * the evaluator and the solver each lower it in their own way and their agreement proves something. Unit conversions
 * stand as `convert` nodes: consumers never think about units.
 */
import type { Rational } from '../numeric/rational'
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Connective,
  Policy,
  QuantifierName,
  SetOperation,
} from '../syntax/syntax'
import type { Unit } from '../units/unit'

export type Type =
  | { readonly kind: 'boolean' }
  | NumericType
  | { readonly kind: 'enum'; readonly vocabulary: readonly string[]; readonly ordered: boolean }
  /** A plain string that has met no enum; `members` are the values it can have. */
  | { readonly kind: 'text'; readonly members: readonly string[] }
  | { readonly kind: 'set'; readonly element: Type }

export interface NumericType {
  readonly kind: 'numeric'
  /** Null for a bare number. */
  readonly unit: Unit | null
  /** A bare number whose units cancelled: 1 is the whole, so it meets a percentage (decisions/033). */
  readonly whole?: true
  /** The power of ten that it was multiplied by, as percentages are: such a number does not meet a percentage. */
  readonly scaled?: number
}

/** What equality and order compare: truth values, rationals, or strings (enum members and plain strings). */
export type Domain = 'boolean' | 'numeric' | 'member'

export type Checked = { readonly type: Type; readonly start: number; readonly end: number } & (
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'string'; readonly value: string }
  /** A claim or an unconstrained local, by its index in {@link CheckedRuleset.inputs}. */
  | { readonly kind: 'input'; readonly input: number }
  /** A `let`, by its index in {@link CheckedRuleset.lets}; only earlier lets are named. May be a set. */
  | { readonly kind: 'let'; readonly let: number }
  /** The variable of the enclosing `quantified` node with the same number; numbers are unique in the ruleset. */
  | { readonly kind: 'variable'; readonly variable: number; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Checked }
  /** Both sides are in one unit for `+`, `-` and `%`. `/` and `%` have no value where the right side is zero. */
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly left: Checked
      readonly right: Checked
    }
  /** `operand * factor + offset`; on a set, of every slot. `from` and `to` are for people; null for a bare number. */
  | {
      readonly kind: 'convert'
      readonly operand: Checked
      readonly factor: Rational
      readonly offset: Rational
      readonly from: Unit | null
      readonly to: Unit | null
    }
  /** `order` is the vocabulary, lowest first, where `<`, `<=`, `>` or `>=` compares members; else null. */
  | {
      readonly kind: 'compare'
      readonly domain: Domain
      readonly operator: ComparisonOperator
      readonly left: Checked
      readonly right: Checked
      readonly order: readonly string[] | null
    }
  /**
   * Whether two conditions come out differently, where having no value counts as an outcome; so it always has a value.
   * No text writes it: questions about rulesets do (server/meaning).
   */
  | { readonly kind: 'differ'; readonly left: Checked; readonly right: Checked }
  | { readonly kind: 'connective'; readonly connective: Connective; readonly operands: readonly Checked[] }
  /** `If(c, a, b)` and `IF c THEN a ELSE b END`. An IF with no ELSE has `otherwise` the literal true and `partial`. */
  | {
      readonly kind: 'choice'
      readonly condition: Checked
      readonly then: Checked
      readonly otherwise: Checked
      readonly partial: boolean
    }
  /** `fallback` is null only where the arms name every member. */
  | {
      readonly kind: 'case'
      readonly subject: Checked
      readonly arms: readonly { readonly label: string; readonly value: Checked }[]
      readonly fallback: Checked | null
    }
  /** `count` is the bound of AtLeast and AtMost, else null. CountWhere is numeric, the others boolean. */
  | {
      readonly kind: 'quantified'
      readonly quantifier: QuantifierName
      readonly count: Checked | null
      readonly variable: number
      readonly name: string
      readonly set: Checked
      readonly body: Checked
    }
  | { readonly kind: 'is-member'; readonly domain: Domain; readonly value: Checked; readonly set: Checked }
  | { readonly kind: 'is-subset'; readonly domain: Domain; readonly left: Checked; readonly right: Checked }
  /** A written set. Members are as written; members with one slot key (slot-key.ts) are one slot. */
  | { readonly kind: 'set'; readonly members: readonly Checked[] }
  /** `Members(claim)`: the whole vocabulary of an enum input, in order. */
  | { readonly kind: 'vocabulary'; readonly input: number; readonly members: readonly string[] }
  | {
      readonly kind: 'set-operation'
      readonly operation: SetOperation
      readonly domain: Domain
      readonly left: Checked
      readonly right: Checked
    }
  /**
   * Two sides whose units do not bridge. An assertion that holds one is UNKNOWN whole and is never evaluated. With an
   * operator (a comparison, `+`, `-`, `%`) it stands for the whole operation; with the empty operator it stands for
   * `right`, a branch, a member or a set that should have been converted to the unit of `left`.
   */
  | { readonly kind: 'unbridged'; readonly left: Checked; readonly right: Checked; readonly operator: string }
)

export interface Range {
  readonly min: Rational
  readonly max: Rational
}

/** A claim or an unconstrained local: what a completion gives a value to. In the order of declaration. */
export interface Input {
  readonly kind: 'claim' | 'local'
  readonly name: string
  readonly type: Extract<Type, { kind: 'boolean' | 'numeric' | 'enum' }>
  /** `@unit`, or null. Values are held in this unit. */
  readonly declaredUnit: Unit | null
  /** The same in the author's spelling (`months`, where the unit is `mo`): what clients and models are shown. */
  readonly unitSpelling: string | null
  /** The unit that a claim with no `@unit` met and took; its values stay bare numbers, read in that unit. */
  readonly adoptedUnit: Unit | null
  readonly range: Range | null
  readonly question: string | null
  readonly context: string | null
  /** As {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
  /** One-based line of the declaration. */
  readonly line: number
  readonly start: number
  readonly end: number
}

export interface CheckedLet {
  readonly name: string
  readonly value: Checked
  readonly line: number
  /** As {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
}

export interface UnbridgedPair {
  readonly from: string
  readonly to: string
  readonly cause: 'missing' | 'ambiguous'
}

export interface CheckedAssertion {
  readonly name: string
  /** `neutral` where none is written. */
  readonly policy: Policy
  readonly expression: Checked
  /** The condition as written between the braces, trimmed. */
  readonly source: string
  /** One-based line of the statement. */
  readonly line: number
  /** The `//` lines directly above the statement that are no annotation, without marks; empty where there are none. */
  readonly comment: readonly string[]
  /** Inputs whose values the expression names, through lets too; ascending. `Members(claim)` names no value. */
  readonly reads: readonly number[]
  /** Pairs that no loaded converter bridges; not empty means UNKNOWN whatever the claims are. */
  readonly unbridged: readonly UnbridgedPair[]
}

export interface CheckedRuleset {
  readonly version: '1.2' | '1.3'
  readonly inputs: readonly Input[]
  readonly lets: readonly CheckedLet[]
  readonly assertions: readonly CheckedAssertion[]
  /**
   * Unit symbols that no library has and that belong to this ruleset alone: `UnitLibrary.withOwnSymbols` takes them.
   */
  readonly ownSymbols: readonly string[]
}
