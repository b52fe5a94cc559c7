/**
 * POST /v1/rulesets: stores a revision and binds a name to it.
 *
 * Promises: a source that does not compile stores nothing; bytes and name are stored in one transaction. The parent is
 * fixed when the bytes are first stored: the one given, else what the name pointed at; saving old bytes again only moves
 * the name (service.md, "Bodies not shown").
 */
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/versions'
import type { NamedSaveResult, NameVerbs } from '../../database/rulesets/names'
import type { Caller } from '../access/caller'
import { demandCharacters } from '../access/character-budget'
import { namespaceFull } from '../access/namespace-full'
import { namespaceOf } from '../access/namespace-of'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import type { RequestOf, Success } from '../service'
import type { Labels } from './labels'
import type { RulesetLibrary } from './ruleset-library'
import { type Calling, storerOf } from './storer-of'

export interface SaveParts {
  readonly store: Pick<NameVerbs, 'saveNamed'>
  readonly engine: EngineDispatch
  readonly rulesets: RulesetLibrary
  readonly labels: Labels
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly limits: { readonly name_chars: number; readonly namespace_bytes: number }
  readonly now: () => Date
}

/** What a page says beside what a program says. */
export interface PageSave {
  /** What the author took the name to point at; null for a free name. */
  readonly expected: string | null
  readonly message: string | null
}

export interface KeptRevision {
  readonly text: RulesetText
  /** `moved`: the name points elsewhere than was expected, and nothing was stored. */
  readonly put: Extract<NamedSaveResult, { kind: 'stored' | 'moved' }>
}

/** @throws Refusal COMPILE_FAILED, RULESET_NOT_FOUND for an unknown parent, BUDGET_EXCEEDED */
export async function saveRuleset(
  parts: SaveParts,
  calling: Calling,
  request: RequestOf<'saveRuleset'>,
): Promise<Success> {
  const { text, put } = await keepRevision(parts, calling, request)
  if (put.kind === 'moved') throw new Error('a save that expects nothing was told that its name moved')
  return {
    body: canonicalObject({
      ok: 'true',
      name: canonicalJson(request.name),
      ruleset_hash: canonicalJson(text.hash),
      parent_hash: canonicalJson(put.parentHash),
      created: canonicalJson(put.created),
      label: await parts.labels.keep(calling.caller, text.hash, request.label),
      versions: canonicalJson(VERSIONS),
    }),
  }
}

/** The one way in which a named revision comes to be stored. @throws as {@link saveRuleset} */
export async function keepRevision(
  parts: SaveParts,
  calling: Calling,
  { name, source, parent_hash: parentHash = null }: Omit<RequestOf<'saveRuleset'>, 'label'>,
  page?: PageSave,
): Promise<KeptRevision> {
  const { limits } = parts
  const { caller } = calling
  const namespaceId = namespaceOf(caller)
  demandCharacters('name', name, 'name_chars', limits.name_chars)
  const { text } = await parts.rulesets.find(namespaceId, { source })
  await parts.engine.compile(text, await parts.libraryOf(caller))
  const put = await parts.store.saveNamed({
    ...{ namespaceId, name, ...text, parentHash, boundBy: caller.label, at: parts.now(), ...page },
    storedBy: storerOf(calling),
    limitBytes: limits.namespace_bytes,
  })
  if (put.kind === 'parent_unknown') throw unknownParent(parentHash)
  if (put.kind === 'namespace_full') throw namespaceFull(limits.namespace_bytes, put.actual)
  if (put.kind === 'stored') parts.rulesets.remember(namespaceId, text)
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
