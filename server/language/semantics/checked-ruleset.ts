/**
 * A ruleset without errors, with resolved names, types and units. It keeps the shape of the syntax, so that evaluator
 * and solver lower it independently and their agreement is evidence. Units are resolved into `convert` nodes.
 */
import type { CalendarPart, MonthEnd } from '../numeric/calendar'
import type { Rational } from '../numeric/rational'
import type { Check } from '../patterns/shapes'
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Connective,
  Policy,
  QuantifierName,
  SetOperation,
  TablePolicy,
} from '../syntax/syntax'
import type { LanguageVersion } from '../syntax/words'
import type { Unit } from '../units/unit'
import type { Input } from './checked-input'
import type { Domain, Type } from './checked-type'

export type Checked = { readonly type: Type; readonly start: number; readonly end: number } & (
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'string'; readonly value: string }
  /** Index in {@link CheckedRuleset.inputs}. `called` is the name for people if a parameter stands for it. */
  | { readonly kind: 'input'; readonly input: number; readonly called?: string }
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
  /** The least or the greatest operand; all have one unit. No value unless every operand has one. */
  | { readonly kind: 'extreme'; readonly extreme: 'Min' | 'Max'; readonly operands: readonly Checked[] }
  | { readonly kind: 'absolute'; readonly operand: Checked }
  /** The multiple of `step` that the mode chooses. `step` is positive and in the unit of the operand. */
  | {
      readonly kind: 'round'
      readonly operand: Checked
      readonly step: Rational
      readonly mode: RoundingMode
      /** The step as written, for people. */
      readonly written: { readonly value: Rational; readonly unit: Unit | null }
    }
  /** A date moved by months. No value unless both are whole and within {@link CALENDAR_REACH}. */
  | { readonly kind: 'add-months'; readonly operand: Checked; readonly months: Checked; readonly rule: MonthEnd }
  /** A number or date that the calendar gives for one or two dates; the same holds. */
  | {
      readonly kind: 'calendar'
      readonly part: CalendarPart
      readonly operands: readonly Checked[]
      readonly rule: MonthEnd
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
  /** Never has a value, such as a parameter before its first date. */
  | { readonly kind: 'nothing'; readonly because?: 'no-condition' | 'exceptions' }
  /** What the author wrote, for people, and the expression that it stands for. */
  | { readonly kind: 'written'; readonly form: WrittenForm; readonly core: Checked }
  /**
   * Sides whose units do not convert; the assertion is UNKNOWN and never evaluated. Replaces the operation, or with an
   * empty operator only `right`.
   */
  | { readonly kind: 'unbridged'; readonly left: Checked; readonly right: Checked; readonly operator: string }
)

/** A construct of language 1.4 that the core expresses with other nodes. */
export type WrittenForm =
  /** Reads as this simpler expression; the core says what holds if there is no such value. */
  | { readonly kind: 'shown'; readonly shown: Checked }
  | EntriesForm
  /** "income is a number". */
  | {
      readonly kind: 'is-a'
      readonly what: 'number' | 'date' | 'timestamp' | 'whole number'
      readonly operand: Checked
    }
  | LookupForm
  | ExceptionsForm
  /** The name of the first of these that is FALSE. `otherwise` is null if there is no value when all are TRUE. */
  | { readonly kind: 'first-failed'; readonly assertions: readonly string[]; readonly otherwise: string | null }
  /** The day of an instant, or the hour of its day, at an offset from UTC, as in `+01:00`. */
  | {
      readonly kind: 'date-of'
      readonly part: 'date' | 'hour'
      readonly operand: Checked
      readonly offset: string
    }
  /** A question of a rule about a text. `shape` is the shape that it should have, or null. */
  | {
      readonly kind: 'text'
      readonly ask: 'given' | 'length' | 'matches'
      readonly operand: Checked
      readonly shape: string | null
      /** The number that the length is calculated from (texts/length-arms.ts); null for other questions. */
      readonly number: Checked | null
    }
  /** A use of a condition with parameters, by its name. */
  | { readonly kind: 'condition'; readonly name: string; readonly operands: readonly (Checked | Place)[] }

/** A value, and others that take its place. The core has no value if two that must not meet apply at once. */
export interface ExceptionsForm {
  readonly kind: 'exceptions'
  readonly base: Checked
  readonly exceptions: readonly CheckedException[]
}

export interface CheckedException {
  readonly condition: Checked
  readonly value: Checked
  /** Wins over those before it; otherwise it must not meet those of another value since the last such one. */
  readonly isLater: boolean
}

/** A record, a list or an entry that a condition is asked of. */
export interface Place {
  readonly kind: 'place'
  /** As in `driver[2]`. */
  readonly path: string
  readonly start: number
  readonly end: number
}

/** A parameter by date, a scale or a table, at the values of its columns. */
export interface LookupForm {
  readonly kind: 'lookup'
  readonly of: 'parameter' | 'scale' | 'table'
  readonly name: string
  /** The columns. */
  readonly keys: readonly Checked[]
  /** `first` for parameters and scales. */
  readonly policy: TablePolicy
  /** In the order of the text. A row of a parameter or a scale has its lower end as its only cell. */
  readonly rows: readonly LookupRow[]
  /** The value if no row applies; null if there is no value then. */
  readonly otherwise: Checked | null
}

