/** What the credentials page is told, and the name under which it is kept. */
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'

type Answers = inferRouterOutputs<AppRouter>['credentials']
export type CredentialRow = Answers['list'][number]
export type NamespaceUse = Answers['usage']

export const CREDENTIALS_KEY = ['credentials'] as const

export const TIER_WORDS: Readonly<Record<CredentialRow['tier'], string>> = {
  standard: 'standard',
  read_only: 'read only',
  evaluation: 'evaluation',
}
