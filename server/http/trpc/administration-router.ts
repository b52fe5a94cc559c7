/** Members, credentials and settings of a namespace. */
import { z } from 'zod'
import { contentHash } from '../../api/schemas/fields'
import { MAX_APPROVALS_NEEDED, NEEDED_ROLES } from '../../api/terms/approval-rules'
import { DECISION_LOG_SETTINGS } from '../../api/terms/decision-log-settings'
import { ROLES } from '../../services/calls/permissions'
import { router, signedIn } from './procedures'

const personId = z.uuid()
const roles = z.array(z.enum(ROLES)).max(ROLES.length)

export const membersRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.members.listMembers(ctx.caller)),

  firstSteps: signedIn.query(({ ctx }) => ctx.workbench.firstSteps.describe(ctx.caller)),

  pendingChanges: signedIn.query(({ ctx }) => ctx.workbench.pendingChanges.list(ctx.caller)),

  answerChange: signedIn
    .input(
      z.strictObject({
        id: z.uuid(),
        digest: contentHash,
        answer: z.enum(['confirm', 'decline', 'withdraw', 'apply_alone']),
      }),
    )
    .mutation(({ ctx, input }) => ctx.workbench.pendingChanges.answer(ctx.caller, input)),

  invitations: signedIn.query(({ ctx }) => ctx.workbench.members.listInvitations(ctx.caller)),

  changeRoles: signedIn
    .input(z.strictObject({ personId, roles }))
    .mutation(({ ctx, input }) => ctx.workbench.members.changeRoles(ctx.caller, input.personId, input.roles)),

  remove: signedIn
    .input(z.strictObject({ personId }))
    .mutation(({ ctx, input }) => ctx.workbench.members.removeMember(ctx.caller, input.personId)),

  rename: signedIn
    .input(z.strictObject({ personId, name: z.string().max(1_000) }))
    .mutation(({ ctx, input }) => ctx.workbench.memberAccounts.rename(ctx.caller, input.personId, input.name)),

  disable: signedIn
    .input(z.strictObject({ personId }))
    .mutation(({ ctx, input }) => ctx.workbench.memberAccounts.disable(ctx.caller, input.personId)),

  enable: signedIn
    .input(z.strictObject({ personId }))
    .mutation(({ ctx, input }) => ctx.workbench.memberAccounts.enable(ctx.caller, input.personId)),

  confirm: signedIn
    .input(z.strictObject({ personId }))
    .mutation(({ ctx, input }) => ctx.workbench.memberAccounts.confirm(ctx.caller, input.personId)),

  invite: signedIn
    .input(z.strictObject({ roles, email: z.string().max(320).nullable() }))
    .mutation(({ ctx, input }) => ctx.workbench.members.invite(ctx.caller, input.roles, input.email)),

  canSend: signedIn.query(({ ctx }) => ctx.workbench.members.canSend(ctx.caller)),

  sendInvitation: signedIn
    .input(z.strictObject({ id: z.uuid(), link: z.string().max(2_000) }))
    .mutation(({ ctx, input }) => ctx.workbench.members.sendInvitation(ctx.caller, input.id, input.link)),

  renewInvitation: signedIn
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.workbench.members.renewInvitation(ctx.caller, input.id)),

  revokeInvitation: signedIn
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.workbench.members.revokeInvitation(ctx.caller, input.id)),
})

const credentialInput = z.strictObject({
  label: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u),
  tier: z.enum(['standard', 'read_only']),
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
})

/** Credentials and usage of the namespace. */
export const credentialsRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.credentials.list(ctx.caller)),
  usage: signedIn.query(({ ctx }) => ctx.workbench.credentials.usage(ctx.caller)),
  issue: signedIn
    .input(credentialInput)
    .mutation(({ ctx, input }) => ctx.workbench.credentials.issue(ctx.caller, input)),
  revoke: signedIn
    .input(z.strictObject({ id: z.guid() }))
    .mutation(({ ctx, input }) => ctx.workbench.credentials.revoke(ctx.caller, input.id)),
})

const settingsInput = z.strictObject({
  displayName: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^\P{Cc}*$/u)
    .exactOptional(),
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
  labelingAllowed: z.boolean().exactOptional(),
  passkeyToSign: z.boolean().exactOptional(),
  passkeyToAdminister: z.boolean().exactOptional(),
  decisionLog: DECISION_LOG_SETTINGS.exactOptional(),
})

export const settingsRouter = router({
  read: signedIn.query(({ ctx }) => ctx.workbench.settings.read(ctx.caller)),
  change: signedIn.input(settingsInput).mutation(({ ctx, input }) => ctx.workbench.settings.change(ctx.caller, input)),
  applyRegulated: signedIn.mutation(({ ctx }) => ctx.workbench.settings.applyRegulated(ctx.caller)),
})
