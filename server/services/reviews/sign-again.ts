/**
 * Offers to give an approval again in one step. The signature itself is the ordinary ceremony (services/signing), so
 * every demand of the namespace applies.
 */
import { Refusal } from '../../api/refusal'
import { openRecord } from '../../attestation/review-statement'
import type { ReviewFactVerbs } from '../../database/reviews/review-facts'
import type { ReviewVerbs, StoredReview } from '../../database/signing/reviews'
import { demandReading } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { BUILT_IN_HASH } from '../library/unit-libraries'
import { readSigningRights } from '../signing/may-sign'
import type { ComparisonDependencies } from '../signing/shown-comparison'
import { explainOlderEngine } from '../signing/under-older-engine'
import { type NameStatusDependencies, readNameStatus } from './name-status'

export interface SignAgainOffer {
  /** The newest revision. */
  readonly hash: string
  /** The caller's approval whose meaning is proved equal. */
  readonly given: { readonly recordId: string; readonly revision: number; readonly signedAt: string }
}

export interface SignAgainDependencies extends Omit<ComparisonDependencies, 'store'>, NameStatusDependencies {
  readonly store: ComparisonDependencies['store'] &
    NameStatusDependencies['store'] &
    ReviewFactVerbs &
    Parameters<typeof readSigningRights>[0]['store'] &
    Pick<ReviewVerbs, 'listReviews'>
}

/** Revisions that are compared, latest first. */
const MAX_COMPARED_REVISIONS = 5

/**
 * May take seconds. Null if the caller has no approval of a revision with the same meaning, may not approve, or has
 * signed the newest revision, or if anybody requests changes of it.
 * @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY
 */
export async function offerToSignAgain(
  dependencies: SignAgainDependencies,
  caller: Caller,
  name: string,
): Promise<SignAgainOffer | null> {
  demandReading(caller, 'read')
  const { store } = dependencies
  const namespaceId = namespaceOf(caller)
  const { newest, approval } = await readNameStatus(dependencies, caller, name)
  const { hash } = newest
  if (caller.person === null || approval.state === 'changes_requested') return null
  if (!(await readSigningRights(dependencies, caller, hash, true)).approve) return null
  if ((await store.listReviews(namespaceId, hash)).some(({ personId }) => personId === caller.person?.id)) return null
  const revisions = await store.numberedRevisions(namespaceId, name)
  for (const revision of revisions
    .filter((each) => each.hash !== hash)
    .reverse()
    .slice(0, MAX_COMPARED_REVISIONS)) {
    const given = await findOwnApproval(dependencies, caller, revision.hash)
    if (given === null) continue
    if (!(await hasSameMeaning(dependencies, caller, revision.hash, hash))) continue
    const { id: recordId, signedAt } = given
    return { hash, given: { recordId, revision: revision.number, signedAt: signedAt.toISOString() } }
  }
  return null
}

/**
 * Finds the person's own approval that is in force and was given under today's unit library and an engine with the
 * same results.
 */
async function findOwnApproval(
  { store, changesOf, now }: SignAgainDependencies,
  caller: Caller,
  hash: string,
): Promise<StoredReview | null> {
  const own = (await store.listReviews(namespaceOf(caller), hash)).filter(
    ({ personId }) => personId === caller.person?.id,
  )
  const last = own.at(-1)
  if (last === undefined || last.meaning !== 'approved' || last.withdrawal !== null) return null
  if (last.expiresAt !== null && last.expiresAt <= now()) return null
  const { unitLibrarySha256, versions } = openRecord(last).statement
  if (unitLibrarySha256 !== (caller.account.unitLibraryHash ?? BUILT_IN_HASH)) return null
  const changes = (await changesOf(caller, [hash]))(hash)
  return explainOlderEngine(changes, versions.engineVersion) === null ? last : null
}

async function hasSameMeaning(
  { rulesets, libraryOf, comparisons }: SignAgainDependencies,
  caller: Caller,
  from: string,
  to: string,
): Promise<boolean> {
  const namespaceId = namespaceOf(caller)
  const library = await libraryOf(caller)
  const [before, after] = [await rulesets.findStored(namespaceId, from), await rulesets.findStored(namespaceId, to)]
  try {
    const { same_meaning } = await comparisons.between(
      caller,
      { ruleset: before, library },
      { ruleset: after, library },
    )
    return same_meaning === 'true'
  } catch (error) {
    if (error instanceof Refusal && ['COMPILE_FAILED', 'BUDGET_EXCEEDED'].includes(error.code)) return false
    throw error
  }
}
