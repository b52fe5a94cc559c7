/** Rules of a namespace about what an approval needs in addition to one signature. */

export const MAX_APPROVALS_NEEDED = 5

/** The role that one of the signers must also have. */
export const NEEDED_ROLES = ['any', 'administrator', 'author'] as const
export type NeededRole = (typeof NEEDED_ROLES)[number]

export interface ApprovalRules {
  /** People who must sign, 1 to 5. */
  readonly approvalsNeeded: number
  readonly neededRole: NeededRole
  /** Whether the signature of that role comes after those of the others. */
  readonly neededRoleLast: boolean
  /** Whether an open comment of a review prevents an approval. */
  readonly commentsResolved: boolean
  /** Whether an approval needs a blind test of a reviewer who is not an author. */
  readonly blindTestDone: boolean
  /** Whether a signer whose account only authors of the bytes vouch for does not count. */
  readonly signerNotInvitedByAuthor: boolean
}

export const PLAIN_APPROVAL_RULES: ApprovalRules = {
  approvalsNeeded: 1,
  neededRole: 'any',
  neededRoleLast: false,
  commentsResolved: false,
  blindTestDone: false,
  signerNotInvitedByAuthor: false,
}

export const APPROVAL_RULE_NAMES = Object.keys(PLAIN_APPROVAL_RULES) as readonly (keyof ApprovalRules)[]

/** Titles for lists of settings. `inForceWhenApproved` protects nothing, so changing it needs no confirmation. */
export const APPROVAL_SETTING_TITLES: Readonly<Record<keyof ApprovalRules | 'inForceWhenApproved', string>> = {
  approvalsNeeded: 'People who must approve a revision',
  neededRole: 'One of them must also have the role',
  neededRoleLast: 'The person with that role signs last',
  commentsResolved: 'An open comment prevents an approval',
  blindTestDone: 'An approval needs a blind test',
  signerNotInvitedByAuthor: 'A signer whom only authors invited does not count',
  inForceWhenApproved: 'An approved revision is put in force at once',
}

export const NEEDED_ROLE_WORDS: Readonly<Record<NeededRole, string>> = {
  any: 'any reviewer',
  administrator: 'a reviewer who is also an administrator',
  author: 'a reviewer who is also an author',
}

/** Whether an approval that does not count before the change can count after it. */
export function weakensApprovalRules(before: ApprovalRules, change: Partial<ApprovalRules>): boolean {
  const after = { ...before, ...change }
  return (
    after.approvalsNeeded < before.approvalsNeeded ||
    (before.neededRole !== 'any' && after.neededRole !== before.neededRole) ||
    (before.neededRoleLast && !after.neededRoleLast) ||
    (before.commentsResolved && !after.commentsResolved) ||
    (before.blindTestDone && !after.blindTestDone) ||
    (before.signerNotInvitedByAuthor && !after.signerNotInvitedByAuthor)
  )
}

/** Whether the rules decide which signatures count, or how many are needed. */
export function hasCountingRules({ approvalsNeeded, neededRole, signerNotInvitedByAuthor }: ApprovalRules): boolean {
  return approvalsNeeded > 1 || neededRole !== 'any' || signerNotInvitedByAuthor
}
