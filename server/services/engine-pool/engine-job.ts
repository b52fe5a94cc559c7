/** Plain data that survives structured cloning. Refusals are data, never thrown errors. */
import { primitives } from '#primitives'
import type { Reading } from '../../api/lenient-arguments'
import type { OperationId } from '../../api/operations'
import { Refusal, type RefusalText } from '../../api/refusal'
import { hexText, utf8Bytes } from '../../attestation/byte-texts'
import type { EngineLimits } from '../../engine/batch/check-compiled'
import type { DecidedLines } from '../../engine/batch/decide-lines'
import type { Progress } from '../../engine/decide/decide-in-turns'
import { readJson } from '../../language/numeric/lossless-json'
import { normaliseSource } from '../../language/text/line-index'
import type { Bridge } from '../../language/units/bridge'
import type { BuiltEntries, EntriesToBuild } from '../decision-log/build-entries'
import type { RulesetOutline } from './outline-ruleset'
import type { Passage } from './passages-of'
import type { UnitFinding, UnitUse } from './unit-use'

/** Exact numbers as text. */
export interface ConverterText {
  readonly from: string
  readonly to: string
  readonly factor: string
  readonly offset: string
}

/** A null hash and no converters select the built-in standards. */
export interface LibraryText {
  readonly hash: string | null
  readonly converters: readonly ConverterText[]
}

/** Normalised source with its sha256. */
export interface RulesetText {
  readonly hash: string
  readonly source: string
}

/** `solver-only` is for differential tests and the benchmark. */
export type EngineMode = 'tiers' | 'solver-only'

/** The whole body, or only the dictionary's JSON text. */
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
      readonly kind: 'compile' | 'prompt-pack' | 'review' | 'reads' | 'citing'
      readonly ruleset: RulesetText
      readonly library: LibraryText
      readonly limits: EngineLimits
    }
  /** One answer for each ruleset, in order. */
  | {
      readonly kind: 'outline'
      readonly rulesets: readonly RulesetText[]
      readonly library: LibraryText
      readonly limits: EngineLimits
    }
  /** One list for each source, in order. */
  | { readonly kind: 'passages'; readonly sources: readonly string[]; readonly limits: EngineLimits }
  | { readonly kind: 'bridge'; readonly library: LibraryText; readonly from: string; readonly to: string }
  /** One answer for each ruleset or known unit use, in order. */
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
  /** Entries of a decision log. */
  | { readonly kind: 'entries'; readonly entries: EntriesToBuild }
  | {
      readonly kind: 'meaning'
      readonly question: MeaningQuestion
      readonly limits: EngineLimits
      readonly mode: EngineMode
    }
  /** One dictionary a line of JSON; a single one if `maySolve` is true. */
  | {
      readonly kind: 'batch'
      readonly ruleset: RulesetText
      readonly library: LibraryText
      readonly limits: EngineLimits
      readonly lines: Uint8Array
      /** Dictionaries already decided. */
      readonly skip: number
      readonly mode: EngineMode
      readonly maySolve: boolean
    }

export interface RulesetUnder {
  readonly ruleset: RulesetText
  readonly library: LibraryText
}

export interface StatedPair {
  readonly before: string
  readonly after: string
}

/** `claims` is JSON text. */
export interface CaseText {
  readonly name: string
  readonly claims: string
  readonly expected: Readonly<Record<string, 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'>>
}

export type MeaningQuestion =
  /** A call of a tool, or only whether the claim map fits (`call` is null). Both are JSON text. */
  | { readonly kind: 'call'; readonly of: RulesetUnder; readonly guard: string; readonly call: string | null }
  /** `scenarios` of a blind test. */
  | { readonly kind: 'analysis' | 'scenarios'; readonly of: RulesetUnder }
  | {
      readonly kind: 'comparison'
      readonly before: RulesetUnder
      readonly after: RulesetUnder
      readonly pairs: readonly StatedPair[]
    }
  | {
      readonly kind: 'explanation'
      readonly of: RulesetUnder
      /** JSON text. */
      readonly claims: string
      /** Null for all assertions. */
      readonly assertion: string | null
      /** Claims that no proposal may change. */
      readonly fixed: readonly string[]
    }
  | { readonly kind: 'coverage'; readonly of: RulesetUnder; readonly cases: readonly CaseText[] }

export interface MeaningProgress {
  readonly answered: readonly Uint8Array[]
}

/** The end of a turn. */
export type JobProgress = Progress | MeaningProgress

export type EngineAnswer =
  | { readonly status: 'read'; readonly request: unknown }
  | { readonly status: 'normalised'; readonly ruleset: RulesetText }
  /** As canonical JSON. */
  | { readonly status: 'compiled'; readonly members: Readonly<Record<string, string>> }
  | { readonly status: 'outlined'; readonly outlines: readonly RulesetOutline[] }
  | { readonly status: 'split'; readonly passages: readonly (readonly Passage[])[] }
  | { readonly status: 'bridged'; readonly bridge: Bridge }
  | { readonly status: 'unit-changes'; readonly findings: readonly UnitFinding[] }
  | { readonly status: 'checked'; readonly bytes: string }
  | { readonly status: 'built'; readonly built: BuiltEntries }
  | { readonly status: 'needs solver' }
  | { readonly status: 'decided'; readonly lines: DecidedLines }
  | { readonly status: 'refused'; readonly refusal: RefusalText }

/** @param text written by this process */
export function parseClaimsText(text: string): Readonly<Record<string, unknown>> {
  const answer = readJson(text)
  if ('problem' in answer) throw new Error(`claims were written as unreadable JSON: ${answer.problem.message}`)
  return answer.value as Readonly<Record<string, unknown>>
}

/**
 * `hash` is the sha256 of the UTF-8 bytes of `source` (public/docs/language.md, "Revisions and the hash").
 * @throws Refusal BUDGET_EXCEEDED above `limit` bytes
 */
export function normaliseRuleset(source: string, limit: number): RulesetText {
  const actual = Buffer.byteLength(source)
  if (actual > limit)
    throw new Refusal('BUDGET_EXCEEDED', `The source has ${actual} bytes; at most ${limit} are allowed.`, {
      budget: 'source_bytes',
      limit,
      actual,
    })
  const normalised = normaliseSource(source)
  return { source: normalised, hash: hexText(primitives.sha256(utf8Bytes(normalised))) }
}
