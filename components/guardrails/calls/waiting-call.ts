import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'

type Outputs = inferRouterOutputs<AppRouter>['calls']
export type ListedCall = Outputs['list']['items'][number]
export type OpenCall = Outputs['one']
export type CallListState = 'waiting' | 'over'

export const callsKey = (namespaceId: string, state: CallListState) => ['calls', namespaceId, state] as const
export const callKey = (id: string) => ['call', id] as const

/** Interval between two loads, in milliseconds. */
export const POLL_INTERVAL_MS = 4_000

export const STATE_WORDS: Readonly<Record<OpenCall['state'], string>> = {
  waiting: 'Waiting',
  granted: 'Granted, not used yet',
  used: 'Granted and made',
  taken_back: 'Grant taken back',
  refused: 'Refused',
  over: 'Over without a call',
}

/** Characters of the reason of an answer, which the program reads. */
export const MAX_REASON_CHARACTERS = 2_000

/** How long a grant can be used, in minutes and in words; the first is proposed. */
export const GRANT_MINUTES = [
  [15, '15 minutes'],
  [60, 'an hour'],
  [1_440, 'a day'],
] as const
