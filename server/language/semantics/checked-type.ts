import type { Unit } from '../units/unit'

/** The type of a checked expression. */
export type Type =
  | { readonly kind: 'boolean' }
  | NumericType
  /** Whole days since 1 January 1970, as numbers (numeric/calendar.ts). */
  | { readonly kind: 'date' }
  /** Hours since 2000 in UTC, as exact numbers (numeric/instant.ts). */
  | { readonly kind: 'timestamp' }
  | {
      readonly kind: 'enum'
      readonly vocabulary: readonly string[]
      readonly ordered: boolean
      /** The input whose text it is. Then the vocabulary has a member for each kind of text that the rules tell apart. */
      readonly text?: number
    }
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

/** The compared values; `member` is an enum member or a plain string, and a date or a timestamp is `numeric`. */
export type Domain = 'boolean' | 'numeric' | 'member'

/** Whether the type has numbers, or what the core counts as numbers: days of dates and hours of timestamps. */
export function isAmount(type: Type): type is Extract<Type, { kind: 'numeric' | 'date' | 'timestamp' }> {
  return type.kind === 'numeric' || type.kind === 'date' || type.kind === 'timestamp'
}
