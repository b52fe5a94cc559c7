/**
 * The work that leaves the event loop: what a worker is asked and what it answers.
 *
 * Promises: plain data that survives structured cloning, so the same job runs inline or in any worker with the same
 * answer. Refusals travel as data, never as thrown errors.
 */
import type { Reading } from '../../api/lenient-arguments'
import type { OperationId } from '../../api/operations'
import type { RefusalText } from '../../api/refusal'
import type { EngineLimits } from '../../engine/batch/check-compiled'
import type { DecidedLines } from '../../engine/batch/decide-lines'
import type { Progress } from '../../engine/decide/decide-in-turns'
import type { Bridge } from '../../language/units/bridge'
import type { RulesetOutline } from './outline-ruleset'
import type { UnitFinding, UnitUse } from './unit-use'

/** A converter of the project's unit library; exact numbers as text. */
export interface ConverterText {
  readonly from: string
  readonly to: string
  readonly factor: string
  readonly offset: string
}

/** The unit library of a job: null hash and no converters select the built-in standards. */
export interface LibraryText {
  readonly hash: string | null
  readonly converters: readonly ConverterText[]
}

/** Normalised source with its sha256. */
export interface RulesetText {
  readonly hash: string
  readonly source: string
}

/** `tiers` is the product; `solver-only` asks the solver for everything and serves the differential tests and the benchmark. */
export type EngineMode = 'tiers' | 'solver-only'

/** A claim dictionary on its way to a worker: the whole request body, or the JSON text of the dictionary alone. */
export type ClaimsText =
  | { readonly from: 'body'; readonly body: Uint8Array; readonly reading: Reading }
  | { readonly from: 'text'; readonly text: string }

export type EngineJob =
  | {
      readonly kind: 'read'
      readonly operation: OperationId
      readonly body: Uint8Array
      readonly reading: Reading
    }
  | { readonly kind: 'normalise'; readonly source: string; readonly limit: number }
  | {
      readonly kind: 'compile' | 'prompt-pack' | 'review' | 'reads'
      readonly ruleset: RulesetText
      readonly library: LibraryText
      readonly limits: EngineLimits
    }
  /** Of stored rulesets, for a list: one answer each, in their order. */
  | {
      readonly kind: 'outline'
      readonly rulesets: readonly RulesetText[]
      readonly library: LibraryText
      readonly limits: EngineLimits
    }
  | { readonly kind: 'bridge'; readonly library: LibraryText; readonly from: string; readonly to: string }
  /** Of stored rulesets, or of what is known of their units already: one answer each, in their order. */
  | {
      readonly kind: 'unit-changes'
      readonly rulesets: readonly (RulesetText | UnitUse)[]
      readonly before: LibraryText
      readonly after: LibraryText
      readonly limits: EngineLimits
    }
  | {
      readonly kind: 'check'
      readonly ruleset: RulesetText
      readonly library: LibraryText
      readonly limits: EngineLimits
      readonly claims: ClaimsText
      readonly mode: EngineMode
      /** False in the pool that must never wait for a solver. */
      readonly maySolve: boolean
    }
  /** A question about rulesets and not about one dictionary. */
  | {
      readonly kind: 'meaning'
      readonly question: MeaningQuestion
      readonly limits: EngineLimits
      readonly mode: EngineMode
    }
  /** Dictionaries, one a line of JSON; a single one where `maySolve` is true. */
  | {
      readonly kind: 'batch'
      readonly ruleset: RulesetText
      readonly library: LibraryText
      readonly limits: EngineLimits
      readonly lines: Uint8Array
      /** How many of them were decided already. */
      readonly skip: number
      readonly mode: EngineMode
      readonly maySolve: boolean
    }

/** A ruleset under a unit library. */
export interface RulesetUnder {
  readonly ruleset: RulesetText
  readonly library: LibraryText
}

/** Two assertions that the author says belong together. */
export interface StatedPair {
  readonly before: string
  readonly after: string
}

/** A test case of a question; `claims` is the JSON text of its dictionary. */
export interface CaseText {
  readonly name: string
  readonly claims: string
  readonly expected: Readonly<Record<string, 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'>>
}

export type MeaningQuestion =
  | { readonly kind: 'analysis'; readonly of: RulesetUnder }
  | {
      readonly kind: 'comparison'
      readonly before: RulesetUnder
      readonly after: RulesetUnder
      readonly pairs: readonly StatedPair[]
    }
  | {
      readonly kind: 'explanation'
      readonly of: RulesetUnder
      /** JSON text of the dictionary. */
      readonly claims: string
      /** The one assertion that is asked about; null for all. */
      readonly assertion: string | null
      /** Claims that no proposal may change. */
      readonly fixed: readonly string[]
    }
  | { readonly kind: 'coverage'; readonly of: RulesetUnder; readonly cases: readonly CaseText[] }

/** What the solver answered so far. */
export interface MeaningProgress {
  readonly answered: readonly Uint8Array[]
}

/** Where a turn of a job ended. */
export type JobProgress = Progress | MeaningProgress

export type EngineAnswer =
  | { readonly status: 'read'; readonly request: unknown }
  | { readonly status: 'normalised'; readonly ruleset: RulesetText }
  /** Members of the payload as canonical JSON. */
  | { readonly status: 'compiled'; readonly members: Readonly<Record<string, string>> }
  | { readonly status: 'outlined'; readonly outlines: readonly RulesetOutline[] }
  | { readonly status: 'bridged'; readonly bridge: Bridge }
  | { readonly status: 'unit-changes'; readonly findings: readonly UnitFinding[] }
  | { readonly status: 'checked'; readonly bytes: string }
  | { readonly status: 'needs solver' }
  | { readonly status: 'decided'; readonly lines: DecidedLines }
  | { readonly status: 'refused'; readonly refusal: RefusalText }
