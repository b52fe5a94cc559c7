/**
 * POST /v1/check: one answer per assertion.
 *
 * Promises: pure over ruleset, dictionary, unit library and engine version; a refusal charges nothing. The hot path:
 * with everything in memory it awaits nothing that leaves the process.
 */
import type { CallLedger } from './call-ledger'
import type { Caller } from './caller'
import type { StoreRuleset } from './compile-ruleset'
import type { EngineDispatch } from './engine/dispatch'
import type { LibraryText } from './engine/engine-job'
import type { RulesetLibrary } from './ruleset-library'
import type { CheckRequest, Success } from './service'

export interface CheckParts {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly libraryOf: (caller: Caller) => LibraryText
}

export async function checkClaims(parts: CheckParts, caller: Caller, request: CheckRequest): Promise<Success> {
  const giveBack = await parts.ledger.reserve(caller)
  try {
    const found = await parts.rulesets.find(caller.namespaceId, request)
    const { namespaceId } = caller
    const body = await parts.engine.check(found.text, parts.libraryOf(caller), request.claims)
    // Stored after the answer is known, so that a source that does not compile is never stored.
    if (!found.stored && namespaceId !== null && !parts.rulesets.isKnown(namespaceId, found.text.hash)) {
      await parts.storeRuleset({ namespaceId, text: found.text, parentHash: null })
      parts.rulesets.remember(namespaceId, found.text)
    }
    return { body }
  } catch (error) {
    giveBack()
    throw error
  }
}
