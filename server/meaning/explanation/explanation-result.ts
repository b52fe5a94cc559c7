/** What an explanation is: plain data with exact values, in the order of declaration. */
import type { Check } from '../../engine/decide/assertion-result'

/** A number as it is submitted, with its unit. */
export interface AllowedEnd {
  readonly value: string
  readonly included: boolean
}

export type AllowedValue =
  | { readonly from: AllowedEnd | null; readonly to: AllowedEnd | null }
  | { readonly value: string | boolean }

export interface ProposedChange {
  readonly claim: string
  /** As it would be submitted; null where the claim is unknown. */
  readonly submitted: string | boolean | null
  readonly allowed: readonly AllowedValue[]
  /** "room rate were at most 250 USD (it is 300 USD)". */
  readonly words: string
}

export interface ProposalResult {
  readonly changes: readonly ProposedChange[]
  /** The whole dictionary with the nearest of the allowed values, as POST /v1/check accepts it. */
  readonly claims: Readonly<Record<string, string | boolean | null>>
  /** Whether an optimistic assertion holds by its policy only: what stays unknown could make it FALSE. */
  readonly byPolicy: boolean
  readonly sentence: string
}

export interface Proposals {
  /** Each changes as few claims as possible; empty for an answer that is TRUE, and where `whyNot` says why. */
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
  /** The text of the part. */
  readonly source: string
  readonly place: SourcePlace
  readonly outcome: 'TRUE' | 'FALSE' | 'NO VALUE' | 'OPEN'
  /** The definition in whose text it stands; null for the assertion's own. */
  readonly definition: string | null
  readonly sentence: string
  /** "300 USD is 50 USD above 250 USD", of a comparison of known numbers. */
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
  /** Of an answer that is UNKNOWN: values of one unknown claim that settle it whatever the other unknown ones are. */
  readonly settledBy: readonly SettlingValues[]
}

export type AnswerExplanation = AnswerParts & Proposals

/** A question that a budget ended. */
export interface Open {
  readonly question: string
  readonly assertions: readonly string[]
  readonly budget: string
  readonly sentence: string
}

export interface Explanation {
  readonly assertions: readonly AnswerExplanation[]
  /** What would make all assertions hold together; null where all hold, and where one assertion is asked about. */
  readonly allTogether: Proposals | null
  readonly open: readonly Open[]
}
