/**
 * The prompt pack, by hash or source (contract, "POST /v1/prompt-pack"). The service never calls a language model.
 */
import { canonicalObject } from '../../api/canonical-json'
import type { CallLedger } from '../access/call-ledger'
import type { Caller } from '../access/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { Success } from '../service'
import type { LibrarySource } from '../units/unit-libraries'
import type { RulesetLibrary, RulesetReference } from './ruleset-library'

export interface PromptPackParts {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly ledger: CallLedger
  readonly libraryOf: LibrarySource['libraryOf']
}

export async function makePromptPack(
  parts: PromptPackParts,
  caller: Caller,
  request: RulesetReference,
): Promise<Success> {
  const refund = await parts.ledger.reserve(caller, 'prompt_pack')
  try {
    const { text, stored } = await parts.rulesets.find(caller.namespaceId, request)
    if (stored) await parts.rulesets.findStored(caller.namespaceId, text.hash)
    return { body: canonicalObject(await parts.engine.promptPack(text, await parts.libraryOf(caller))) }
  } catch (error) {
    refund()
    throw error
  }
}
