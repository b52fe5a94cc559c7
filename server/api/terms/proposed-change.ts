/**
 * A change that waits for a second administrator, stored as canonical JSON. It names the state that it was made from:
 * it is applied as shown or not at all.
 */
import { z } from 'zod'
import { MAX_APPROVALS_NEEDED, NEEDED_ROLES } from './approval-rules'
import { DECISION_LOG_SETTING } from './decision-log-settings'

const role = z.enum(['author', 'reviewer', 'administrator'])
const roles = z.array(role)

const settings = z.strictObject({
  displayName: z.string().exactOptional(),
  labelingAllowed: z.boolean().exactOptional(),
  peopleApprove: z.boolean().exactOptional(),
  separateApprover: z.boolean().exactOptional(),
  currentEngine: z.boolean().exactOptional(),
  passingCases: z.boolean().exactOptional(),
  approvalsNeeded: z.int().min(1).max(MAX_APPROVALS_NEEDED).exactOptional(),
  neededRole: z.enum(NEEDED_ROLES).exactOptional(),
  neededRoleLast: z.boolean().exactOptional(),
  commentsResolved: z.boolean().exactOptional(),
  blindTestDone: z.boolean().exactOptional(),
  signerNotInvitedByAuthor: z.boolean().exactOptional(),
  inForceWhenApproved: z.boolean().exactOptional(),
  unsignedApprovals: z.boolean().exactOptional(),
  passkeyToSign: z.boolean().exactOptional(),
  passkeyToAdminister: z.boolean().exactOptional(),
  decisionLog: DECISION_LOG_SETTING.exactOptional(),
})

/** @param person the label, for people; the id decides */
const ofPerson = { personId: z.uuid(), person: z.string() }

export const PROPOSED_CHANGE = z.discriminatedUnion('kind', [
  /** Both have the same members. */
  z.strictObject({ kind: z.literal('settings'), before: settings, after: settings }),
  z.strictObject({ kind: z.literal('roles'), ...ofPerson, before: roles, after: roles }),
  z.strictObject({ kind: z.literal('removal'), ...ofPerson, before: roles }),
  z.strictObject({
    kind: z.literal('invitation'),
    invitationId: z.uuid(),
    /** Null if anybody with the link may accept. */
    email: z.string().nullable(),
    roles,
  }),
])

export type ProposedChange = z.output<typeof PROPOSED_CHANGE>
export type ProposedSettings = z.output<typeof settings>

export const CHANGE_OUTCOMES = ['confirmed', 'declined', 'withdrawn', 'expired', 'applied_alone', 'void'] as const
export type ChangeOutcome = (typeof CHANGE_OUTCOMES)[number]
