/**
 * GET /v1/rulesets: every name of the namespace.
 *
 * Promises: a ruleset that no longer compiles is still listed; one list asks the database a fixed number of questions
 * once its rulesets were outlined, and never holds the event loop for more than a few milliseconds.
 */
import { setImmediate as breathe } from 'node:timers/promises'
import { canonicalJson, canonicalObject } from '../../api/canonical-json'
import { VERSIONS } from '../../api/versions'
import type { ListedName, NameVerbs } from '../../database/rulesets/names'
import type { Caller } from '../access/caller'
import { namespaceOf } from '../access/namespace-of'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { Success } from '../service'
import type { RulesetOutlines } from './ruleset-outlines'

export interface ListParts {
  readonly store: Pick<NameVerbs, 'listNames'>
  readonly outlines: RulesetOutlines
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly now: () => Date
}

/** Rows written before others get their turn. */
const ROWS_AT_ONCE = 500

/** @throws Refusal ENGINE_BUSY */
export async function listRulesets(parts: ListParts, caller: Caller): Promise<Success> {
  const namespaceId = namespaceOf(caller)
  const names = await parts.store.listNames(namespaceId, parts.now())
  const outlines = await parts.outlines.of(namespaceId, names, await parts.libraryOf(caller))
  const rows: string[] = []
  for (const [place, name] of names.entries()) {
    if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await breathe()
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
