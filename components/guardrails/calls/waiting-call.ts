import type { inferRouterOutputs } from '@trpc/server'
import { z } from 'zod'
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
  refused: 'Refused',
  over: 'Over without a call',
}

const content = z.object({
  /** JSON exactly as sent, because JavaScript rounds long numbers. */
  arguments: z.string(),
  refusal: z.object({
    assertion: z.string().nullable(),
    sentence: z.string(),
    clauses: z.array(z.object({ document: z.string(), clause: z.string() })),
    facts: z.array(z.object({ claim: z.string(), value: z.unknown(), isPrivate: z.boolean() })),
    unknown: z.array(z.object({ claim: z.string(), why: z.string() })),
  }),
})

export function readContent(text: string): z.output<typeof content> {
  return content.parse(JSON.parse(text))
}
