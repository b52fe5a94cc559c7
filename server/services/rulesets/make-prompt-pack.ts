/** The prompt pack (public/docs/api.md, "Get the prompts"). The service never calls a language model. */
import { canonicalObject } from '../../api/canonical-json'
import { VERSIONS } from '../../api/terms/versions'
import type { CallLedger } from '../access/call-ledger'
import type { CallContext, Success } from '../calls/call-context'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary, RulesetReference } from '../library/ruleset-library'
import type { LibrarySource } from '../library/unit-libraries'

export interface PromptPackDependencies {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly ledger: CallLedger
  readonly libraryOf: LibrarySource['libraryOf']
}

export async function makePromptPack(
  dependencies: PromptPackDependencies,
  asking: Pick<CallContext, 'caller'> & Partial<CallContext>,
  request: RulesetReference,
): Promise<Success> {
  const { caller } = asking
  const share = () => shareOf(asking)
  const refund = await dependencies.ledger.reserve(caller, 'prompt_pack')
  try {
    const { text, stored } = await dependencies.rulesets.find(caller.namespaceId, request, share)
    if (stored) await dependencies.rulesets.findStored(caller.namespaceId, text.hash)
    const library = await dependencies.libraryOf(caller)
    return {
      body: canonicalObject(await dependencies.engine.promptPack(text, library, share)),
      tag: [text.hash, library.hash ?? 'built-in', VERSIONS.engine_version, VERSIONS.service_version].join('.'),
    }
  } catch (error) {
    refund()
    throw error
  }
}
