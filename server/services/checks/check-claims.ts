/**
 * POST /v1/check: one answer per assertion.
 *
 * Promises: pure over ruleset, dictionary, unit library and engine version; a refusal charges nothing, but for a check
 * whose solver steps were used. The engine pool decides whether the event loop or a worker answers.
 */
import type { CheckedAssertion } from '../../api/check-bytes'
import { Refusal } from '../../api/refusal'
import { type CallLedger, isCharged, type Refund } from '../access/call-ledger'
import { namespaceOf } from '../access/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/share-of'
import type { Labels } from '../rulesets/labels'
import type { FoundRuleset, RulesetLibrary } from '../rulesets/ruleset-library'
import { type Calling, type StoreRuleset, storerOf } from '../rulesets/store-ruleset'
import type { CheckRequest, Success } from '../service'
import { type LibrarySource, requestedLibrary } from '../units/unit-libraries'

export interface CheckDependencies extends LibrarySource {
  readonly engine: Pick<EngineDispatch, 'check' | 'assertions'>
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly labels: Labels
}

/** Who checks; the address is absent where the product itself checks for a namespace. */
type Checking = Calling

/** The answers of a check without its bytes. */
export interface CheckedAssertions {
  readonly rulesetHash: string
  readonly unitLibraryHash: string | null
  readonly assertions: readonly CheckedAssertion[]
}

/** Answers that were counted. */
export interface CountedAssertions extends CheckedAssertions {
  /** Takes the count back when the answers are not used. Called at most once. */
  readonly refund: Refund
}

/**
 * The canonical bytes of the answer, as `POST /v1/check` returns them. It waits only for what is not in memory: an
 * `await` of a value that is there takes a tenth of the requests a second.
 */
export async function checkClaims(
  dependencies: CheckDependencies,
  calling: Checking,
  request: CheckRequest,
): Promise<Success> {
  const { engine, ledger, rulesets } = dependencies
  let refund = ledger.reserve(calling.caller, 'check')
  if (refund instanceof Promise) refund = await refund
  try {
    let library = requestedLibrary(dependencies, calling.caller, request.unit_library_hash)
    if (library instanceof Promise) library = await library
    let ruleset = rulesets.find(calling.caller.namespaceId, request, () => shareOf(calling))
    if (ruleset instanceof Promise) ruleset = await ruleset
    let body = engine.check(ruleset.text, library, request.claims, () => shareOf(calling))
    if (body instanceof Promise) body = await body
    if (isNew(dependencies, calling, request, ruleset)) await storeChecked(dependencies, calling, request, ruleset)
    return { body }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

/** The same check as values, counted like it, with its refund. */
export async function checkAssertions(
  dependencies: CheckDependencies,
  calling: Checking,
  request: CheckRequest,
): Promise<CountedAssertions> {
  const { engine, ledger, rulesets } = dependencies
  const refund = await ledger.reserve(calling.caller, 'check')
  try {
    const library = await requestedLibrary(dependencies, calling.caller, request.unit_library_hash)
    const ruleset = await rulesets.find(calling.caller.namespaceId, request, () => shareOf(calling))
    const assertions = await engine.assertions(ruleset.text, library, request.claims, () => shareOf(calling))
    if (isNew(dependencies, calling, request, ruleset)) await storeChecked(dependencies, calling, request, ruleset)
    return { rulesetHash: ruleset.text.hash, unitLibraryHash: library.hash, assertions, refund }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

/** Whether the check leaves something to store. A credential that may change nothing leaves nothing. */
function isNew(
  { rulesets }: CheckDependencies,
  { caller: { namespaceId, tier } }: Calling,
  { label }: CheckRequest,
  { stored, text }: FoundRuleset,
): boolean {
  if (namespaceId === null || tier === 'read_only') return false
  return Boolean(label) || !(stored || rulesets.isKnown(namespaceId, text.hash))
}

/**
 * Stores the source that came with a check, and its label. Called after the answer is known, so that a source that does
 * not compile is never stored.
 */
async function storeChecked(
  { rulesets, storeRuleset, labels }: CheckDependencies,
  calling: Calling,
  { label }: CheckRequest,
  { stored, text }: FoundRuleset,
): Promise<void> {
  const namespaceId = namespaceOf(calling.caller)
  if (!stored && !rulesets.isKnown(namespaceId, text.hash)) {
    await storeRuleset({ namespaceId, text, parentHash: null, storedBy: storerOf(calling) })
    rulesets.remember(namespaceId, text)
  }
  if (label) await labels.assign(calling.caller, text.hash, label)
}
