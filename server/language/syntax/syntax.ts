/**
 * The syntax tree. `start` and `end` are UTF-16 offsets (`end` exclusive). A `broken` node could not be read and is
 * reported already.
 */
import type { MonthEnd } from '../numeric/calendar'
import type { InstantProblem } from '../numeric/instant'
import type { Rational } from '../numeric/rational'
import type { Span } from '../text/line-index'

export interface Comment extends Span {
  readonly kind: 'line' | 'block'
  /** Without the comment marks. */
  readonly text: string
}

export interface Identifier extends Span {
  readonly name: string
}

export interface TextLiteral extends Span {
  /** With escapes resolved, in Unicode NFC. */
  readonly value: string
}

export type Policy = 'optimistic' | 'pessimistic' | 'neutral'
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>='
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type Connective = 'And' | 'Or' | 'Not' | 'Xor' | 'Implies'
export type SetOperation = 'Union' | 'Intersect' | 'Difference'
/** Functions of language 1.4 whose value is a number. */
export type NumberFunction = 'Min' | 'Max' | 'Abs' | 'Floor' | 'Ceil' | 'Round'
export type DateFunction = 'Year' | 'Month' | 'Day' | 'Weekday' | 'EndOfMonth' | 'FullMonths' | 'FullYears'
/** Functions of language 1.4 whose value depends on an offset from UTC. */
export type InstantFunction = 'DateOf' | 'HourOf'
/** Functions of language 1.4 about the form of a claim. */
export type FormFunction = 'IsNumber' | 'IsWhole' | 'IsGiven' | 'Count' | 'Sum' | 'NoneRepeated'
/** Functions of language 1.4 about a text. */
export type TextFunction = 'Length' | 'Matches'
export type CalledFunction =
  | Connective
  | 'If'
  | 'IsMember'
  | 'IsSubset'
  | SetOperation
  | 'Members'
  | NumberFunction
  | DateFunction
  | InstantFunction
  | FormFunction
  | TextFunction

export type QuantifierName = 'ForAll' | 'Exists' | 'AtLeast' | 'AtMost' | 'ExactlyOne' | 'CountWhere'

/** The functions that combine the entries of a list. */
export type Fold = 'Sum' | 'Count' | 'Min' | 'Max'

export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly text: string; readonly value: Rational; readonly unit: TextLiteral | null }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    /** From language 1.4. `day` counts from 1 January 1970; null if the calendar has no such day. */
    | { readonly kind: 'date'; readonly text: string; readonly day: number | null }
    /** From language 1.4. `hours` count from 2000 in UTC; it is a problem if the text is not an instant. */
    | { readonly kind: 'timestamp'; readonly text: string; readonly hours: Rational | InstantProblem }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'negate'; readonly operand: Expression }
    | {
        readonly kind: 'arithmetic'
        readonly operator: ArithmeticOperator
        readonly left: Expression
        readonly right: Expression
      }
    | {
        readonly kind: 'comparison'
        readonly operator: ComparisonOperator
        readonly left: Expression
        readonly right: Expression
      }
    | { readonly kind: 'call'; readonly callee: CalledFunction; readonly operands: readonly Expression[] }
    /** `is_adult(applicant)`, from language 1.4. */
    | { readonly kind: 'apply'; readonly condition: Identifier; readonly operands: readonly Expression[] }
    | {
        readonly kind: 'quantifier'
        readonly quantifier: QuantifierName
        readonly count: Expression | null
        readonly variable: Identifier
        readonly set: Expression
        readonly body: Expression
      }
    /** `Sum(b in bag where b.checked, b.fee)`, from language 1.4. */
    | {
        readonly kind: 'aggregate'
        readonly fold: Fold
        readonly variable: Identifier
        readonly set: Expression
        readonly filter: Expression | null
        readonly body: Expression
      }
    | { readonly kind: 'set'; readonly members: readonly Expression[] }
    | {
        readonly kind: 'if'
        readonly condition: Expression
        readonly then: Expression
        readonly otherwise: Expression | null
      }
    | {
        readonly kind: 'case'
        readonly subject: Expression
        readonly arms: readonly { readonly label: TextLiteral; readonly value: Expression }[]
        readonly fallback: Expression | null
      }
    /** `first { a => x; else => y }`, from language 1.4. */
    | { readonly kind: 'first'; readonly arms: readonly FirstArm[]; readonly fallback: Expression | null }
    /** `FirstFailed(age, income) else "approved"`, from language 1.4. */
    | {
        readonly kind: 'first-failed'
        readonly assertions: readonly Identifier[]
        readonly fallback: TextLiteral | null
      }
    | { readonly kind: 'group'; readonly inner: Expression }
    | { readonly kind: 'broken' }
  )

