/**
 * Whether exact bytes are approved: the one place that decides it, for the list, the history, the page of the signatures,
 * guardrails and the base of comparisons.
 *
 * Promises: pure, and computed from what is stored whenever it is read, whatever came first. Where a namespace demands
 * another approver (`separateApprover`), bytes are approved by a signature of a person who is no author of them; where an
 * author is unknown, by a signer who never was an administrator, or by two signers. Approvals without a signature satisfy
 * that demand never (decisions/018).
 */
import type { ApprovalFacts, ApprovalFactVerbs, SignedApproval } from '../../store/approval-facts'
import type { Standing } from '../../store/named-revisions'
import type { Caller } from '../caller'
import { namespaceOf } from '../namespace-of'
import { type Authors, authorshipWords, authorsOfBytes } from './authors-of-bytes'

export type ApprovalState =
  /** At least one signature counts, and nobody asks for changes. */
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

/** How a demand for another approver is met. */
export interface FourEyes {
  readonly satisfied: boolean
  /** Why not; null where it is satisfied or nobody signed. */
  readonly reason: string | null
  /** Why a signature does not count, by the id of its record. */
  readonly uncounted: ReadonlyMap<string, string>
}

/** @param fourEyes null where the namespace demands no other approver */
export function approvalStatus(
  { signed, unsigned, changesRequested }: Standing,
  fourEyes: FourEyes | null,
): ApprovalStatus {
  const counts = fourEyes === null ? signed > 0 : fourEyes.satisfied
  const reason = counts || signed + unsigned === 0 || fourEyes === null ? null : uncountedReason(fourEyes)
  // A request for changes is heard before approvals of others.
  if (changesRequested > 0) return { state: 'changes_requested', reason }
  if (counts) return { state: 'approved', reason: null }
  if (reason !== null) return { state: 'not_counted', reason }
  return { state: unsigned > 0 ? 'unsigned' : 'none', reason: null }
}

/** Why approvals in force do not count, where none of them does. */
export function uncountedReason({ reason }: FourEyes): string {
  return reason ?? ONLY_UNSIGNED
}

export function fourEyesOf(facts: ApprovalFacts): FourEyes {
  const authors = authorsOfBytes(facts)
  const others = facts.signed.filter(({ personId }) => !authors.people.has(personId))
  const uncounted = new Map<string, string>()
  for (const { recordId, printedName, personId } of facts.signed) {
    const authorship = authors.people.get(personId)
    if (authorship !== undefined)
      uncounted.set(recordId, `Signed by ${printedName}, who also ${authorshipWords(authorship)}.`)
  }
  const satisfied = areEnough(others, authors)
  if (!satisfied && authors.unknown !== null)
    for (const { recordId, printedName } of others) uncounted.set(recordId, notAlone(printedName, authors.unknown))
  const demand =
    authors.unknown === null ? ANOTHER_REVIEWER : others.length === 0 ? OUTSIDER_OR_TWO : OUTSIDER_OR_SECOND
  const reason = satisfied || uncounted.size === 0 ? null : [...new Set(uncounted.values()), demand].join(' ')
  return { satisfied, reason, uncounted }
}

/**
 * The four-eyes judgement of each of the hashes; null where the namespace of the caller demands no other approver.
 *
 * @param hashes those that have an approval in force; others need no question to the store
 */
export async function judgeFourEyes(
  { store, now }: { readonly store: ApprovalFactVerbs; readonly now: () => Date },
  caller: Caller,
  hashes: readonly string[],
): Promise<(hash: string) => FourEyes | null> {
  if (!caller.account.separateApprover) return () => null
  const facts = await store.approvalFacts(namespaceOf(caller), [...new Set(hashes)], now())
  return (hash) => {
    const found = facts.get(hash)
    return found === undefined ? UNSATISFIED : fourEyesOf(found)
  }
}

const UNSATISFIED: FourEyes = { satisfied: false, reason: null, uncounted: new Map() }

function areEnough(others: readonly SignedApproval[], { unknown }: Authors): boolean {
  if (unknown === null) return others.length > 0
  return (
    others.some(({ everAdministrator }) => !everAdministrator) ||
    new Set(others.map(({ personId }) => personId)).size > 1
  )
}

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
