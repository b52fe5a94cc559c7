/**
 * POST /v1/check: one answer per assertion.
 *
 * Promises: pure over ruleset, dictionary, unit library and engine version; a refusal charges nothing. The hot path:
 * with everything in memory it answers at once and makes no promise, each of which costs as much as an assertion does
 * while Next watches promises.
 */
import type { CheckedAssertion } from '../../api/check-bytes'
import type { CallLedger, Refund } from '../access/call-ledger'
import type { Caller } from '../access/caller'
import { after } from '../after'
import type { ClaimsInput, EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { LabelRequest, Labels } from '../rulesets/labels'
import type { FoundRuleset, RulesetLibrary } from '../rulesets/ruleset-library'
import type { StoreRuleset } from '../rulesets/store-ruleset'
import { type Calling, storerOf } from '../rulesets/storer-of'
import type { CheckRequest, Success } from '../service'
import type { LibrarySource } from '../units/unit-libraries'

export interface CheckParts extends LibrarySource {
  readonly engine: Pick<EngineDispatch, 'check' | 'assertions'>
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly labels: Labels
}

/** How the answer is told. */
type Ask<T> = (
  engine: CheckParts['engine'],
  ruleset: RulesetText,
  library: LibraryText,
  claims: ClaimsInput,
) => T | Promise<T>

/** The answers of a check without its bytes. */
export interface CheckedAssertions {
  readonly rulesetHash: string
  readonly unitLibraryHash: string | null
  readonly assertions: readonly CheckedAssertion[]
}

/** Answers that were counted. */
export interface CountedAssertions extends CheckedAssertions {
  /** Takes the count back, where nothing comes of the answers. Once. */
  readonly refund: Refund
}

const asSuccess: Ask<Success> = (engine, ruleset, library, claims) =>
  after(engine.check(ruleset, library, claims), (body) => ({ body }))

const asAssertions: Ask<CheckedAssertions> = (engine, ruleset, library, claims) =>
  after(engine.assertions(ruleset, library, claims), (assertions) => ({
    ...{ rulesetHash: ruleset.hash, unitLibraryHash: library.hash, assertions },
  }))

export function checkClaims(parts: CheckParts, calling: Calling, request: CheckRequest): Success | Promise<Success> {
  return after(parts.ledger.reserve(calling.caller, 'check'), (refund) =>
    checkReserved(parts, calling, request, refund, asSuccess),
  )
}

/** The same check, counted like it. */
export function checkAssertions(
  parts: CheckParts,
  calling: Calling,
  request: CheckRequest,
): CountedAssertions | Promise<CountedAssertions> {
  return after(parts.ledger.reserve(calling.caller, 'check'), (refund) =>
    after(checkReserved(parts, calling, request, refund, asAssertions), (checked) => ({ ...checked, refund })),
  )
}

function checkReserved<T>(
  parts: CheckParts,
  calling: Calling,
  request: CheckRequest,
  refund: Refund,
  ask: Ask<T>,
): T | Promise<T> {
  const { caller } = calling
  try {
    const success = after(libraryFor(parts, caller, request), (library) =>
      after(parts.rulesets.find(caller.namespaceId, request), (found) =>
        checkFound(parts, calling, request, found, library, ask),
      ),
    )
    return success instanceof Promise ? givingBack(success, refund) : success
  } catch (error) {
    refund()
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

function checkFound<T>(
  parts: CheckParts,
  calling: Calling,
  request: CheckRequest,
  found: FoundRuleset,
  library: LibraryText,
  ask: Ask<T>,
): T | Promise<T> {
  const { namespaceId, tier } = calling.caller
  const answer = ask(parts.engine, found.text, library, request.claims)
  // A credential that may change nothing checks a source, labelled or not, without leaving anything behind.
  const mayStore = namespaceId !== null && tier !== 'read_only'
  const mustStore = !found.stored && mayStore && !parts.rulesets.isKnown(namespaceId, found.text.hash)
  const label = mayStore ? (request.label ?? null) : null
  if (!(answer instanceof Promise) && !mustStore && label === null) return answer
  return storedAfter(parts, calling, answer, mustStore ? namespaceId : null, found, label)
}

/** Stores after the answer is known, so that a source that does not compile is never stored. */
async function storedAfter<T>(
  parts: CheckParts,
  calling: Calling,
  answering: T | Promise<T>,
  namespaceId: string | null,
  { text }: FoundRuleset,
  label: LabelRequest | null,
): Promise<T> {
  const answer = await answering
  if (namespaceId !== null) {
    await parts.storeRuleset({ namespaceId, text, parentHash: null, storedBy: storerOf(calling) })
    parts.rulesets.remember(namespaceId, text)
  }
  if (label !== null) await parts.labels.keep(calling.caller, text.hash, label)
  return answer
}

async function givingBack<T>(success: Promise<T>, refund: Refund): Promise<T> {
  try {
    return await success
  } catch (error) {
    refund()
    throw error
  }
}
