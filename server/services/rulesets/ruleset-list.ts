/**
 * One page of the rulesets that match a search of the whole namespace. Rulesets without searchable words under this
 * engine and unit library are outlined first, within a time limit.
 */
import type { ReviewState } from '../../api/terms/review-terms'
import type { ListOrder } from '../../api/terms/ruleset-terms'
import type { ReviewFactVerbs } from '../../database/reviews/review-facts'
import type { ListedNameVerbs } from '../../database/rulesets/listed-names'
import type { NamedRevision, NamedRevisionVerbs } from '../../database/rulesets/named-revisions'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { LibraryText } from '../engine-pool/engine-job'
import { type NowInForceDependencies, readNowInForce } from '../in-force/now-in-force'
import type { RulesetOutlines } from '../library/ruleset-outlines'
import { judgeDemands } from '../signing/approval-status'
import { explainOnlyOlderEngines } from '../signing/under-older-engine'
import { type RulesetRow, toRulesetRow } from './opened-ruleset'
import { outlineMissing } from './outline-missing'

export interface ListView {
  /** Words that must all be in the name, summary, hash, rules or claims, in any case. */
  readonly search: string
  /** A level-one id; null for rulesets without one, absent for all. */
  readonly domain?: string | null | undefined
  /** Only archived rulesets instead of only listed ones. */
  readonly archived: boolean
  /** Absent for all. */
  readonly state?: ReviewState | undefined
  /** A person whom the open review asks, by name or as any reviewer. Absent for all. */
  readonly askedId?: string | undefined
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
  /** In the namespace, without archived ones. */
  readonly total: number
  readonly archived: number
  /** Level-one ids in use. */
  readonly domains: readonly string[]
  /** Rulesets that were searched only by name and hash; ask again soon. */
  readonly unsearched: number
}

export interface RulesetListDependencies extends NowInForceDependencies {
  readonly store: NowInForceDependencies['store'] &
    ListedNameVerbs &
    NamedRevisionVerbs &
    Pick<ReviewFactVerbs, 'openReviewsOf'>
  readonly outlines: RulesetOutlines
  readonly libraryOf: (caller: Caller) => LibraryText | Promise<LibraryText>
}

export const FIRST_PAGE: ListView = {
  ...{ search: '', archived: false, order: 'name' },
  ...{ descending: false, page: 1, limit: 50 },
}

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
  const { archived, order, descending, limit, domain, state, askedId } = view
  const wanted = caller.account.labelingAllowed ? domain : undefined
  const needsState = state !== undefined || order === 'state'
  const search = {
    ...{ words, archived, order, descending, limit },
    ...(wanted !== undefined && { domain: wanted }),
    ...(state !== undefined && { state }),
    ...(askedId !== undefined && { askedId }),
    uncounted: needsState ? await findUncounted(dependencies, caller) : [],
  }
  const page = await store.searchNames(namespaceId, { ...search, offset: (view.page - 1) * limit }, now())
  const named = await store.namedRevisions(namespaceId, page.names, now())
  const counted = await store.countNames(namespaceId)
  return {
    rows: await rowsOf(dependencies, caller, named, library),
    matches: page.matches,
    total: counted.listed,
    archived: counted.archived,
    domains: caller.account.labelingAllowed ? await store.domainsInUse(namespaceId) : [],
    unsearched,
  }
}

/** Approved hashes that the rules of the namespace do not count. */
async function findUncounted(dependencies: RulesetListDependencies, caller: Caller): Promise<readonly string[]> {
  const hashes = await dependencies.store.approvedHashes(namespaceOf(caller), dependencies.now())
  const demands = await judgeDemands(dependencies, caller, hashes)
  return hashes.filter((hash) => demands(hash)?.satisfied === false)
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
  const listed = names.map(({ name }) => name)
  const inForce = await readNowInForce(dependencies, caller, listed)
  const open = await dependencies.store.openReviewsOf(namespaceId, listed)
  const openReviews = new Map(open.map((review) => [review.name, review]))
  return names.map((named) => {
    const { hash, name } = named
    const older = olderEngines.get(hash) ?? null
    const shown = { inForce: inForce.get(name) ?? null, review: openReviews.get(name) ?? null }
    return toRulesetRow(named, outlined.get(hash)!, caller.account.labelingAllowed, demands(hash), older, shown)
  })
}
