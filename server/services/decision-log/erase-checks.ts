/**
 * Erasing removes the key and the encrypted claims of logged checks, and the hashes by which they are found. Statements
 * stay, so every receipt still verifies. The log of the namespace records who erased how many, without any value.
 */
import { Refusal } from '../../api/refusal'
import type { DecisionVerbs } from '../../database/signing/decision-entries'
import type { DecisionFilter, StoredDecision } from '../../database/signing/read-decisions'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { claimsOf, openClaims } from './sealed-claims'
import { holdsValue, marksOf, readSoughtValue, type SoughtValue } from './sought-value'

export type ErasureRequest =
  | { readonly checkIds: readonly string[] }
  /** Every check with the value at the path, whether it is stored as it is or as a hash. */
  | { readonly claim: string; readonly value: string }

export interface Erasure {
  /** Checks whose values were removed. */
  readonly erased: number
  /** Checks that were looked at: those that had values, or those that were named. */
  readonly searched: number
}

export interface ErasureDependencies {
  readonly store: Pick<DecisionVerbs, 'findClaimKey' | 'listDecisions' | 'eraseDecisions'>
  readonly now: () => Date
}

export const MAX_ERASED_AT_ONCE = 1_000
const PAGE_ENTRIES = 500

/** @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST for a path that no claim has, and for too many ids */
export async function eraseChecks(
  { store, now }: ErasureDependencies,
  caller: Caller,
  request: ErasureRequest,
): Promise<Erasure> {
  demandPermission(caller, 'erase_checks')
  const namespaceId = namespaceOf(caller)
  const isByClaim = 'claim' in request
  const { ids, searched } = isByClaim
    ? await findByValue(store, namespaceId, readSoughtValue(request.claim, request.value))
    : { ids: request.checkIds, searched: request.checkIds.length }
  if (!isByClaim && ids.length > MAX_ERASED_AT_ONCE)
    throw new Refusal('BAD_REQUEST', `At most ${MAX_ERASED_AT_ONCE} checks are erased at once, not ${ids.length}.`)
  const by = isByClaim ? { by: 'claim', claim: request.claim } : { by: 'check' }
  let erased = 0
  for (let from = 0; from < ids.length; from += MAX_ERASED_AT_ONCE) {
    const part = ids.slice(from, from + MAX_ERASED_AT_ONCE)
    erased += await store.eraseDecisions(namespaceId, part, now(), (count) => ({
      ...{ kind: 'checks_erased', actor: caller.label, details: { count, ...by } },
    }))
  }
  return { erased, searched }
}

type Store = ErasureDependencies['store']

/** Opens every check that has values, because a rule may have kept the claim when it was recorded. */
async function findByValue(store: Store, namespaceId: string, sought: SoughtValue) {
  const claimKey = await store.findClaimKey(namespaceId)
  if (claimKey === null) return { ids: [], searched: 0 }
  const ids = new Set<string>()
  let searched = 0
  for await (const { id, key, sealed } of entriesWithValues(store, namespaceId, null)) {
    searched++
    const document = key === null || sealed === null ? null : openClaims(sealed, id, key)
    if (document !== null && holdsValue(claimsOf(document), sought)) ids.add(id)
  }
  for await (const { id } of entriesWithValues(store, namespaceId, marksOf(sought, claimKey))) ids.add(id)
  return { ids: [...ids], searched }
}

async function* entriesWithValues(
  store: Store,
  namespaceId: string,
  marks: DecisionFilter['marks'],
): AsyncGenerator<StoredDecision> {
  const filter = { rulesetHash: null, from: null, to: null, marks, isErased: false }
  for (let before: bigint | null = null, full = true; full; ) {
    const page: readonly StoredDecision[] = await store.listDecisions(namespaceId, filter, before, PAGE_ENTRIES)
    full = page.length === PAGE_ENTRIES
    before = page.at(-1)?.index ?? null
    yield* page
  }
}
