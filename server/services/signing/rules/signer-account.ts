import type { ApprovalRules } from '../../../api/terms/approval-rules'
import type { SignedRules, SignerAccount } from '../../../attestation/review-statement'
import type { AdmissionVerbs } from '../../../database/accounts/admissions'
import type { Caller } from '../../calls/caller'
import { type Account, type CallingPerson, namespaceOf } from '../../calls/caller'

/** The roles of the signer, and who invited and confirmed the account. */
export async function readSignerAccount(
  { findAdmissions }: Pick<AdmissionVerbs, 'findAdmissions'>,
  caller: Caller,
  { id, roles }: CallingPerson,
): Promise<SignerAccount> {
  const admissions = (await findAdmissions(namespaceOf(caller))).get(id) ?? []
  return {
    roles: [...roles].sort(),
    admissions: admissions.map(({ kind, by, byId, at }) => ({ kind, by, byId, at: at.toISOString() })),
  }
}

export function signedRules(account: Account): SignedRules {
  const { separateApprover, currentEngine, passingCases, passkeyToSign } = account
  const others = { separateApprover, currentEngine, passingCases, passkeyToSign }
  return { ...approvalRulesOf(account), ...others, ...(account.blindTestDone && { blindTestDone: true }) }
}

function approvalRulesOf({
  approvalsNeeded,
  neededRole,
  neededRoleLast,
  commentsResolved,
  signerNotInvitedByAuthor,
}: ApprovalRules): Omit<ApprovalRules, 'blindTestDone'> {
  return { approvalsNeeded, neededRole, neededRoleLast, commentsResolved, signerNotInvitedByAuthor }
}
