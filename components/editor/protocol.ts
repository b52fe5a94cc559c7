/** Plain-data messages between a page and its language worker. */
import type { Failure, Quantity } from '../../server/engine/claims/binding'
import type { AssertionResult } from '../../server/engine/decide/assertion-result'
import type { DefinitionValue } from '../../server/engine/definitions'
import type { PlacedRule } from '../../server/engine/explain/placed-rules'
import type { ReportValue } from '../../server/engine/reports'
import type { KnownName } from '../../server/language/imports/import-text'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type {
  Answer as LanguageAnswer,
  Question as LanguageQuestion,
} from '../../server/language/service/answer-question'
import type { ConverterLine } from '../../server/language/units/converter-pairs'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import type { RulesetDescription } from './ruleset-description'

/** Exact numbers are text. */
export interface LibraryText {
  /** Null for only the built-in standards. */
  readonly hash: string | null
  readonly converters: readonly ConverterLine[]
}

/** The questions of the language, one about the clauses that the text cites, and one about what an import may use. */
export type Question = LanguageQuestion | { readonly about: 'citing' } | { readonly about: 'names' }

export type Answer =
  | LanguageAnswer
  /** All assertions and every other name that cites clauses; null if the text does not compile. */
  | { readonly about: 'citing'; readonly result: readonly PlacedRule[] | null }
  /** Claims and definitions, even while the text has errors. */
  | { readonly about: 'names'; readonly names: readonly KnownName[] }

export type ToWorker =
  | { readonly kind: 'library'; readonly library: LibraryText }
  | { readonly kind: 'text'; readonly revision: number; readonly source: string }
  /** JSON text, because numbers are judged as typed. */
  | { readonly kind: 'claims'; readonly revision: number; readonly claims: string }
  | { readonly kind: 'ask'; readonly id: number; readonly source: string; readonly question: Question }

export type FromWorker =
  | { readonly kind: 'analysed'; readonly revision: number; readonly diagnostics: readonly Diagnostic[] }
  /** Null if the text does not compile. */
  | { readonly kind: 'described'; readonly revision: number; readonly description: RulesetDescription | null }
  | {
      readonly kind: 'checked'
      readonly revision: number
      readonly claimsRevision: number
      readonly check: LiveCheck
    }
  /** Comes last, within the time limit. */
  | { readonly kind: 'found'; readonly revision: number; readonly findings: readonly Finding[] }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

/** A value converted into the claim's unit. */
export interface ShownConversion {
  /** Exact, `2.5 h`; null if the units do not convert. */
  readonly converted: string | null
  /** The definitions used, such as `1 h = 60 min`. */
  readonly path: readonly string[]
}

export type LiveCheck =
  | { readonly status: 'unreadable'; readonly message: string; readonly offset: number }
  | { readonly status: 'over budget'; readonly budget: string; readonly limit: number; readonly actual: number }
  | {
      readonly status: 'rejected'
      readonly failures: readonly Failure[]
      readonly failureCount: number
      readonly conversions: Readonly<Record<string, ShownConversion>>
      /** Result of only the acceptable values; null if they are refused too. */
      readonly rest: CheckedClaims | null
    }
  | ({
      readonly status: 'checked'
      readonly conversions: Readonly<Record<string, ShownConversion>>
    } & CheckedClaims)

export interface CheckedClaims {
  /** By assertion; null if only the engine can decide. */
  readonly results: readonly (AssertionResult | null)[]
  /** In declaration order. */
  readonly definitions: readonly DefinitionValue[]
  readonly reports: readonly ReportValue[]
  readonly bound: readonly string[]
  readonly unbound: readonly string[]
  readonly quantities: readonly Quantity[]
}
