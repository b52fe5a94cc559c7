/**
 * The only place that decides whether bytes are approved. With `separateApprover`, the signer must not be an author; if
 * an author is unknown, it takes a signer who never was an administrator, or two signers (decisions/018). With
 * `currentEngine`, an approval under an older engine does not count for bytes that use a change since. The rules of
 * approval say how many people, of which role, in which order, and whom others must have invited (decisions/050).
 * Approvals without a signature satisfy no demand.
 */

import { type ApprovalRules, hasCountingRules } from '../../api/terms/approval-rules'
import { openRecord, type ReviewStatement } from '../../attestation/review-statement'
import type { Admissions, AdmissionVerbs } from '../../database/accounts/admissions'
import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import type { ApprovalCounts } from '../../database/rulesets/named-revisions'
import type { ApprovalFacts, ApprovalFactVerbs, SignedApproval } from '../../database/signing/approval-facts'
import type { ReviewVerbs } from '../../database/signing/reviews'
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'
import { type Caller, namespaceOf } from '../calls/caller'
import { type Authors, describeAuthorship, findAuthors } from './authors-of-bytes'
import { judgeQuorum, type RolesOf } from './rules/approval-quorum'
import { explainUnvouched } from './rules/vouched-signers'
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
  /** Sentences that say what is missing, also without any signature; empty if it is satisfied. */
  readonly missing: readonly string[]
}

