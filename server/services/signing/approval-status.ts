/**
 * Whether exact bytes are approved: the one place that decides it, for the list, the history, the page of the signatures,
 * guardrails and the base of comparisons.
 *
 * Promises: pure, and computed from what is stored whenever it is read, whatever came first. Where a namespace demands
 * another approver (`separateApprover`), bytes are approved by a signature of a person who is no author of them; where an
 * author is unknown, by a signer who never was an administrator, or by two signers (decisions/018). Where it demands an
 * engine that gives the same results (`currentEngine`), an approval under an older one does not count for bytes that use
 * what has changed since. Approvals without a signature never satisfy a demand: neither signer nor engine is recorded.
 */

import { openRecord } from '../../attestation/review-statement'
import type { ApprovalCounts } from '../../database/rulesets/named-revisions'
import type { ApprovalFacts, ApprovalFactVerbs, SignedApproval } from '../../database/signing/approval-facts'
import type { ReviewVerbs } from '../../database/signing/reviews'
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'
import { type Caller, namespaceOf } from '../access/caller'
import { type Authors, authorshipWords, authorsOfBytes } from './authors-of-bytes'
import type { ChangesOf } from './under-older-engine'

export type ApprovalState =
  /** At least one signature counts, and no request for changes is open. */
  | 'approved'
  /** Approvals are in force, and none of them counts in this namespace. */
  | 'not_counted'
  /** Only credentials or agents recorded approvals. */
  | 'unsigned'
  | 'changes_requested'
  | 'none'

export interface ApprovalStatus {
  readonly state: ApprovalState
  /** Why approvals that are in force do not count, in words for people; null where they do, and where there is none. */
  readonly reason: string | null
}

/** How the demands of a namespace on the approvals of some bytes are met. */
export interface Demands {
  readonly satisfied: boolean
  /** Why not; null where it is satisfied or there is no signature. */
  readonly reason: string | null
  /** Why approvals without a signature do not count. */
  readonly unsignedReason: string
  /** Why a signature does not count, by the id of its record. */
  readonly uncounted: ReadonlyMap<string, string>
  /** Ids of the records whose signatures count; empty where the demands are not satisfied. */
  readonly counted: readonly string[]
}

/** What a namespace demands of the approvals of some bytes. */
export interface Demanded {
  readonly separateApprover: boolean
  /** What of the bytes engines changed, where an approval under an older engine does not count; empty otherwise. */
  readonly changes: readonly EngineChange[]
  /** The engine version of a signed record; called where there are changes. */
  readonly engineOf: (recordId: string) => string
}

/** @param demands null where the namespace demands nothing of them */
export function approvalStatus(
  { signed, unsigned, changesRequested }: ApprovalCounts,
  demands: Demands | null,
): ApprovalStatus {
  const counts = demands === null ? signed > 0 : demands.satisfied
  const reason = counts || signed + unsigned === 0 || demands === null ? null : uncountedReason(demands)
  // A request for changes comes before approvals of others.
  if (changesRequested > 0) return { state: 'changes_requested', reason }
  if (counts) return { state: 'approved', reason: null }
  if (reason !== null) return { state: 'not_counted', reason }
  return { state: unsigned > 0 ? 'unsigned' : 'none', reason: null }
}

/** Why approvals in force do not count, where none of them does. */
export function uncountedReason({ reason, unsignedReason }: Demands): string {
  return reason ?? unsignedReason
}

export function demandsOf(facts: ApprovalFacts, { separateApprover, changes, engineOf }: Demanded): Demands {
  const authors: Authors = separateApprover ? authorsOfBytes(facts) : NO_AUTHORS
  const others = facts.signed.filter(({ personId }) => !authors.people.has(personId))
  const current = others.filter(({ recordId }) => !isOlder(changes, engineOf, recordId))
  const uncounted = new Map<string, string>()
  for (const { recordId, printedName, personId } of facts.signed) {
    const authorship = authors.people.get(personId)
    if (authorship !== undefined)
      uncounted.set(recordId, `Signed by ${printedName}, who also ${authorshipWords(authorship)}.`)
    else if (isOlder(changes, engineOf, recordId)) uncounted.set(recordId, underOlder(printedName, engineOf(recordId)))
  }
  const satisfied = areEnough(current, authors)
  if (!satisfied && authors.unknown !== null)
    for (const { recordId, printedName } of current) uncounted.set(recordId, notAlone(printedName, authors.unknown))
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
 * How the demands of the caller's namespace are met, of each of the hashes; null where it demands nothing of them.
 *
 * @param hashes those that have an approval in force; others need no question to the store
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
  // After the facts, so that every record of theirs is among them.
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
    return demandsOf(known, { separateApprover, changes: changes(hash), engineOf })
  }
}

/** Of bytes that are not stored here: no person stored, bound or signed them. */
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

/** @param others signers who are no authors; `current` are those of them whose engine gives the same results */
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

function notAlone(printedName: string, unknown: NonNullable<Authors['unknown']>): string {
  return `Signed by ${printedName}, who is or was an administrator of this namespace, and it is not known which person ${authorshipWords(unknown)}.`
}

const UNSIGNED_ENGINE =
  'Approved without a person’s signature, so it is not recorded under which engine. This namespace demands a signature under an engine that gives the same results.'

function underOlder(printedName: string, engineVersion: string): string {
  return `Signed by ${printedName} under engine ${engineVersion}, which can give other results than the engine of today.`
}
