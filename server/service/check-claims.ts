/**
 * POST /v1/check: one answer per assertion.
 *
 * Promises: pure over ruleset, dictionary, unit library and engine version; a refusal charges nothing. The hot path:
 * with everything in memory it awaits nothing that leaves the process.
 */
import { Refusal } from '../contract/refusal'
import type { CallLedger } from './call-ledger'
import type { Caller } from './caller'
import type { EngineDispatch } from './engine/dispatch'
import type { LibraryText } from './engine/engine-job'
import type { RulesetLibrary } from './ruleset-library'
import type { CheckRequest, Success } from './service'
import type { StoreRuleset } from './store-ruleset'

export interface CheckParts {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly libraryOf: (caller: Caller) => LibraryText
}

export async function checkClaims(parts: CheckParts, caller: Caller, request: CheckRequest): Promise<Success> {
  const { namespaceId } = caller
  const reserved = parts.ledger.reserve(caller)
  const giveBack = reserved instanceof Promise ? await reserved : reserved
  try {
    const library = parts.libraryOf(caller)
    if (request.unit_library_hash && request.unit_library_hash !== library.hash)
      throw unknownLibrary(request.unit_library_hash)
    const looked = parts.rulesets.find(namespaceId, request)
    const found = looked instanceof Promise ? await looked : looked
    const answered = parts.engine.check(found.text, library, request.claims)
    const body = answered instanceof Promise ? await answered : answered
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

function unknownLibrary(hash: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No unit library with the hash ${hash} is kept in this namespace. Leave \`unit_library_hash\` out to check under the current one.`,
  )
}
