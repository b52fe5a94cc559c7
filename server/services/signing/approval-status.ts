/**
 * The only place that decides whether bytes are approved. With `separateApprover`, the signer must not be an author; if
 * an author is unknown, it takes a signer who never was an administrator, or two signers (decisions/018). With
 * `currentEngine`, an approval under an older engine does not count for bytes that use a change since. Approvals without
 * a signature satisfy no demand.
 */

import { openRecord } from '../../attestation/review-statement'
import type { ApprovalCounts } from '../../database/rulesets/named-revisions'
import type { ApprovalFacts, ApprovalFactVerbs, SignedApproval } from '../../database/signing/approval-facts'
import type { ReviewVerbs } from '../../database/signing/reviews'
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'
import { type Caller, namespaceOf } from '../calls/caller'
import { type Authors, describeAuthorship, findAuthors } from './authors-of-bytes'
import type { ChangesOf } from './under-older-engine'

export type ApprovalState =
  /** A signature counts, and nobody requests changes. */
  | 'approved'
  | 'not_counted'
  /** Without any person's signature. */
  | 'unsigned'
  | 'changes_requested'
  | 'none'

export interface ApprovalStatus {
  readonly state: ApprovalState
  /** Why approvals in force do not count; else null. */
  readonly reason: string | null
}

export interface Demands {
  readonly satisfied: boolean
  /** Null if it is satisfied or unsigned. */
  readonly reason: string | null
  readonly unsignedReason: string
  /** Reasons by record id. */
  readonly uncounted: ReadonlyMap<string, string>
  /** Record ids; empty unless satisfied. */
  readonly counted: readonly string[]
}

export interface Demanded {
  readonly separateApprover: boolean
  /** Engine changes of the bytes; empty if older engines are allowed. */
  readonly changes: readonly EngineChange[]
  readonly engineOf: (recordId: string) => string
}

export function decideApprovalStatus(
  { signed, unsigned, changesRequested }: ApprovalCounts,
  demands: Demands | null,
): ApprovalStatus {
  const counts = demands === null ? signed > 0 : demands.satisfied
  const reason = counts || signed + unsigned === 0 || demands === null ? null : explainUncounted(demands)
  if (changesRequested > 0) return { state: 'changes_requested', reason }
  if (counts) return { state: 'approved', reason: null }
  if (reason !== null) return { state: 'not_counted', reason }
  return { state: unsigned > 0 ? 'unsigned' : 'none', reason: null }
}

export function explainUncounted({ reason, unsignedReason }: Demands): string {
  return reason ?? unsignedReason
}

export function judgeFacts(facts: ApprovalFacts, { separateApprover, changes, engineOf }: Demanded): Demands {
  const authors: Authors = separateApprover ? findAuthors(facts) : NO_AUTHORS
  const others = facts.signed.filter(({ personId }) => !authors.people.has(personId))
  const current = others.filter(({ recordId }) => !isOlder(changes, engineOf, recordId))
  const uncounted = new Map<string, string>()
  for (const { recordId, printedName, personId } of facts.signed) {
    const authorship = authors.people.get(personId)
    if (authorship !== undefined)
      uncounted.set(recordId, `Signed by ${printedName}, who also ${describeAuthorship(authorship)}.`)
    else if (isOlder(changes, engineOf, recordId))
      uncounted.set(recordId, describeOlderSignature(printedName, engineOf(recordId)))
  }
  const satisfied = areEnough(current, authors)
  if (!satisfied && authors.unknown !== null)
    for (const { recordId, printedName } of current)
      uncounted.set(recordId, explainNotAlone(printedName, authors.unknown))
  return {
    satisfied,
    reason:
      satisfied || uncounted.size === 0
        ? null
        : [...new Set(uncounted.values()), neededApproval(authors, others, current)].join(' '),
    unsignedReason: separateApprover ? ONLY_UNSIGNED : UNSIGNED_ENGINE,
    uncounted,
    counted: satisfied ? facts.signed.map(({ recordId }) => recordId).filter((id) => !uncounted.has(id)) : [],
  }
}

