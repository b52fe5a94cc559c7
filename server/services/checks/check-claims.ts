/** A refusal costs nothing unless the check used solver steps. */
import type { CheckedAssertion } from '../../api/check-bytes'
import { Refusal } from '../../api/refusal'
import { type CallLedger, isCharged, type Refund } from '../access/call-ledger'
import type { CheckRequest, Success } from '../calls/call-context'
import { namespaceOf } from '../calls/caller'
import type { DecisionRecorder } from '../decision-log/decision-recorder'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/shared-use'
import type { FoundRuleset, RulesetLibrary } from '../library/ruleset-library'
import { type Calling, type StoreRuleset, storerOf } from '../library/store-ruleset'
import { findRequestedLibrary, type LibrarySource } from '../library/unit-libraries'
import type { Labels } from '../vocabulary/labels'

export interface CheckDependencies extends LibrarySource {
  readonly engine: Pick<EngineDispatch, 'check' | 'assertions'>
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly labels: Labels
}

export interface LoggedCheckDependencies extends CheckDependencies {
  readonly decisions: Pick<DecisionRecorder, 'record'>
}

/** The address is absent if the product itself checks. */
type Checking = Calling

export interface CheckedAssertions {
  readonly rulesetHash: string
  readonly unitLibraryHash: string | null
  readonly assertions: readonly CheckedAssertion[]
}

export interface CountedAssertions extends CheckedAssertions {
  /** Called at most once. */
  readonly refund: Refund
}

/**
 * Returns canonical bytes. It awaits only promises, because awaiting plain values costs a tenth of the requests a
 * second.
 */
export async function checkClaims(
  dependencies: LoggedCheckDependencies,
  calling: Checking,
  request: CheckRequest,
): Promise<Success> {
  const { engine, ledger, rulesets } = dependencies
  let refund = ledger.reserve(calling.caller, 'check')
  if (refund instanceof Promise) refund = await refund
  try {
    let library = findRequestedLibrary(dependencies, calling.caller, request.unit_library_hash)
    if (library instanceof Promise) library = await library
    let ruleset = rulesets.find(calling.caller.namespaceId, request, () => shareOf(calling))
    if (ruleset instanceof Promise) ruleset = await ruleset
    let body = engine.check(ruleset.text, library, request.claims, () => shareOf(calling))
    if (body instanceof Promise) body = await body
    if (isNew(dependencies, calling, request, ruleset)) await storeChecked(dependencies, calling, request, ruleset)
    const made = { claims: request.claims, answer: { from: 'payload', body } } as const
    const logged = dependencies.decisions.record(calling.caller, made)
    if (logged === null) return { body }
    if (logged.stored !== null) await logged.stored
    return { body, checkId: logged.id }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

export async function checkAssertions(
  dependencies: CheckDependencies,
  calling: Checking,
  request: CheckRequest,
): Promise<CountedAssertions> {
  const { engine, ledger, rulesets } = dependencies
  const refund = await ledger.reserve(calling.caller, 'check')
  try {
    const library = await findRequestedLibrary(dependencies, calling.caller, request.unit_library_hash)
    const ruleset = await rulesets.find(calling.caller.namespaceId, request, () => shareOf(calling))
    const assertions = await engine.assertions(ruleset.text, library, request.claims, () => shareOf(calling))
    if (isNew(dependencies, calling, request, ruleset)) await storeChecked(dependencies, calling, request, ruleset)
    return { rulesetHash: ruleset.text.hash, unitLibraryHash: library.hash, assertions, refund }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

/** A `read_only` credential stores nothing. */
function isNew(
  { rulesets }: CheckDependencies,
  { caller: { namespaceId, tier } }: Calling,
  { label }: CheckRequest,
  { stored, text }: FoundRuleset,
): boolean {
  if (namespaceId === null || tier === 'read_only') return false
  return Boolean(label) || !(stored || rulesets.isKnown(namespaceId, text.hash))
}

/** Called after the answer, so that a source that does not compile is never stored. */
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
