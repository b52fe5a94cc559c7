/**
 * GET /v1/rulesets/{name}. Every call reads the store, so that it sees the changes of other processes. With `limit` the
 * answer is one page of revisions, even if the ruleset no longer compiles.
 */
import { canonicalAround, canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { readMoment } from '../../api/schemas/fields'
import { VERSIONS } from '../../api/terms/versions'
import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import type { NameVerbs } from '../../database/rulesets/names'
import type { RevisionChainVerbs } from '../../database/rulesets/revision-graph'
import type { RulesetVerbs } from '../../database/rulesets/rulesets'
import type { ApprovalVerbs } from '../../database/signing/approvals'
import { spanAt } from '../../database/signing/force-timeline'
import type { InForceVerbs } from '../../database/signing/revisions-in-force'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetLibrary } from '../library/ruleset-library'
import { type JudgeDependencies, readApprovalStatus } from '../signing/approval-status'
import { toWireApproval } from '../signing/record-approval'
import type { Labels } from '../vocabulary/labels'
import { demandNoAfter } from './list-rulesets'
import { streamList } from './streamed-list'

export interface LoadDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] &
    ApprovalCountVerbs &
    Pick<InForceVerbs, 'forceSpans'> &
    Pick<RulesetVerbs, 'findRuleset'> &
    Pick<NameVerbs & ApprovalVerbs & RevisionChainVerbs, 'findName' | 'listApprovals' | 'revisionChain'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly approveUrlOf: (hash: string) => string | null
  readonly now: () => Date
}

/** Hashes read at a time for the complete chain. */
const HASHES_AT_ONCE = 1_000

/** @throws Refusal RULESET_NOT_FOUND, BAD_REQUEST, COMPILE_FAILED if the stored source no longer compiles */
export async function loadRuleset(
  dependencies: LoadDependencies,
  caller: Caller,
  { name, limit, after, as_of: asOf }: RequestOf<'loadRuleset'>,
): Promise<Success> {
  const { store, rulesets, labels } = dependencies
  if (limit === undefined) demandNoAfter(after)
  const namespaceId = namespaceOf(caller)
  const named = await store.findName(namespaceId, name)
  if (named === null) throw unknownName(name)
  const then = asOf === undefined ? null : await revisionAt(dependencies, caller, { name, ...named }, asOf)
  const { hash, parentHash, revisionDepth } = then?.revision ?? named
  const { archivedAt, renamedTo } = named
  const identity = {
    ok: canonicalJson(true),
    name: canonicalJson(name),
    namespace: canonicalJson(namespaceId),
    ruleset_hash: canonicalJson(hash),
    stored: canonicalJson({ parent_hash: parentHash, revision_depth: revisionDepth }),
    versions: canonicalJson(VERSIONS),
    ...(then !== null && { in_force: canonicalJson(then.inForce) }),
    ...(archivedAt !== null && { archived_at: canonicalJson(archivedAt.toISOString()) }),
    ...(renamedTo !== null && { renamed_to: canonicalJson(renamedTo) }),
  }
  if (limit !== undefined)
    return {
      body: canonicalObject({
        ...identity,
        ...(await pageOfChain(store, namespaceId, after ?? { from: hash }, limit)),
      }),
    }
  const text = await rulesets.findStored(namespaceId, hash)
  const library = await dependencies.libraryOf(caller)
  const members = await dependencies.engine.compile(text, library).catch((error: unknown) => {
    throw noLongerCompiling(name, hash, error)
  })
  const approvals = await store.listApprovals(namespaceId, hash, dependencies.now())
  const payload = {
    ...members,
    ...identity,
    label: await labels.find(caller, hash),
    approve_url: canonicalJson(dependencies.approveUrlOf(hash)),
    approvals: canonicalJson(approvals.map(toWireApproval)),
  }
  return streamList(canonicalAround(payload, 'revision_chain'), wholeChain(store, namespaceId, hash))
}

/** @throws Refusal RULESET_NOT_FOUND if no revision was in force */
async function revisionAt(dependencies: LoadDependencies, caller: Caller, named: RenamedName, asOf: string) {
  const { store } = dependencies
  const { name } = named
  const namespaceId = namespaceOf(caller)
  const at = readMoment(asOf)
  const spans = (await store.forceSpans(namespaceId, [name])).get(name) ?? []
  const span = spanAt(spans, at)
  if (span === null) throw noneInForce(named, at, spans)
  const { hash, from, until } = span
  const revision = await store.findRuleset(namespaceId, hash)
  if (revision === null) throw new Error(`the revision ${hash} in force is not stored`)
  const { state } = (await readApprovalStatus(dependencies, caller, [hash]))(hash)
  return {
    revision,
    inForce: {
      as_of: at.toISOString(),
      from: from.toISOString(),
      until: until?.toISOString() ?? null,
      approved: state === 'approved',
    },
  }
}

async function* wholeChain(
  store: LoadDependencies['store'],
  namespaceId: string,
  hash: string,
): AsyncGenerator<readonly string[]> {
  for (let from: string | null = hash; from !== null; ) {
    const read: readonly string[] = await store.revisionChain(namespaceId, from, HASHES_AT_ONCE + 1)
    yield read.slice(0, HASHES_AT_ONCE).map((each) => canonicalJson(each))
    from = read[HASHES_AT_ONCE] ?? null
  }
}

/** Pages start from a hash, not a number, so that they stay in one chain when the name moves. */
async function pageOfChain(
  store: LoadDependencies['store'],
  namespaceId: string,
  start: string | { readonly from: string },
  limit: number,
) {
  const isFirst = typeof start !== 'string'
  const read = await store.revisionChain(namespaceId, isFirst ? start.from : start, limit + (isFirst ? 1 : 2))
  if (read.length === 0)
    throw new Refusal(
      'BAD_REQUEST',
      'No revision of this namespace has the hash in after. Send next of the answer before, unchanged, or leave after out for the first page.',
    )
  const chain = isFirst ? read : read.slice(1)
  const listed = chain.slice(0, limit)
  const next = chain.length > limit ? listed.at(-1)! : null
  return { revision_chain: canonicalJson(listed), next: canonicalJson(next) }
}

interface RenamedName {
  readonly name: string
  readonly renamedTo: string | null
}

function noneInForce({ name, renamedTo }: RenamedName, at: Date, spans: readonly { readonly from: Date }[]): Refusal {
  const [first] = spans
  const known =
    first === undefined
      ? 'No revision of it was ever put in force.'
      : at < first.from
        ? `Its first revision is in force from ${first.from.toISOString()}.`
        : renamedTo !== null
          ? `It was renamed to "${renamedTo}", so ask by that name.`
          : 'Its history on the pages of the service shows when a revision was in force.'
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No revision of the ruleset "${name}" was in force at ${at.toISOString()}. ${known} Without as_of the answer is the revision that the name points at.`,
  )
}

function unknownName(name: string): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `No ruleset is saved under the name "${name}" in this namespace. GET /v1/rulesets lists the names.`,
  )
}

/** Says that the diagnostics are about the stored source, because the request has no source. */
function noLongerCompiling(name: string, hash: string, error: unknown): unknown {
  if (!(error instanceof Refusal && error.code === 'COMPILE_FAILED')) return error
  return new Refusal(
    'COMPILE_FAILED',
    `The source stored under the name "${name}" (${hash}) no longer compiles. ${error.message}`,
    error.details,
  )
}
