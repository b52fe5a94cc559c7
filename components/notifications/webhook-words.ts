import type { inferRouterOutputs } from '@trpc/server'
import { KIND_DESCRIPTIONS, NOTIFICATION_KINDS, type WebhookFormat } from '../../server/api/terms/notification-terms'
import type { AppRouter } from '../../server/http/trpc/router'

type WebhookCalls = inferRouterOutputs<AppRouter>['webhooks']

export type WebhookData = WebhookCalls['list'][number]
export type DeliveryData = WebhookCalls['deliveries']['rows'][number]

export const WEBHOOKS_KEY = ['webhooks'] as const

export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON, for a program',
  text: 'Chat message with a text (Slack and compatible)',
  card: 'Chat message with a card (Microsoft Teams)',
}

export function deliveryTitle(kind: string): string {
  const known = NOTIFICATION_KINDS.find((each) => each === kind)
  return known === undefined ? 'Test' : KIND_DESCRIPTIONS[known].title
}

/** Says what happened at the last attempt. */
export function deliveryState({ outcome, attempts, lastStatus, lastProblem }: DeliveryData): string {
  const last = lastProblem ?? (lastStatus === null ? '' : `Answer ${lastStatus}.`)
  if (outcome === 'delivered') return `Delivered. ${last}`
  if (outcome === 'failed') return `Not delivered. ${last}`
  return attempts === 0 ? 'Waits to be sent.' : `Is tried again. ${last}`
}
