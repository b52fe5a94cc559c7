/** What the members page is told, and the names under which it is kept. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'

type Answers = inferRouterOutputs<AppRouter>['members']
export type ListedMember = Answers['list'][number]
export type ListedInvitation = Answers['invitations'][number]

export const MEMBERS_KEY = ['members'] as const
export const INVITATIONS_KEY = ['invitations'] as const
