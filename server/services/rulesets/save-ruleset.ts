/**
 * POST /v1/rulesets. A source that does not compile stores nothing. The parent is fixed when the bytes are first
 * stored: the given one, else the name's; saving old bytes again only moves the name.
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { RepeatableCall } from '../../database/access/repeatable-calls'
import type { NamedSaveResult, NameVerbs } from '../../database/rulesets/names'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import { shareOf } from '../engine-pool/shared-use'
import type { RulesetLibrary } from '../library/ruleset-library'
import { demandCharacters, namespaceFullRefusal } from '../library/store-refusal'
import { type Calling, storerOf } from '../library/store-ruleset'
import type { Labels } from '../vocabulary/labels'

export interface SaveDependencies {
  readonly store: Pick<NameVerbs, 'saveNamed'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly limits: { readonly name_chars: number; readonly namespace_bytes: number }
  readonly now: () => Date
}

/** Extra members of a page's save. */
export interface PageSave {
  /** The revision that the author expects under the name; null for a free name. */
  readonly expected: string | null
  readonly message: string | null
}

export interface StoreRevisionResult {
  readonly text: RulesetText
  /** `moved`: the name points at another revision than expected, and nothing was stored. */
  readonly put: Extract<NamedSaveResult, { kind: 'stored' | 'moved' }>
}

/** @throws Refusal COMPILE_FAILED, RULESET_NOT_FOUND for an unknown parent, BUDGET_EXCEEDED */
export async function saveRuleset(
  dependencies: SaveDependencies,
  calling: Calling,
  request: RequestOf<'saveRuleset'>,
  call: RepeatableCall | null = null,
): Promise<Success> {
  const { text, put } = await storeRevision(dependencies, calling, request, undefined, call)
  if (put.kind === 'moved') throw new Error('a save without an expected revision was answered with a moved name')
  return {
    body: canonicalObject({
      ok: 'true',
      name: canonicalJson(request.name),
      ruleset_hash: canonicalJson(text.hash),
      parent_hash: canonicalJson(put.parentHash),
      created: canonicalJson(put.created),
      label: await dependencies.labels.assign(calling.caller, text.hash, request.label),
      versions: canonicalJson(VERSIONS),
    }),
  }
}

/** @throws as {@link saveRuleset} */
export async function storeRevision(
  dependencies: SaveDependencies,
  calling: Calling,
  { name, source, parent_hash: parentHash = null }: Omit<RequestOf<'saveRuleset'>, 'label'>,
  page?: PageSave,
  call: RepeatableCall | null = null,
): Promise<StoreRevisionResult> {
  const { limits } = dependencies
  const { caller } = calling
  const share = () => shareOf(calling)
  const namespaceId = namespaceOf(caller)
  demandCharacters('name', name, 'name_chars', limits.name_chars)
  const { text } = await dependencies.rulesets.find(namespaceId, { source }, share)
  await dependencies.engine.compile(text, await dependencies.libraryOf(caller), share)
  const put = await dependencies.store.saveNamed({
    namespaceId,
    name,
    ...text,
    parentHash,
    boundBy: caller.label,
    at: dependencies.now(),
    ...page,
    storedBy: storerOf(calling),
    limitBytes: limits.namespace_bytes,
    call,
  })
  if (put.kind === 'parent_unknown') throw unknownParent(parentHash)
  if (put.kind === 'namespace_full') throw namespaceFullRefusal(limits.namespace_bytes, put.actual)
  if (put.kind === 'stored') dependencies.rulesets.remember(namespaceId, text)
  return { text, put }
}

function unknownParent(parentHash: string | null): Refusal {
  return new Refusal(
    'RULESET_NOT_FOUND',
    `\`parent_hash\` ${parentHash} names no ruleset of this namespace. Save or compile the parent first, or leave the field out: what the name points at is the parent then.`,
    {
      failures: [{ field: 'parent_hash', expected: 'the hash of an earlier revision', received: parentHash ?? 'null' }],
      failure_count: 1,
    },
  )
}
