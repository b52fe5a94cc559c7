import type { Check } from '../../engine/decide/assertion-result'
import type { ClaimDictionary } from '../claim-dictionary'

/** With its unit, as it is submitted. */
export interface AllowedEnd {
  readonly value: string
  readonly included: boolean
}

export type AllowedValue =
  | { readonly from: AllowedEnd | null; readonly to: AllowedEnd | null }
  | { readonly value: string | boolean }

export interface ProposedChange {
  readonly claim: string
  /** Null if the claim is unknown. */
  readonly submitted: string | boolean | null
  readonly allowed: readonly AllowedValue[]
  /** "room rate were at most 250 USD (it is 300 USD)". */
  readonly words: string
}

export interface ProposalResult {
  readonly changes: readonly ProposedChange[]
  /** The dictionary with the nearest allowed values; accepted by POST /v1/check. */
  readonly claims: ClaimDictionary
  /** The optimistic assertion only holds by its policy: unknown claims could make it FALSE. */
  readonly byPolicy: boolean
  readonly sentence: string
}

export interface Proposals {
  /** Each changes as few claims as possible; empty for TRUE answers, and if `whyNot` gives a reason. */
  readonly wouldHoldIf: readonly ProposalResult[]
  readonly whyNot: string | null
}

export interface SourcePlace {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

export interface DecisivePart {
  readonly source: string
  readonly place: SourcePlace
  readonly outcome: 'TRUE' | 'FALSE' | 'NO VALUE' | 'OPEN'
  /** Null for the assertion's own text. */
  readonly definition: string | null
  readonly sentence: string
  /** "300 USD is 50 USD above 250 USD", if both numbers are known. */
  readonly distance: string | null
}

export interface ExplainedDefinition {
  readonly name: string
  readonly value: string | null
  readonly unit: string | null
  readonly sentence: string
}

export interface SettlingValues {
  readonly claim: string
  readonly outcome: 'TRUE' | 'FALSE'
  readonly allowed: readonly AllowedValue[]
  readonly sentence: string
}

export interface AnswerParts {
  readonly name: string
  readonly check: Check
  readonly definitions: readonly ExplainedDefinition[]
  readonly decisive: readonly DecisivePart[]
  /** For UNKNOWN: values of one unknown claim that settle the answer whatever the others are. */
  readonly settledBy: readonly SettlingValues[]
}

export type AnswerExplanation = AnswerParts & Proposals

export interface Open {
  readonly question: string
  readonly assertions: readonly string[]
  readonly budget: string
  readonly sentence: string
}

export interface Explanation {
  readonly assertions: readonly AnswerExplanation[]
  /** Null if all assertions hold, or if only one was asked about. */
  readonly allTogether: Proposals | null
  readonly open: readonly Open[]
}
