/**
 * Erasing removes the key and the encrypted claims of logged checks, and the hashes by which they are found. Statements
 * stay, so every receipt still verifies. The log of the namespace records who erased how many, without any value.
 */
import { Refusal } from '../../api/refusal'
import type { DecisionVerbs } from '../../database/signing/decision-entries'
import type { StoredDecision } from '../../database/signing/read-decisions'
import { canonicalText } from '../../language/numeric/lossless-json'
import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import { claimsOf, HASH_MEMBER, markOf, openClaims, writtenForms } from './sealed-claims'

export type ErasureRequest =
  | { readonly checkIds: readonly string[] }
  /** Every check whose claim has the value, whether it is stored as it is or as a hash. */
  | { readonly claim: string; readonly value: string }

export interface ErasureDependencies {
  readonly store: Pick<DecisionVerbs, 'findClaimKey' | 'listDecisions' | 'eraseDecisions'>
  readonly now: () => Date
}

export const MAX_ERASED_AT_ONCE = 1_000
const PAGE_ENTRIES = 500

export async function eraseChecks(
  { store, now }: ErasureDependencies,
  caller: Caller,
  request: ErasureRequest,
): Promise<number> {
  demandPermission(caller, 'erase_checks')
  const namespaceId = namespaceOf(caller)
  const isByClaim = 'claim' in request
  const ids = isByClaim ? await findByClaim(store, namespaceId, request) : request.checkIds
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
  return erased
}

/** Opens every check that has values, because a rule may have kept the claim when it was recorded. */
async function findByClaim(
  store: ErasureDependencies['store'],
  namespaceId: string,
  { claim, value }: { readonly claim: string; readonly value: string },
): Promise<readonly string[]> {
  const claimKey = await store.findClaimKey(namespaceId)
  if (claimKey === null) return []
  const forms = writtenForms(value)
  const wanted = new Set([
    ...forms,
    ...forms.map((form) => canonicalText({ [HASH_MEMBER]: markOf(claimKey, claim, form) })),
  ])
  const isWanted = ({ id, key, sealed }: StoredDecision) => {
    const document = key === null || sealed === null ? null : openClaims(sealed, id, key)
    const found = document === null ? undefined : claimsOf(document)[claim]
    return found !== undefined && wanted.has(canonicalText(found))
  }
  const filter = { rulesetHash: null, from: null, to: null, marks: null, isErased: false }
  const ids: string[] = []
  for (let before: bigint | null = null, full = true; full; ) {
    const page: readonly StoredDecision[] = await store.listDecisions(namespaceId, filter, before, PAGE_ENTRIES)
    full = page.length === PAGE_ENTRIES
    before = page.at(-1)?.index ?? null
    for (const entry of page) if (isWanted(entry)) ids.push(entry.id)
  }
  return ids
}
