/** Whether signatures that count are enough for the rules of the namespace: how many people, of which role, in which order. */
import { type ApprovalRules, NEEDED_ROLE_WORDS } from '../../../api/terms/approval-rules'
import type { SignedApproval } from '../../../database/signing/approval-facts'

export interface Quorum {
  readonly met: boolean
  /** People whose signature counts. */
  readonly given: number
  readonly needed: number
  /** Sentences that say what is missing; empty if it is met. */
  readonly missing: readonly string[]
}

/** The roles of a signer at that time; null for a signature of a release that did not record them. */
export type RolesOf = (recordId: string) => readonly string[] | null

/** @param counting oldest first */
export function judgeQuorum(counting: readonly SignedApproval[], rules: ApprovalRules, rolesOf: RolesOf): Quorum {
  const { approvalsNeeded: needed, neededRole, neededRoleLast } = rules
  const given = countPeople(counting)
  const ofRole =
    neededRole === 'any' ? counting : counting.filter(({ recordId }) => rolesOf(recordId)?.includes(neededRole))
  const inTurn =
    neededRole === 'any' || !neededRoleLast
      ? ofRole
      : ofRole.filter((last) => countPeople(othersBefore(counting, last)) >= needed - 1)
  const met = given >= needed && inTurn.length > 0
  if (met) return { met, given, needed, missing: [] }
  const missing = needed > 1 ? [`${given} of ${needed} approvals.`] : []
  if (neededRole !== 'any' && ofRole.length === 0) {
    missing.push(`The approval of ${NEEDED_ROLE_WORDS[neededRole]} is needed.`)
    if (counting.some(({ recordId }) => rolesOf(recordId) === null)) missing.push(ROLES_UNKNOWN)
  } else if (inTurn.length === 0 && given > 0)
    missing.push(`The approval of ${NEEDED_ROLE_WORDS[neededRole]} must come last, after the others.`)
  return { met, given, needed, missing }
}

const ROLES_UNKNOWN = 'Signatures of earlier releases do not record the roles of their signers.'

function othersBefore(counting: readonly SignedApproval[], last: SignedApproval): readonly SignedApproval[] {
  return counting.slice(0, counting.indexOf(last)).filter(({ personId }) => personId !== last.personId)
}

function countPeople(approvals: readonly SignedApproval[]): number {
  return new Set(approvals.map(({ personId }) => personId)).size
}