export interface FirstArm {
  readonly condition: Expression
  readonly value: Expression
}

export type DeclaredType =
  | { readonly kind: 'boolean' }
  /** `whole` and `unit` are from language 1.4. */
  | { readonly kind: 'numeric'; readonly whole: boolean; readonly unit: TextLiteral | null; readonly codes: Codes }
  /** From language 1.4. */
  | { readonly kind: 'date'; readonly codes: Codes }
  | { readonly kind: 'timestamp'; readonly codes: Codes }
  /** From language 1.4. */
  | { readonly kind: 'text'; readonly ignoringCase: boolean; readonly codes: Codes }
  /** `span` includes both brackets. */
  | {
      readonly kind: 'enum'
      readonly ordered: boolean
      readonly members: readonly TextLiteral[]
      /** The vocabulary that has the members, from language 1.4. */
      readonly vocabulary: Identifier | null
      readonly ignoringCase: boolean
      readonly codes: Codes
      readonly span: Span
    }

/** `or {"NA"} else "invalid"`, from language 1.4. */
export interface Codes {
  /** The codes that a claim may be instead of a value of its type. */
  readonly members: readonly TextLiteral[]
  /** The vocabulary that has the codes. */
  readonly vocabulary: Identifier | null
  /** The code that any other submitted text becomes. */
  readonly otherwise: TextLiteral | null
}

/** One or several claims under one name, from language 1.4. */
export type DeclaredGroup =
  | { readonly kind: 'record'; readonly optional: boolean; readonly fields: readonly Field[] }
  /** `upTo` is null if it is missing, which is reported. */
  | { readonly kind: 'list'; readonly entry: DeclaredType | readonly Field[]; readonly upTo: UpTo | null }

export interface Field extends Span {
  readonly name: Identifier
  readonly type: DeclaredType | DeclaredGroup
  /** The default of the field, as for a claim. */
  readonly fallback?: Expression
}

export interface UpTo extends Span {
  readonly count: number
}

/** `except when c { v }`, from language 1.4. */
export interface Exception extends Span {
  readonly condition: Expression
  readonly value: Expression
  /** `then except when …`: wins over those before it. */
  readonly isLater: boolean
}

export type Statement = Span &
  (
    | {
        readonly kind: 'declare'
        readonly local: boolean
        readonly name: Identifier
        readonly type: DeclaredType
        /** `default False`, from language 1.4: what a file without a column for the claim means. */
        readonly fallback?: Expression
      }
    | { readonly kind: 'declare-group'; readonly name: Identifier; readonly group: DeclaredGroup }
    | {
        readonly kind: 'let'
        readonly name: Identifier
        readonly value: Expression
        /** Present for `report`: a definition whose value is part of the answer. */
        readonly report: { readonly unit: TextLiteral | null } | null
        readonly exceptions: readonly Exception[]
      }
    | {
        readonly kind: 'assert'
        readonly name: Identifier
        readonly policy: { readonly value: Policy; readonly start: number; readonly end: number } | null
        readonly condition: Expression
        /** Everything between the braces, with white space and comments. */
        readonly body: Span
        readonly exceptions: readonly Exception[]
      }
    /** `condition is_adult(p) = p.age >= 18 "yr";`, from language 1.4. */
    | {
        readonly kind: 'condition'
        readonly name: Identifier
        readonly parameters: readonly Identifier[]
        readonly value: Expression
      }
    /** `month_end last;`, from language 1.4. */
    | { readonly kind: 'month-end'; readonly rule: MonthEnd }
    /** `vocabulary race_codes = {"1", "2"};`, from language 1.4. */
    | {
        readonly kind: 'vocabulary'
        readonly name: Identifier
        readonly members: readonly TextLiteral[]
        /** With its brackets. */
        readonly list: Span
      }
    /** `shape uli = "[A-Z]{5}" check mod97;`, from language 1.4. */
    | {
        readonly kind: 'shape'
        readonly name: Identifier
        readonly pattern: TextLiteral
        readonly check: Identifier | null
      }
    | LookupStatement
    | { readonly kind: 'broken' }
  )