/** The parameter, scale or table that a definition is; null for any other. */
export function lookupFormOf(value: Checked): LookupForm | null {
  if (value.kind !== 'written') return null
  const { form } = value
  if (form.kind === 'shown') return lookupFormOf(form.shown)
  return form.kind === 'lookup' ? form : null
}

export interface LookupRow {
  readonly cells: readonly LookupCell[]
  /** All cells hold. */
  readonly condition: Checked
  /** The result, or the rate of a scale; null in a table that counts its rows. */
  readonly value: Checked | null
  readonly source: string | null
  readonly start: number
  readonly end: number
}

/** Holds if one test holds, or with `negated` if no test holds; a cell without tests always holds. */
export interface LookupCell {
  readonly negated: boolean
  readonly tests: readonly LookupTest[]
}

/** Values are in the unit of the column. */
export type LookupTest =
  | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly value: Checked }
  /** `open` leaves the upper end out. */
  | { readonly kind: 'range'; readonly low: Checked; readonly high: Checked; readonly open: boolean }

/** A statement about the entries of a list, or a number that they give. */
export interface EntriesForm {
  readonly kind: 'entries'
  readonly over: QuantifierName | 'Sum' | 'Count' | 'Min' | 'Max' | 'NoneRepeated' | 'IsGiven'
  /** As written: `driver` or `d.accident`. */
  readonly list: string
  readonly upTo: number
  /** The field whose values do not repeat; absent if whole entries do not. */
  readonly field?: string
  readonly variable: string
  /** The entry that stands for each one in `body` and `filter`. */
  readonly entry: string
  readonly body: Checked | null
  readonly filter: Checked | null
  readonly count: Checked | null
}

/**
 * `floor` and `ceiling` go towards minus and plus infinity, `down` and `up` towards and away from zero. `half_up` and
 * `half_even` take the nearest multiple; a tie goes away from zero or to the even one (decisions/036).
 */
export type RoundingMode = 'floor' | 'ceiling' | 'half_up' | 'half_even' | 'up' | 'down'

export interface CheckedLet {
  readonly name: string
  /** A vocabulary, whose value is the set of its members. */
  readonly vocabulary?: true
  readonly value: Checked
  readonly line: number
  /** See {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
}

/** A definition whose value is part of the answer. */
export interface CheckedReport {
  readonly name: string
  /** Its value, as an index in {@link CheckedRuleset.lets}. */
  readonly let: number
  /** The unit of the value; null for a bare number and for other types. */
  readonly unit: Unit | null
  /** As the author spells it. */
  readonly unitSpelling: string | null
  /** As for {@link CheckedAssertion.reads}. */
  readonly reads: readonly number[]
  /** If not empty, there is never a value. */
  readonly unbridged: readonly UnbridgedPair[]
  readonly source: string
  readonly line: number
}

/** A condition with parameters. Its uses hold its body, so only people need it. */
export interface CheckedCondition {
  readonly name: string
  readonly parameters: readonly string[]
  /** The body of the first use, with the parameters in place of its operands. */
  readonly body: Checked
  readonly line: number
  /** See {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
}

/** Its name, pattern and check are those of the questions about it. */
export interface CheckedShape {
  readonly name: string
  readonly pattern: string
  readonly check: Check | null
  readonly line: number
  /** See {@link CheckedAssertion.comment}. */
  readonly comment: readonly string[]
}

/** Statements that the ruleset uses with the words of a library. They are among its definitions and conditions. */
export interface CheckedLibrary {
  readonly name: string
  /** SHA-256 of its lines (text/shared-lines.ts); 64 lowercase hexadecimal characters. */
  readonly sha256: string
  readonly line: number
  /** Names that assertions and reports need, in the order of the text. */
  readonly used: readonly string[]
  readonly unused: readonly string[]
}

/** The shared names, in the order of the text, and the hash of their lines. */
export interface SharedLines {
  readonly names: readonly string[]
  readonly sha256: string
}

export interface UnbridgedPair {
  readonly from: string
  readonly to: string
  readonly cause: 'missing' | 'ambiguous'
}

/** Names a clause of a written policy. Decides no outcome. */
export interface Citation {
  /** The assertion, definition or claim that comes from the clause. */
  readonly name: string
  /** The label of the document. */
  readonly document: string
  /** The label of the clause. */
  readonly clause: string
  /** Further words of the author, or null. */
  readonly words: string | null
  readonly line: number
  /** The start of the document and clause. */
  readonly start: number
  readonly end: number
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
  readonly version: LanguageVersion
  readonly inputs: readonly Input[]
  readonly lets: readonly CheckedLet[]
  readonly assertions: readonly CheckedAssertion[]
  /** In the order of the text; empty before version 1.4. */
  readonly reports: readonly CheckedReport[]
  /** The conditions that are used, in the order of the text; absent if there are none. */
  readonly conditions?: readonly CheckedCondition[]
  /** In the order of the text; absent if there is none. */
  readonly shapes?: readonly CheckedShape[]
  readonly libraries?: readonly CheckedLibrary[]
  /** What the text itself shares as a library; absent if it shares nothing. */
  readonly shares?: SharedLines
  /** In the order of the text; absent if there is none. */
  readonly citations?: readonly Citation[]
  /** For `UnitLibrary.withOwnSymbols`. */
  readonly ownSymbols: readonly string[]
}
