/** Members of the namespace of the session. */
import { z } from 'zod'
import { contentHash } from '../../api/schemas/fields'
import { ROLES } from '../../services/access/permissions'
import { router, signedIn } from './procedures'

const personId = z.uuid()
const roles = z.array(z.enum(ROLES)).max(ROLES.length)

export const membersRouter = router({
  list: signedIn.query(({ ctx }) => ctx.workbench.members.listMembers(ctx.caller)),

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

  invite: signedIn
    .input(z.strictObject({ roles, email: z.string().max(320).nullable() }))
    .mutation(({ ctx, input }) => ctx.workbench.members.invite(ctx.caller, input.roles, input.email)),

  revokeInvitation: signedIn
    .input(z.strictObject({ id: z.uuid() }))
    .mutation(({ ctx, input }) => ctx.workbench.members.revokeInvitation(ctx.caller, input.id)),
})
