/**
 * POST /v1/compile: compiles, describes and stores a ruleset.
 *
 * Promises: nothing is stored or charged unless the source compiled; what is answered is stored durably first.
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import type { CallLedger } from '../access/call-ledger'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetText } from '../engine-pool/engine-job'
import type { Success } from '../service'
import type { LibrarySource } from '../units/unit-libraries'
import type { LabelRequest, Labels } from './labels'
import type { RulesetLibrary } from './ruleset-library'
import type { StoreRuleset } from './store-ruleset'
import { type Calling, storerOf } from './storer-of'

export interface CompileParts {
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly storeRuleset: StoreRuleset
  readonly ledger: CallLedger
  readonly libraryOf: LibrarySource['libraryOf']
  readonly labels: Labels
}

export async function compileRuleset(
  parts: CompileParts,
  calling: Calling,
  request: {
    readonly source: string
    readonly parent_hash?: string | null | undefined
    readonly label?: LabelRequest | null | undefined
  },
): Promise<Success> {
  const { caller } = calling
  const refund = await parts.ledger.reserve(caller, 'compile')
  try {
    const { text } = await parts.rulesets.find(caller.namespaceId, { source: request.source })
    const members = await parts.engine.compile(text, await parts.libraryOf(caller))
    const stored = await store(parts, calling, text, request.parent_hash ?? null)
    const storage =
      stored === null
        ? undefined
        : canonicalJson({ parent_hash: stored.parentHash, revision_depth: stored.revisionDepth })
    const label = await parts.labels.keep(caller, text.hash, request.label)
    return { body: canonicalObject({ ...members, stored: storage, label }) }
  } catch (error) {
    refund()
    throw error
  }
}

/** Null for the playground, which has no namespace. */
async function store(parts: CompileParts, calling: Calling, text: RulesetText, parentHash: string | null) {
  const { namespaceId } = calling.caller
  if (namespaceId === null) return null
  const stored = await parts.storeRuleset({ namespaceId, text, parentHash, storedBy: storerOf(calling) })
  parts.rulesets.remember(namespaceId, text)
  return stored
}
