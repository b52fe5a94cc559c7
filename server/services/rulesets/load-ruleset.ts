/**
 * GET /v1/rulesets/{name}: what compile answers for the bytes that a name points at, with approvals and revisions.
 *
 * Promises: read from the store on every call, so that what another process saved or approved is seen at once.
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import type { NameVerbs } from '../../database/rulesets/names'
import type { RevisionChainVerbs } from '../../database/rulesets/revision-chain'
import type { ApprovalVerbs } from '../../database/signing/approvals'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { Success } from '../service'
import { wireApproval } from '../signing/wire-approval'
import type { Labels } from './labels'
import type { RulesetLibrary } from './ruleset-library'

export interface LoadParts {
  readonly store: Pick<NameVerbs & ApprovalVerbs & RevisionChainVerbs, 'findName' | 'listApprovals' | 'revisionChain'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly now: () => Date
}

/** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED where the stored source no longer compiles */
export async function loadRuleset(parts: LoadParts, caller: Caller, name: string): Promise<Success> {
  const { store, rulesets, labels } = parts
  const namespaceId = namespaceOf(caller)
  const found = await store.findName(namespaceId, name)
  if (found === null) throw unknownName(name)
  const { hash, parentHash, revisionDepth } = found
  const text = await rulesets.findStored(namespaceId, hash)
  const library = await parts.libraryOf(caller)
  const members = await parts.engine.compile(text, library).catch((error: unknown) => {
    throw noLongerCompiling(name, hash, error)
  })
  const approvals = await store.listApprovals(namespaceId, hash, parts.now())
  return {
    body: canonicalObject({
      ...members,
      stored: canonicalJson({ parent_hash: parentHash, revision_depth: revisionDepth }),
      label: await labels.find(caller, hash),
      approvals: canonicalJson(approvals.map(wireApproval)),
      name: canonicalJson(name),
      namespace: canonicalJson(namespaceId),
      revision_chain: canonicalJson(await store.revisionChain(namespaceId, hash)),
    }),
  }
}

function unknownName(name: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No ruleset is saved under the name "${name}" in this namespace. GET /v1/rulesets lists the names.`,
  )
}

/** Says that it is the stored source which the diagnostics are about: nobody sent one. */
function noLongerCompiling(name: string, hash: string, error: unknown): unknown {
  if (!(error instanceof Refusal && error.code === 'COMPILE_FAILED')) return error
  return new Refusal(
    'COMPILE_FAILED',
    `The source stored under the name "${name}" (${hash}) no longer compiles. ${error.message}`,
    error.details,
  )
}
