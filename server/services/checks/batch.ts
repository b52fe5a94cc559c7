/**
 * Pages decide what needs no solver themselves, and must charge it before showing it (decisions/014). Workers decide
 * the rest. A refused dictionary costs nothing unless it used solver steps.
 */
import { isUtf8 } from 'node:buffer'
import { Refusal, type RefusalText, refusalText } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { EngineLimits } from '../../engine/batch/check-compiled'
import { type CallLedger, isCharged, reserveChecks } from '../access/call-ledger'
import { demandPermission } from '../access/permit'
import type { Caller } from '../calls/caller'
import type { RetryPolicy } from '../engine-pool/check-lines'
import type { CheckedLines } from '../engine-pool/checked-lines'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { EngineMode, LibraryText, RulesetText } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import { BUILT_IN_HASH, type LibrarySource } from '../library/unit-libraries'

export interface BatchDependencies extends LibrarySource {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly ledger: Pick<CallLedger, 'reserve'>
  readonly pause: RetryPolicy['pause']
}

export interface BatchRequest extends BatchSubject {
  /** JSON Lines. Blank lines are skipped. */
  readonly lines: Uint8Array
  readonly signal?: AbortSignal
}

export interface BatchAnswer extends CheckedLines {
  /** For the other parts of the file. */
  readonly unitLibraryHash: string
  /** Null if all were decided. */
  readonly stopped: RefusalText | null
}

export interface BatchSubject {
  readonly rulesetHash: string
  /** Null for the library in force. */
  readonly unitLibraryHash: string | null
}

export interface BatchTerms {
  readonly ruleset: RulesetText
  readonly library: LibraryText
  /** Hash of the unit library, also for the built-in one. */
  readonly unitLibraryHash: string
  readonly limits: EngineLimits
  readonly mode: EngineMode
  /** A page of another version decides nothing. */
  readonly versions: typeof VERSIONS
}

export interface BatchCharge {
  /** The dictionaries beyond these must not be shown. */
  readonly granted: number
  /** Null if all were granted. */
  readonly stopped: RefusalText | null
}

export const MAX_CHARGED_DICTIONARIES = 100_000

export interface Batch {
  /** @throws Refusal RULESET_NOT_FOUND */
  terms(caller: Caller, subject: BatchSubject): Promise<BatchTerms>
  charge(caller: Caller, dictionaries: number): Promise<BatchCharge>
  /** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED, ENGINE_BUSY, BAD_REQUEST if the lines are not UTF-8 */
  check(caller: Caller, request: BatchRequest): Promise<BatchAnswer>
}

export function createBatch(dependencies: BatchDependencies): Batch {
  const findTexts = async (caller: Caller, { rulesetHash, unitLibraryHash }: BatchSubject) => {
    const { text } = await dependencies.rulesets.find(caller.namespaceId, { ruleset_hash: rulesetHash })
    const library = await (unitLibraryHash === null
      ? dependencies.libraryOf(caller)
      : dependencies.libraryByHash(caller, unitLibraryHash))
    return { text, library }
  }
  return {
    terms: async (caller, subject) => {
      demandPermission(caller, 'compute')
      const { text, library } = await findTexts(caller, subject)
      const { limits, mode } = dependencies.engine
      const { hash, source } = text
      const unitLibraryHash = library.hash ?? BUILT_IN_HASH
      return { ruleset: { hash, source }, library, unitLibraryHash, limits, mode, versions: VERSIONS }
    },
    charge: async (caller, dictionaries) => {
      demandPermission(caller, 'compute')
      const { granted, refusal } = await reserveChecks(dependencies.ledger, caller, dictionaries)
      return { granted, stopped: refusal === null ? null : refusalText(refusal) }
    },
    check: async (caller, request) => {
      demandPermission(caller, 'compute')
      const { lines, signal } = request
      if (!isUtf8(lines))
        throw new Refusal('BAD_REQUEST', 'The lines are not UTF-8. Save the file as UTF-8 and choose it again.')
      const { text, library } = await findTexts(caller, request)
      const wanted = firstLines(lines, Number.POSITIVE_INFINITY).count
      const reserved = await reserveChecks(dependencies.ledger, caller, wanted)
      const { granted, refusal } = reserved
      try {
        const within = granted === wanted ? lines : firstLines(lines, granted).lines
        const checked = await dependencies.engine.checkLines(text, library, within, {
          share: () => shareOf({ caller }),
          signal,
          pause: dependencies.pause,
        })
        reserved.refund(granted - checked.rows + checked.refused.filter(({ refusal }) => !isCharged(refusal)).length)
        return {
          ...checked,
          unitLibraryHash: library.hash ?? BUILT_IN_HASH,
          stopped: refusal === null ? null : refusalText(refusal),
        }
      } catch (error) {
        reserved.refund(granted)
        throw error
      }
    },
  }
}

const NEWLINE_BYTE = 10

function firstLines(bytes: Uint8Array, max: number): { readonly lines: Uint8Array; readonly count: number } {
  let count = 0
  let from = 0
  while (from < bytes.length && count < max) {
    const newline = bytes.indexOf(NEWLINE_BYTE, from)
    const end = newline < 0 ? bytes.length : newline
    if (!isBlank(bytes, from, end)) count++
    from = end + 1
  }
  return { lines: bytes.subarray(0, from), count }
}

/** Must match decide-lines.ts. */
function isBlank(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 32 && byte !== 9 && byte !== 13) return false
  }
  return true
}
