/**
 * GET /v1/rulesets/{name}: what compile answers for the bytes that a name points at, with approvals and revisions.
 *
 * Promises: read from the store on every call, so that what another process saved or approved is seen at once.
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import type { NameVerbs } from '../../database/rulesets/names'
import type { RevisionChainVerbs } from '../../database/rulesets/revision-graph'
import type { ApprovalVerbs } from '../../database/signing/approvals'
import { type Caller, namespaceOf } from '../access/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { Success } from '../service'
import { wireApproval } from '../signing/record-approval'
import type { Labels } from './labels'
import type { RulesetLibrary } from './ruleset-library'

export interface LoadDependencies {
  readonly store: Pick<NameVerbs & ApprovalVerbs & RevisionChainVerbs, 'findName' | 'listApprovals' | 'revisionChain'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly approveUrlOf: (hash: string) => string | null
  readonly now: () => Date
}

/** @throws Refusal RULESET_NOT_FOUND, COMPILE_FAILED where the stored source no longer compiles */
export async function loadRuleset(dependencies: LoadDependencies, caller: Caller, name: string): Promise<Success> {
  const { store, rulesets, labels } = dependencies
  const namespaceId = namespaceOf(caller)
  const named = await store.findName(namespaceId, name)
  if (named === null) throw unknownName(name)
  const { hash, parentHash, revisionDepth } = named
  const text = await rulesets.findStored(namespaceId, hash)
  const library = await dependencies.libraryOf(caller)
  const members = await dependencies.engine.compile(text, library).catch((error: unknown) => {
    throw noLongerCompiling(name, hash, error)
  })
  const approvals = await store.listApprovals(namespaceId, hash, dependencies.now())
  return {
    body: canonicalObject({
      ...members,
      stored: canonicalJson({ parent_hash: parentHash, revision_depth: revisionDepth }),
      label: await labels.find(caller, hash),
      approve_url: canonicalJson(dependencies.approveUrlOf(hash)),
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

/** The message says that the diagnostics are about the stored source, because the request has none. */
function noLongerCompiling(name: string, hash: string, error: unknown): unknown {
  if (!(error instanceof Refusal && error.code === 'COMPILE_FAILED')) return error
  return new Refusal(
    'COMPILE_FAILED',
    `The source stored under the name "${name}" (${hash}) no longer compiles. ${error.message}`,
    error.details,
  )
}
