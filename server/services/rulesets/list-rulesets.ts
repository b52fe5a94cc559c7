/**
 * GET /v1/rulesets. A page costs the same for few and many names. It begins after a name, so that concurrent changes
 * neither skip nor repeat one. The complete list is sent while it is read.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { canonicalAround, canonicalJson, canonicalObject } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/terms/versions'
import type { ListedName, NamesPage, NameVerbs } from '../../database/rulesets/names'
import type { RequestOf, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutline } from '../engine-pool/outline-ruleset'
import type { RulesetOutlines } from '../library/ruleset-outlines'
import { streamList } from './streamed-list'

export interface ListDependencies {
  readonly store: Pick<NameVerbs, 'pageOfNames'>
  readonly outlines: RulesetOutlines
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
  readonly now: () => Date
}

/** Read at a time for the complete list; more would block the event loop. */
const NAMES_AT_ONCE = 1_000
/** Rows written before other tasks run. */
const ROWS_AT_ONCE = 500
/** Limits a page, in UTF-8, unless one row is longer. */
const MAX_PAGE_BYTES = 250_000

/** @throws Refusal BAD_REQUEST, ENGINE_BUSY */
export async function listRulesets(
  dependencies: ListDependencies,
  caller: Caller,
  { limit, after }: RequestOf<'listRulesets'>,
): Promise<Success> {
  const members = { ok: 'true', namespace: canonicalJson(namespaceOf(caller)), versions: canonicalJson(VERSIONS) }
  if (limit === undefined) {
    demandNoAfter(after)
    return streamList(canonicalAround(members, 'rulesets'), allRows(dependencies, caller))
  }
  const { rows, next } = await pageOfRows(dependencies, caller, { after: after ?? null, limit })
  return { body: canonicalObject({ ...members, rulesets: `[${rows.join(',')}]`, next: canonicalJson(next) }) }
}

/** @throws Refusal BAD_REQUEST */
export function demandNoAfter(after: string | undefined): void {
  if (after !== undefined)
    throw new Refusal('BAD_REQUEST', 'The request has after and no limit. Send limit too, or leave after out.')
}

async function pageOfRows(dependencies: ListDependencies, caller: Caller, { after, limit }: NamesPage) {
  // One more shows whether there is another page.
  const read = await rowsOf(dependencies, caller, { after, limit: limit + 1 })
  const rows: string[] = []
  let bytes = 0
  for (const { text } of read.slice(0, limit)) {
    bytes += Buffer.byteLength(text)
    if (rows.length > 0 && bytes > MAX_PAGE_BYTES) break
    rows.push(text)
  }
  return { rows, next: rows.length < read.length ? read[rows.length - 1]!.name : null }
}

async function* allRows(dependencies: ListDependencies, caller: Caller): AsyncGenerator<readonly string[]> {
  let after: string | null = null
  for (let full = true; full; ) {
    const read: readonly Row[] = await rowsOf(dependencies, caller, { after, limit: NAMES_AT_ONCE })
    full = read.length === NAMES_AT_ONCE
    after = read.at(-1)?.name ?? after
    yield read.map(({ text }) => text)
  }
}

interface Row {
  readonly name: string
  /** Canonical JSON. */
  readonly text: string
}

async function rowsOf(dependencies: ListDependencies, caller: Caller, page: NamesPage): Promise<readonly Row[]> {
  const namespaceId = namespaceOf(caller)
  const names = await dependencies.store.pageOfNames(namespaceId, page, dependencies.now())
  const outlines = await dependencies.outlines.of(namespaceId, names, await dependencies.libraryOf(caller))
  const rows: Row[] = []
  for (const [index, name] of names.entries()) {
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await yieldToOthers()
    rows.push({ name: name.name, text: rowJson(name, outlines.get(name.hash)!) })
  }
  return rows
}

function rowJson(name: ListedName, { summary, counts }: RulesetOutline): string {
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
