import type { Rational } from '../numeric/rational'
import type { AskedShape } from '../patterns/shapes'
import type { TextClass } from '../patterns/text-classes'
import type { Unit } from '../units/unit'
import type { Type } from './checked-type'

export interface Range {
  readonly min: Rational
  readonly max: Rational
}

/** How an input takes part in a claim of language 1.4. */
export type InputForm =
  /** A number or date that may be a code: `code` is the input that says which. */
  | {
      readonly kind: 'coded'
      readonly code: number
      readonly codes: readonly string[]
      readonly otherwise: string | null
    }
  /** The code of the claim with the same name, or {@link NO_CODE}. */
  | { readonly kind: 'code'; readonly of: number }
  | TextForm
  /** The length of the text of the claim with the same name, for texts that have several lengths. */
  | { readonly kind: 'length'; readonly of: number }
  /** An enum: a submitted text that is not a member becomes `otherwise`. */
  | { readonly kind: 'else'; readonly otherwise: string }
  /** Whether an optional record is there. */
  | { readonly kind: 'given' }
  /** The number of entries of a list. */
  | { readonly kind: 'count'; readonly upTo: number }

/** A text, of which the core knows only what the rules ask. */
export interface TextForm {
  readonly kind: 'text'
  readonly codes: readonly string[]
  readonly ignoringCase: boolean
  readonly shapes: readonly AskedShape[]
  readonly classes: readonly TextKind[]
  /** The input of the length, or null if no rule asks for it. */
  readonly length: number | null
}

/** A text that the rules compare with, or all other texts that have the same shapes. */
export interface TextKind extends TextClass {
  /** The member of the input's vocabulary: the text itself, or words for people. */
  readonly member: string
}

/** The part in which an input is asked: an optional record, or an entry of a list. */
export interface Enclosure {
  /** The input that says whether the record is there, or how many entries there are. */
  readonly input: number
  /** The entry, which counts from 1; null for a record. */
  readonly entry: number | null
}

/** Whether it is a second input of a claim, which nobody asks by itself: its code, or the length of its text. */
export function isPart({ form }: { readonly form?: InputForm | null }): boolean {
  return form?.kind === 'code' || form?.kind === 'length'
}

/** The member of a `code` input that says that the claim is a number or a date. */
export const NO_CODE = ''

/** A claim or an unconstrained local. */
export interface Input {
  readonly kind: 'claim' | 'local'
  readonly name: string
  readonly type: Extract<Type, { kind: 'boolean' | 'numeric' | 'date' | 'timestamp' | 'enum' }>
  /** `@unit`, or null; values are in this unit. */
  readonly declaredUnit: Unit | null
  /** As the author spells it (`months` for `mo`), for clients and models. */
  readonly unitSpelling: string | null
  /** Taken without `@unit`; values are bare numbers in this unit. */
  readonly adoptedUnit: Unit | null
  readonly range: Range | null
  /** Only whole numbers are possible. */
  readonly whole?: true
  /** Absent for most claims. */
  readonly form?: InputForm
  /** The vocabulary that has its members, or its codes; absent if they are written out. */
  readonly listed?: string
  /** Equal texts may differ in case. */
  readonly ignoringCase?: true
  /** Outermost first; absent if it is always asked. */
  readonly within?: readonly Enclosure[]
  readonly question: string | null
  readonly context: string | null
  /** The meaning of a record without this claim; a check never reads it. */
  readonly fallback?: Fallback
  /** The name of its column in a file. `[]` stands for the number of an entry. */
  readonly column?: string
  /** See `CheckedAssertion.comment` (checked-ruleset.ts). */
  readonly comment: readonly string[]
  readonly line: number
  readonly start: number
  readonly end: number
}

/** A value of the claim, in the declared unit: a text is a date, a member or a code. */
export type Fallback =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'text'; readonly value: string }

/** Whether its completions are whole numbers, as the days of a date are. */
export function isWholeInput({ type, whole }: Input): boolean {
  return type.kind === 'date' || whole === true
}
