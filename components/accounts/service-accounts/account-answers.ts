import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

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