export interface Demanded {
  readonly separateApprover: boolean
  /** Engine changes of the bytes; empty if older engines are allowed. */
  readonly changes: readonly EngineChange[]
  readonly engineOf: (recordId: string) => string
  readonly rules: ApprovalRules
  readonly rolesOf: RolesOf
  readonly admissions: Admissions
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

export function judgeFacts(facts: ApprovalFacts, demanded: Demanded): Demands {
  const { separateApprover, changes, engineOf, rules, rolesOf, admissions } = demanded
  const known = findAuthors(facts)
  const authors: Authors = separateApprover ? known : NO_AUTHORS
  const others = facts.signed.filter(({ personId }) => !authors.people.has(personId))
  const unvouched = ({ personId }: SignedApproval) =>
    rules.signerNotInvitedByAuthor ? explainUnvouched(personId, known, admissions) : null
  const vouched = others.filter((approval) => unvouched(approval) === null)
  const current = vouched.filter(({ recordId }) => !isOlder(changes, engineOf, recordId))
  const uncounted = new Map<string, string>()
  for (const approval of facts.signed) {
    const { recordId, printedName, personId } = approval
    const authorship = authors.people.get(personId)
    const voucher = unvouched(approval)
    if (authorship !== undefined)
      uncounted.set(recordId, `Signed by ${printedName}, who also ${describeAuthorship(authorship)}.`)
    else if (voucher !== null) uncounted.set(recordId, `Signed by ${printedName}, ${voucher}`)
    else if (isOlder(changes, engineOf, recordId))
      uncounted.set(recordId, describeOlderSignature(printedName, engineOf(recordId)))
  }
  const quorum = judgeQuorum(current, rules, rolesOf)
  const enough = areEnough(current, authors)
  const satisfied = enough && quorum.met
  if (!enough && authors.unknown !== null)
    for (const { recordId, printedName } of current)
      uncounted.set(recordId, explainNotAlone(printedName, authors.unknown))
  const missing = satisfied
    ? []
    : [
        ...quorum.missing,
        ...(enough || (authors.unknown === null && quorum.missing.length > 0)
          ? []
          : [neededApproval(authors, vouched, current)]),
        ...(others.length > vouched.length ? [CONFIRM_ACCOUNT] : []),
      ]
  return {
    satisfied,
    reason: satisfied || facts.signed.length === 0 ? null : [...new Set(uncounted.values()), ...missing].join(' '),
    unsignedReason: unsignedReason(demanded),
    uncounted,
    counted: satisfied ? facts.signed.map(({ recordId }) => recordId).filter((id) => !uncounted.has(id)) : [],
    missing,
  }
}

export interface JudgeDependencies {
  readonly store: ApprovalFactVerbs & Pick<AdmissionVerbs, 'findAdmissions'> & Pick<ReviewVerbs, 'listReviews'>
  readonly changesOf: ChangesOf
  readonly now: () => Date
}

/**
 * Returns null for a hash without demands.
 * @param hashes those with an approval in force
 * @param expected a signature that is about to be recorded on its hash; null for the signatures that are stored
 * @throws Refusal ENGINE_BUSY
 */
export async function judgeDemands(
  { store, changesOf, now }: JudgeDependencies,
  caller: Caller,
  hashes: readonly string[],
  expected: ExpectedSignature | null = null,
): Promise<(hash: string) => Demands | null> {
  const { account } = caller
  const { separateApprover, currentEngine } = account
  const counting = hasCountingRules(account)
  if (!separateApprover && !currentEngine && !counting) return () => null
  const namespaceId = namespaceOf(caller)
  const distinct = [...new Set(hashes)]
  const changes = currentEngine ? await changesOf(caller, distinct) : () => []
  const judged = new Set(separateApprover || counting ? distinct : distinct.filter((hash) => changes(hash).length > 0))
  const facts = await store.approvalFacts(namespaceId, [...judged], now())
  const admissions = account.signerNotInvitedByAuthor ? await store.findAdmissions(namespaceId) : NO_ADMISSIONS
  const factsOf = (hash: string) => withExpected(facts.get(hash) ?? NO_FACTS, hash, expected)
  const read = [...judged].filter((hash) => account.neededRole !== 'any' || changes(hash).length > 0)
  const recordIds = read.flatMap((hash) => (facts.get(hash)?.signed ?? []).map(({ recordId }) => recordId))
  const statements = new Map<string, SignerFacts>(
    [...(await store.signedEnvelopes(namespaceId, recordIds))].map(([id, envelope]) => [
      id,
      openRecord({ id, envelope }).statement,
    ]),
  )
  if (expected !== null) statements.set(expected.approval.recordId, expected.statement)
  const statementOf = (recordId: string) => {
    const statement = statements.get(recordId)
    if (statement === undefined) throw new Error(`the statement of the record ${recordId} was not read`)
    return statement
  }
  const demanded = {
    separateApprover,
    rules: account,
    admissions,
    engineOf: (recordId: string) => statementOf(recordId).versions.engineVersion,
    rolesOf: (recordId: string) => statementOf(recordId).signerAccount?.roles ?? null,
  }
  return (hash) => (judged.has(hash) ? judgeFacts(factsOf(hash), { ...demanded, changes: changes(hash) }) : null)
}

type SignerFacts = Pick<ReviewStatement, 'versions' | 'signerAccount'>

export interface ExpectedSignature {
  readonly hash: string
  readonly approval: SignedApproval
  readonly statement: SignerFacts
}

function withExpected(facts: ApprovalFacts, hash: string, expected: ExpectedSignature | null): ApprovalFacts {
  return expected?.hash === hash ? { ...facts, signed: [...facts.signed, expected.approval] } : facts
}

/** @throws Refusal ENGINE_BUSY */
export async function readApprovalStatus(
  dependencies: JudgeDependencies & { readonly store: ApprovalCountVerbs },
  caller: Caller,
  hashes: readonly string[],
): Promise<(hash: string) => ApprovalStatus> {
  const counts = await dependencies.store.approvalCounts(namespaceOf(caller), hashes, dependencies.now())
  const approved = [...counts].flatMap(([hash, { signed, unsigned }]) => (signed + unsigned > 0 ? [hash] : []))
  const demands = await judgeDemands(dependencies, caller, approved)
  return (hash) => decideApprovalStatus(counts.get(hash) ?? NO_APPROVALS, demands(hash))
}

const NO_APPROVALS: ApprovalCounts = { signed: 0, unsigned: 0, changesRequested: 0 }

const NO_FACTS: ApprovalFacts = {
  stored: { personId: null, credentialId: null, channel: null, credentialLabel: null, issuedById: null },
  bindings: [],
  signed: [],
}
const NO_AUTHORS: Authors = { people: new Map(), unknown: null }
const NO_ADMISSIONS: Admissions = new Map()

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

/** @param others signers who may count; `current` are those with a current engine */
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
const CONFIRM_ACCOUNT =
  'An administrator who is not an author can confirm the account of a signer under Settings, Members.'
const ONLY_UNSIGNED =
  'Approved without a person’s signature. This namespace counts the signature of a reviewer who is not an author.'

function explainNotAlone(printedName: string, unknown: NonNullable<Authors['unknown']>): string {
  return `Signed by ${printedName}, who is or was an administrator of this namespace, and it is not known which person ${describeAuthorship(unknown)}.`
}

function unsignedReason({ separateApprover, changes, rules }: Demanded): string {
  if (separateApprover) return ONLY_UNSIGNED
  return changes.length > 0 ? UNSIGNED_ENGINE : `${ONLY_SIGNATURES} ${countWords(rules.approvalsNeeded)}`
}

const ONLY_SIGNATURES = 'Approved without a person’s signature. This namespace counts signatures of reviewers:'

function countWords(needed: number): string {
  return needed === 1 ? 'one is needed.' : `${needed} are needed.`
}

const UNSIGNED_ENGINE =
  'Approved without a person’s signature, so it is not recorded under which engine. This namespace demands a signature under an engine that gives the same results.'

function describeOlderSignature(printedName: string, engineVersion: string): string {
  return `Signed by ${printedName} under engine ${engineVersion}, which can give other results than the engine of today.`
}
