/**
 * A ruleset without errors, with resolved names, types and units. It keeps the shape of the syntax, so that evaluator
 * and solver lower it independently and their agreement is evidence. Units are resolved into `convert` nodes.
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
  /** Strings that have met no enum; `members` are the possible values. */
  | { readonly kind: 'text'; readonly members: readonly string[] }
  | { readonly kind: 'set'; readonly element: Type }

export interface NumericType {
  readonly kind: 'numeric'
  /** Null for a bare number. */
  readonly unit: Unit | null
  /** Its units cancelled: 1 is the whole, so it meets a percentage (decisions/033). */
  readonly whole?: true
  /** A power of ten as a factor: the number does not meet a percentage. */
  readonly scaled?: number
}

/** The compared values; `member` is an enum member or a plain string. */
export type Domain = 'boolean' | 'numeric' | 'member'

export type Checked = { readonly type: Type; readonly start: number; readonly end: number } & (
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'string'; readonly value: string }
  /** Index in {@link CheckedRuleset.inputs}. */
  | { readonly kind: 'input'; readonly input: number }
  /** Index in {@link CheckedRuleset.lets}; only earlier lets. May be a set. */
  | { readonly kind: 'let'; readonly let: number }
  /** The number is that of its `quantified` node, unique in the ruleset. */
  | { readonly kind: 'variable'; readonly variable: number; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Checked }
  /** `+`, `-` and `%` have one unit on both sides. `/` and `%` have no value if the right side is zero. */
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly left: Checked
      readonly right: Checked
    }
  /** `operand * factor + offset`, for every slot of a set. `from` and `to` are for people; null for a bare number. */
  | {
      readonly kind: 'convert'
      readonly operand: Checked
      readonly factor: Rational
      readonly offset: Rational
      readonly from: Unit | null
      readonly to: Unit | null
    }
  /** `order` is the vocabulary, lowest first, if an order operator compares members. */
  | {
      readonly kind: 'compare'
      readonly domain: Domain
      readonly operator: ComparisonOperator
      readonly left: Checked
      readonly right: Checked
      readonly order: readonly string[] | null
    }
  /**
   * True if the outcomes differ, where "no value" is an outcome. Only questions about rulesets use it (server/meaning).
   */
  | { readonly kind: 'differ'; readonly left: Checked; readonly right: Checked }
  | { readonly kind: 'connective'; readonly connective: Connective; readonly operands: readonly Checked[] }
  /** Without ELSE, `otherwise` is the literal true and `partial` is true. */
  | {
      readonly kind: 'choice'
      readonly condition: Checked
      readonly then: Checked
      readonly otherwise: Checked
      readonly partial: boolean
    }
  /** `fallback` is null only if the arms name every member. */
  | {
      readonly kind: 'case'
      readonly subject: Checked
      readonly arms: readonly { readonly label: string; readonly value: Checked }[]
      readonly fallback: Checked | null
    }
  /** `count` is the bound of AtLeast and AtMost. CountWhere is numeric, the others boolean. */
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
  /** Members with the same slot key (slot-key.ts) are one slot. */
  | { readonly kind: 'set'; readonly members: readonly Checked[] }
  /** `Members(claim)`, in order. */
  | { readonly kind: 'vocabulary'; readonly input: number; readonly members: readonly string[] }
  | {
      readonly kind: 'set-operation'
      readonly operation: SetOperation
      readonly domain: Domain
      readonly left: Checked
      readonly right: Checked
    }
  /**
   * Sides whose units do not convert; the assertion is UNKNOWN and never evaluated. Replaces the operation, or with an
   * empty operator only `right`.
   */
  | { readonly kind: 'unbridged'; readonly left: Checked; readonly right: Checked; readonly operator: string }
)

export interface Range {
  readonly min: Rational
  readonly max: Rational
}

/** A claim or an unconstrained local. */
export interface Input {
  readonly kind: 'claim' | 'local'
  readonly name: string
  readonly type: Extract<Type, { kind: 'boolean' | 'numeric' | 'enum' }>
  /** `@unit`, or null; values are in this unit. */
  readonly declaredUnit: Unit | null
  /** As the author spells it (`months` for `mo`), for clients and models. */
  readonly unitSpelling: string | null
  /** Taken without `@unit`; values are bare numbers in this unit. */
  readonly adoptedUnit: Unit | null
  readonly range: Range | null
  readonly question: string | null
  readonly context: string | null
  /** See {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
  readonly line: number
  readonly start: number
  readonly end: number
}

export interface CheckedLet {
  readonly name: string
  readonly value: Checked
  readonly line: number
  /** See {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
}

export interface UnbridgedPair {
  readonly from: string
  readonly to: string
  readonly cause: 'missing' | 'ambiguous'
}

export interface CheckedAssertion {
  readonly name: string
  /** `neutral` is the default. */
  readonly policy: Policy
  readonly expression: Checked
  /** As written between the braces, trimmed. */
  readonly source: string
  readonly line: number
  /** The `//` lines directly above, without marks and annotations. */
  readonly comment: readonly string[]
  /** Inputs whose values are used, also through lets; ascending. `Members(claim)` uses no value. */
  readonly reads: readonly number[]
  /** If not empty, the result is always UNKNOWN. */
  readonly unbridged: readonly UnbridgedPair[]
}

export interface CheckedRuleset {
  readonly version: '1.2' | '1.3'
  readonly inputs: readonly Input[]
  readonly lets: readonly CheckedLet[]
  readonly assertions: readonly CheckedAssertion[]
  /** For `UnitLibrary.withOwnSymbols`. */
  readonly ownSymbols: readonly string[]
}