/** A definition that looks its value up, from language 1.4. */
export type LookupStatement = Span & { readonly name: Identifier } & (
    | {
        readonly kind: 'parameter'
        readonly unit: TextLiteral | null
        /** The date. */
        readonly by: Expression
        readonly entries: readonly ParameterEntry[]
        /** From the first entry to the end of the last. */
        readonly body: Span
      }
    | {
        readonly kind: 'scale'
        readonly of: Expression
        readonly unit: TextLiteral | null
        readonly entries: readonly ScaleEntry[]
        readonly body: Span
      }
    | {
        readonly kind: 'table'
        /** Null if it is missing, which is reported. */
        readonly policy: TablePolicy | null
        readonly columns: readonly Expression[]
        /** Null for `collect count`, whose value is a number. */
        readonly result: DeclaredType | null
        readonly rows: readonly TableRow[]
        readonly otherwise: Expression | null
        readonly body: Span
      }
  )

/** `2023-09-01: 51 @ "PL 118-5, 311"`: the value from this day on. */
export interface ParameterEntry extends Span {
  readonly from: Expression
  readonly value: Expression
  readonly source: TextLiteral | null
}

/** `11600: 12%`: the rate of what is above this bound. */
export interface ScaleEntry extends Span {
  readonly from: Expression
  readonly rate: Expression
}

export type TablePolicy = 'first' | 'unique' | 'any' | 'collect sum' | 'collect count'

export interface TableRow extends Span {
  readonly cells: readonly Cell[]
  /** Null in a table that counts its rows. */
  readonly value: Expression | null
}

/** Holds if one test holds, or with `not` if no test holds. Without tests it is a `-`, which always holds. */
export interface Cell extends Span {
  readonly negated: boolean
  readonly tests: readonly CellTest[]
}

export type CellTest = Span &
  (
    | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly value: Expression }
    /** `low .. high`, or `low ..< high` if it is open. */
    | { readonly kind: 'range'; readonly low: Expression; readonly high: Expression; readonly open: boolean }
  )

/**
 * `use "house/people" sha256:… { … }`, or `library { … }`, from language 1.4. Its statements are among those of the
 * ruleset.
 */
export interface SharedPart extends Span {
  readonly kind: 'use' | 'library'
  /** Null for `library`, and if it is missing, which is reported. */
  readonly name: TextLiteral | null
  /** The digits; null for `library`, and if they are wrong, which is reported. */
  readonly hash: TextLiteral | null
  /** The hashed lines (text/shared-lines.ts). */
  readonly lines: string
  /** Between the braces. */
  readonly body: Span
  /** False if the closing brace is missing, which is reported. */
  readonly closed: boolean
}

export interface Ruleset {
  readonly version: { readonly text: string; readonly start: number; readonly end: number } | null
  readonly statements: readonly Statement[]
  /** In the order of the text, side by side. */
  readonly sharedParts: readonly SharedPart[]
  /** In the order of the text, with annotations. */
  readonly comments: readonly Comment[]
}
