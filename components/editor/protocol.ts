/** What the page and its language worker say to each other. Plain data on both sides. */
import type { AssertionResult } from '../../server/engine/assertion-result'
import type { Failure } from '../../server/engine/claims/binding'
import type { Quantity } from '../../server/engine/claims/quantity'
import type { DefinitionValue } from '../../server/engine/definitions'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type { ConverterLine } from '../../server/language/units/converter-pairs'
import type { Answer, Question } from './editor-questions'
import type { RulesetDescription } from './ruleset-description'

/** The unit library of a namespace; exact numbers as text. */
export interface LibraryText {
  /** Null for the built-in standards alone. */
  readonly hash: string | null
  readonly converters: readonly ConverterLine[]
}

export type ToWorker =
  /** From then on texts are read under it. */
  | { readonly kind: 'library'; readonly library: LibraryText }
  | { readonly kind: 'text'; readonly revision: number; readonly source: string }
  /** `claims` is JSON text, because numbers are judged as they were typed. */
  | { readonly kind: 'claims'; readonly revision: number; readonly claims: string }
  | { readonly kind: 'ask'; readonly id: number; readonly source: string; readonly question: Question }

export type FromWorker =
  | { readonly kind: 'analysed'; readonly revision: number; readonly diagnostics: readonly Diagnostic[] }
  /** Null where the text does not compile. */
  | { readonly kind: 'described'; readonly revision: number; readonly description: RulesetDescription | null }
  | {
      readonly kind: 'checked'
      /** Revision of the text. */
      readonly revision: number
      readonly claimsRevision: number
      readonly check: LiveCheck
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** A value in another unit than the claim's own, in the claim's own. */
export interface ShownConversion {
  /** `2.5 h`, exact; null where the two units do not convert. */
  readonly converted: string | null
  /** The definitions used, such as `1 h = 60 min`. */
  readonly path: readonly string[]
}

/** What tiers 1 and 2 say about a claim dictionary. */
export type LiveCheck =
  | { readonly status: 'unreadable'; readonly message: string; readonly offset: number }
  | { readonly status: 'over budget'; readonly budget: string; readonly limit: number; readonly actual: number }
  | {
      readonly status: 'rejected'
      readonly failures: readonly Failure[]
      readonly failureCount: number
      readonly conversions: Readonly<Record<string, ShownConversion>>
      /** What the acceptable values come to, with the others left out; null where even they are refused. */
      readonly rest: CheckedClaims | null
    }
  | ({
      readonly status: 'checked'
      readonly conversions: Readonly<Record<string, ShownConversion>>
    } & CheckedClaims)

export interface CheckedClaims {
  /** One per assertion, in order; null where only the engine can tell. */
  readonly results: readonly (AssertionResult | null)[]
  /** Those to which assertions refer, in the order of declaration. */
  readonly definitions: readonly DefinitionValue[]
  readonly bound: readonly string[]
  readonly unbound: readonly string[]
  readonly quantities: readonly Quantity[]
}
