/**
 * The syntax tree. `start` and `end` are UTF-16 offsets (`end` exclusive). A `broken` node could not be read and is
 * reported already.
 */
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
export type CalledFunction = Connective | 'If' | 'IsMember' | 'IsSubset' | SetOperation | 'Members'
export type QuantifierName = 'ForAll' | 'Exists' | 'AtLeast' | 'AtMost' | 'ExactlyOne' | 'CountWhere'

export type Expression = Span &
  (
    | { readonly kind: 'number'; readonly text: string; readonly value: Rational; readonly unit: TextLiteral | null }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
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
    | {
        readonly kind: 'quantifier'
        readonly quantifier: QuantifierName
        readonly count: Expression | null
        readonly variable: Identifier
        readonly set: Expression
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
    | { readonly kind: 'group'; readonly inner: Expression }
    | { readonly kind: 'broken' }
  )

export type DeclaredType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'numeric' }
  /** `span` includes both brackets. */
  | { readonly kind: 'enum'; readonly ordered: boolean; readonly members: readonly TextLiteral[]; readonly span: Span }

export type Statement = Span &
  (
    | { readonly kind: 'declare'; readonly local: boolean; readonly name: Identifier; readonly type: DeclaredType }
    | { readonly kind: 'let'; readonly name: Identifier; readonly value: Expression }
    | {
        readonly kind: 'assert'
        readonly name: Identifier
        readonly policy: { readonly value: Policy; readonly start: number; readonly end: number } | null
        readonly condition: Expression
        /** Everything between the braces, with white space and comments. */
        readonly body: Span
      }
    | { readonly kind: 'broken' }
  )

export interface Ruleset {
  readonly version: { readonly text: string; readonly start: number; readonly end: number } | null
  readonly statements: readonly Statement[]
  /** In the order of the text, with annotations. */
  readonly comments: readonly Comment[]
}
