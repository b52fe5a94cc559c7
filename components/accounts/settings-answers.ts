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

export type GroupView = inferRouterOutputs<AppRouter>['serviceAccounts']['view']
export type ServiceAccount = GroupView['accounts'][number]
export type ServiceSecret = ServiceAccount['secrets'][number]
export type SecretKind = ServiceSecret['kind']

export const SERVICE_ACCOUNTS_KEY = ['service accounts'] as const

export const KIND_WORDS: Readonly<Record<SecretKind, { readonly title: string; readonly opens: string }>> = {
  service_token: {
    title: 'Service token',
    opens: 'For sending frames: it is exchanged for a token of the client API.',
  },
  api_key: {
    title: 'API key',
    opens: 'For managing guardrails: it is exchanged for a token of the main REST API, which sends frames too.',
  },
}
