import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'

export type NamespaceSettings = inferRouterOutputs<AppRouter>['settings']['read']

export const SETTINGS_KEY = ['settings'] as const

type MemberCalls = inferRouterOutputs<AppRouter>['members']

export type ListedMember = MemberCalls['list'][number]
export type ListedInvitation = MemberCalls['invitations'][number]
export type IssuedInvitation = MemberCalls['invite']

export const MEMBERS_KEY = ['members'] as const
export const INVITATIONS_KEY = ['invitations'] as const
export const FIRST_STEPS_KEY = ['first steps'] as const

type CredentialCalls = inferRouterOutputs<AppRouter>['credentials']

export type CredentialRow = CredentialCalls['list'][number]
export type NamespaceUse = CredentialCalls['usage']

export const CREDENTIALS_KEY = ['credentials'] as const

export const TIER_WORDS: Readonly<Record<CredentialRow['tier'], string>> = {
  standard: 'standard',
  read_only: 'read-only',
  evaluation: 'evaluation',
}
