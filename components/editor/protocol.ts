/** The messages between a page and its language worker: plain data. */
import type { Failure, Quantity } from '../../server/engine/claims/binding'
import type { AssertionResult } from '../../server/engine/decide/assertion-result'
import type { DefinitionValue } from '../../server/engine/definitions'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type { ConverterLine } from '../../server/language/units/converter-pairs'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import type { Answer, Question } from './answer-question'
import type { RulesetDescription } from './ruleset-description'

/** The unit library of a namespace; exact numbers as text. */
export interface LibraryText {
  /** Null for the built-in standards alone. */
  readonly hash: string | null
  readonly converters: readonly ConverterLine[]
}

export type ToWorker =
  /** Later analyses use this library. */
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
  /** What the text means, as far as it was asked within the time for it; comes last. */
  | { readonly kind: 'found'; readonly revision: number; readonly findings: readonly Finding[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** A value in another unit than the claim's, converted into the unit of the claim. */
export interface ShownConversion {
  /** `2.5 h`, exact; null where the two units do not convert. */
  readonly converted: string | null
  /** The definitions used, such as `1 h = 60 min`. */
  readonly path: readonly string[]
}

/** The result of tiers 1 and 2 for a claim dictionary. */
export type LiveCheck =
  | { readonly status: 'unreadable'; readonly message: string; readonly offset: number }
  | { readonly status: 'over budget'; readonly budget: string; readonly limit: number; readonly actual: number }
  | {
      readonly status: 'rejected'
      readonly failures: readonly Failure[]
      readonly failureCount: number
      readonly conversions: Readonly<Record<string, ShownConversion>>
      /** The result of the acceptable values alone; null when they are refused too. */
      readonly rest: CheckedClaims | null
    }
  | ({
      readonly status: 'checked'
      readonly conversions: Readonly<Record<string, ShownConversion>>
    } & CheckedClaims)

export interface CheckedClaims {
  /** One for each assertion, in order; null where only the engine can decide. */
  readonly results: readonly (AssertionResult | null)[]
  /** The definitions to which assertions refer, in the order of declaration. */
  readonly definitions: readonly DefinitionValue[]
  readonly bound: readonly string[]
  readonly unbound: readonly string[]
  readonly quantities: readonly Quantity[]
}
