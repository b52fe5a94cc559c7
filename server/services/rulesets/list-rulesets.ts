/**
 * GET /v1/rulesets: every name of the namespace.
 *
 * Promises: a ruleset that no longer compiles is still listed; one list needs a fixed number of
 * database queries once its rulesets were outlined, and never holds the event loop for more than a few milliseconds.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { VERSIONS } from '../../api/versions'
import type { ListedName, NameVerbs } from '../../database/rulesets/names'
import { type Caller, namespaceOf } from '../access/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { Success } from '../service'
import type { RulesetOutlines } from './ruleset-outlines'

export interface ListDependencies {
  readonly store: Pick<NameVerbs, 'listNames'>
  readonly outlines: RulesetOutlines
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly now: () => Date
}

/** Rows written before other tasks run. */
const ROWS_AT_ONCE = 500

/** @throws Refusal ENGINE_BUSY */
export async function listRulesets(dependencies: ListDependencies, caller: Caller): Promise<Success> {
  const namespaceId = namespaceOf(caller)
  const names = await dependencies.store.listNames(namespaceId, dependencies.now())
  const outlines = await dependencies.outlines.of(namespaceId, names, await dependencies.libraryOf(caller))
  const rows: string[] = []
  for (const [index, name] of names.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers()
    rows.push(row(name, outlines.get(name.hash)!))
  }
  return {
    body: canonicalObject({
      ok: 'true',
      namespace: canonicalJson(namespaceId),
      rulesets: `[${rows.join(',')}]`,
      versions: canonicalJson(VERSIONS),
    }),
  }
}

function row(name: ListedName, { summary, counts }: RulesetOutline): string {
  return canonicalJson({
    name: name.name,
    ruleset_hash: name.hash,
    summary,
    bound_at: name.boundAt.toISOString(),
    claim_count: counts?.claims ?? null,
    rule_count: counts?.rules ?? null,
    revision_depth: name.revisionDepth,
    approval_count: name.approvalCount,
    compiles: counts !== null,
  })
}
