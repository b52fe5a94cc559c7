/**
 * POST /v1/check: one answer per assertion.
 *
 * Promises: pure over ruleset, dictionary, unit library and engine version; a refusal charges nothing. The hot path:
 * with everything in memory it answers at once and makes no promise, each of which costs as much as an assertion does
 * while Next watches promises.
 */
import { after } from './after'
import type { CallLedger, GiveBack } from './call-ledger'
import type { Caller } from './caller'
import type { EngineDispatch } from './engine/dispatch'
import type { LibraryText } from './engine/engine-job'
import type { LabelRequest, Labels } from './labels'
import type { FoundRuleset, RulesetLibrary } from './ruleset-library'
import type { CheckRequest, Success } from './service'
import type { StoreRuleset } from './store-ruleset'
import type { LibrarySource } from './unit-libraries'

export interface CheckParts extends LibrarySource {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly labels: Labels
}

export function checkClaims(parts: CheckParts, caller: Caller, request: CheckRequest): Success | Promise<Success> {
  return after(parts.ledger.reserve(caller, 'check'), (giveBack) => checkReserved(parts, caller, request, giveBack))
}

function checkReserved(
  parts: CheckParts,
  caller: Caller,
  request: CheckRequest,
  giveBack: GiveBack,
): Success | Promise<Success> {
  try {
    const success = after(libraryFor(parts, caller, request), (library) =>
      after(parts.rulesets.find(caller.namespaceId, request), (found) =>
        checkFound(parts, caller, request, found, library),
      ),
    )
    return success instanceof Promise ? givingBack(success, giveBack) : success
  } catch (error) {
    giveBack()
    throw error
  }
}

/** The library in force, or the one that the request replays under. */
function libraryFor(
  parts: LibrarySource,
  caller: Caller,
  { unit_library_hash: hash }: CheckRequest,
): LibraryText | Promise<LibraryText> {
  return hash === null || hash === undefined ? parts.libraryOf(caller) : parts.libraryByHash(caller, hash)
}

function checkFound(
  parts: CheckParts,
  caller: Caller,
  request: CheckRequest,
  found: FoundRuleset,
  library: LibraryText,
): Success | Promise<Success> {
  const { namespaceId, tier } = caller
  const body = parts.engine.check(found.text, library, request.claims)
  // A credential that may change nothing checks a source, labelled or not, without leaving anything behind.
  const mayStore = namespaceId !== null && tier !== 'read_only'
  const mustStore = !found.stored && mayStore && !parts.rulesets.isKnown(namespaceId, found.text.hash)
  const label = mayStore ? (request.label ?? null) : null
  if (typeof body === 'string' && !mustStore && label === null) return { body }
  return storedAfter(parts, caller, body, mustStore ? namespaceId : null, found, label)
}

/** Stores after the answer is known, so that a source that does not compile is never stored. */
async function storedAfter(
  parts: CheckParts,
  caller: Caller,
  answer: string | Promise<string>,
  namespaceId: string | null,
  { text }: FoundRuleset,
  label: LabelRequest | null,
): Promise<Success> {
  const body = await answer
  if (namespaceId !== null) {
    await parts.storeRuleset({ namespaceId, text, parentHash: null })
    parts.rulesets.remember(namespaceId, text)
  }
  if (label !== null) await parts.labels.keep(caller, text.hash, label)
  return { body }
}

async function givingBack(success: Promise<Success>, giveBack: GiveBack): Promise<Success> {
  try {
    return await success
  } catch (error) {
    giveBack()
    throw error
  }
}