export interface JudgeDependencies {
  readonly store: ApprovalFactVerbs & Pick<ReviewVerbs, 'listReviews'>
  readonly changesOf: ChangesOf
  readonly now: () => Date
}

/**
 * Returns null for a hash without demands.
 * @param hashes those with an approval in force
 * @throws Refusal ENGINE_BUSY
 */
export async function judgeDemands(
  { store, changesOf, now }: JudgeDependencies,
  caller: Caller,
  hashes: readonly string[],
): Promise<(hash: string) => Demands | null> {
  const { separateApprover, currentEngine } = caller.account
  if (!separateApprover && !currentEngine) return () => null
  const namespaceId = namespaceOf(caller)
  const distinct = [...new Set(hashes)]
  const changes = currentEngine ? await changesOf(caller, distinct) : () => []
  const judged = new Set(separateApprover ? distinct : distinct.filter((hash) => changes(hash).length > 0))
  const facts = await store.approvalFacts(namespaceId, [...judged], now())
  const engines = new Map<string, string>()
  // Read after the facts, so that it includes their records.
  for (const hash of judged)
    if (changes(hash).length > 0)
      for (const review of await store.listReviews(namespaceId, hash))
        engines.set(review.id, openRecord(review).statement.versions.engineVersion)
  const engineOf = (recordId: string) => {
    const engine = engines.get(recordId)
    if (engine === undefined) throw new Error(`the engine of the record ${recordId} was not read`)
    return engine
  }
  return (hash) => {
    if (!judged.has(hash)) return null
    const known = facts.get(hash) ?? NO_FACTS
    return judgeFacts(known, { separateApprover, changes: changes(hash), engineOf })
  }
}

const NO_FACTS: ApprovalFacts = {
  stored: { personId: null, credentialId: null, channel: null, credentialLabel: null, issuedById: null },
  bindings: [],
  signed: [],
}
const NO_AUTHORS: Authors = { people: new Map(), unknown: null }

function isOlder(changes: readonly EngineChange[], engineOf: Demanded['engineOf'], recordId: string): boolean {
  return changes.length > 0 && changesSince(changes, engineOf(recordId)).length > 0
}

function areEnough(others: readonly SignedApproval[], { unknown }: Authors): boolean {
  if (unknown === null) return others.length > 0
  return (
    others.some(({ everAdministrator }) => !everAdministrator) ||
    new Set(others.map(({ personId }) => personId)).size > 1
  )
}

/** @param others signers who are not authors; `current` are those with a current engine */
function neededApproval(
  { unknown }: Authors,
  others: readonly SignedApproval[],
  current: readonly SignedApproval[],
): string {
  if (unknown === null) return others.length > 0 ? NEW_APPROVAL : ANOTHER_REVIEWER
  return current.length === 0 ? OUTSIDER_OR_TWO : OUTSIDER_OR_SECOND
}

const NEW_APPROVAL = 'This namespace demands a new approval.'
const ANOTHER_REVIEWER = 'The approval of another reviewer is needed.'
const OUTSIDER_OR_TWO =
  'The approval of a reviewer who never was an administrator of this namespace is needed, or those of two other reviewers.'
const OUTSIDER_OR_SECOND =
  'The approval of a reviewer who never was an administrator of this namespace is needed, or that of a second reviewer.'
const ONLY_UNSIGNED =
  'Approved without a person’s signature. This namespace counts the signature of a reviewer who is not an author.'

function explainNotAlone(printedName: string, unknown: NonNullable<Authors['unknown']>): string {
  return `Signed by ${printedName}, who is or was an administrator of this namespace, and it is not known which person ${describeAuthorship(unknown)}.`
}

const UNSIGNED_ENGINE =
  'Approved without a person’s signature, so it is not recorded under which engine. This namespace demands a signature under an engine that gives the same results.'

function describeOlderSignature(printedName: string, engineVersion: string): string {
  return `Signed by ${printedName} under engine ${engineVersion}, which can give other results than the engine of today.`
}
