/**
 * One page of the rulesets that match a search of the whole namespace. Rulesets without searchable words under this
 * engine and unit library are outlined first, within a time limit.
 */
import type { ListOrder } from '../../api/terms/ruleset-terms'
import { VERSIONS } from '../../api/terms/versions'
import type { ListedNameVerbs, NewOutline } from '../../database/rulesets/listed-names'
import type { NamedRevision, NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import type { RulesetOutlines } from '../library/ruleset-outlines'
import { type JudgeDependencies, judgeDemands } from '../signing/approval-status'
import { explainOnlyOlderEngines } from '../signing/under-older-engine'
import { type RulesetRow, toRulesetRow } from './opened-ruleset'

export interface ListView {
  /** Words that must all be in the name, summary, hash, rules or claims, in any case. */
  readonly search: string
  /** A level-one id; null for rulesets without one, absent for all. */
  readonly domain?: string | null | undefined
  readonly order: ListOrder
  readonly descending: boolean
  /** From 1. */
  readonly page: number
  readonly limit: number
}

export interface RulesetListPage {
  readonly rows: readonly RulesetRow[]
  /** On all pages. */
  readonly matches: number
  /** In the namespace. */
  readonly total: number
  /** Level-one ids in use. */
  readonly domains: readonly string[]
  /** Rulesets that were searched only by name and hash; ask again soon. */
  readonly unsearched: number
}

export interface RulesetListDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & ListedNameVerbs & NamedRevisionVerbs
  readonly outlines: RulesetOutlines
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
}

export const FIRST_PAGE: ListView = { search: '', order: 'name', descending: false, page: 1, limit: 50 }

/** Rulesets outlined between two looks at the clock. */
const OUTLINED_AT_ONCE = 200
/** The time limit of one call. */
const OUTLINING_LIMIT_MS = 300

export async function listRulesetPage(
  dependencies: RulesetListDependencies,
  caller: Caller,
  view: ListView,
): Promise<RulesetListPage> {
  demandPermission(caller, 'read')
  const { store, now } = dependencies
  const namespaceId = namespaceOf(caller)
  const library = await dependencies.libraryOf(caller)
  const words = view.search.toLowerCase().replaceAll('\0', '').split(/\s+/).filter(Boolean)
  const needsOutlines = words.length > 0 || view.order === 'claims' || view.order === 'assertions'
  const unsearched = needsOutlines ? await outlineMissing(dependencies, namespaceId, library) : 0
  const { order, descending, limit, domain } = view
  const wanted = caller.account.labelingAllowed ? domain : undefined
  const search = { words, order, descending, limit, ...(wanted !== undefined && { domain: wanted }) }
  const page = await store.searchNames(namespaceId, { ...search, offset: (view.page - 1) * limit }, now())
  const named = await store.namedRevisions(namespaceId, page.names, now())
  return {
    rows: await rowsOf(dependencies, caller, named, library),
    matches: page.matches,
    total: await store.countNames(namespaceId),
    domains: caller.account.labelingAllowed ? await store.domainsInUse(namespaceId) : [],
    unsearched,
  }
}

/** @returns how many are left */
async function outlineMissing(
  { store, outlines, now }: RulesetListDependencies,
  namespaceId: string,
  library: LibraryText,
): Promise<number> {
  const madeBy = `${VERSIONS.engine_version} ${library.hash ?? ''}`
  const until = now().getTime() + OUTLINING_LIMIT_MS
  const seen = new Set<string>()
  // Counted once, because it reads every name.
  for (let left = await store.countUnsearchable(namespaceId, madeBy); ; ) {
    if (left <= 0 || now().getTime() >= until) return Math.max(left, 0)
    const unsearchable = await store.unsearchable(namespaceId, madeBy, OUTLINED_AT_ONCE)
    const rulesets = unsearchable.filter(({ hash }) => !seen.has(hash))
    // Others outlined the rest, or its words cannot be stored.
    if (rulesets.length === 0) return unsearchable.length === 0 ? 0 : left
    for (const { hash } of rulesets) seen.add(hash)
    left -= rulesets.length
    const outlined = await outlines.of(namespaceId, rulesets, library)
    await store.storeOutlines(
      namespaceId,
      madeBy,
      [...outlined].map(([hash, { summary, words, counts }]): NewOutline => {
        const text = `${summary} ${words}`.toLowerCase().replaceAll('\0', '')
        return { hash, words: text, claims: counts?.claims ?? null, assertions: counts?.rules ?? null }
      }),
    )
  }
}

async function rowsOf(
  dependencies: RulesetListDependencies,
  caller: Caller,
  names: readonly NamedRevision[],
  library: LibraryText,
): Promise<RulesetRow[]> {
  const namespaceId = namespaceOf(caller)
  const outlined = await dependencies.outlines.of(namespaceId, names, library)
  const hashes = names.filter(({ signed, unsigned }) => signed + unsigned > 0).map(({ hash }) => hash)
  const demands = await judgeDemands(dependencies, caller, hashes)
  const olderEngines = new Map<string, string | null>()
  for (const hash of new Set(hashes)) {
    const { changes } = outlined.get(hash)!
    if (changes.length > 0)
      olderEngines.set(hash, await explainOnlyOlderEngines(dependencies, namespaceId, hash, changes))
  }
  return names.map((named) => {
    const { hash } = named
    const older = olderEngines.get(hash) ?? null
    return toRulesetRow(named, outlined.get(hash)!, caller.account.labelingAllowed, demands(hash), older)
  })
}
