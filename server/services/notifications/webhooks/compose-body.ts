/** Events in the three forms that webhooks send. */
import { createHmac } from 'node:crypto'
import { notificationPath, notificationSentence } from '../../../api/notification-sentence'
import type { WebhookEvent } from '../../../api/schemas/notification-facts'
import { deriveKey } from '../../access/secrets'

export function composeBody(publicUrl: string, format: string, event: WebhookEvent): string {
  const { kind, namespaceId, name, hash, at, facts } = event
  const described = facts === null ? null : { reason: null, name, hash, facts }
  const text = described === null ? 'This is a test of the webhook.' : notificationSentence(described)
  const path = described === null ? '/settings/notifications' : notificationPath(described)
  const url = `${publicUrl}${path}`
  if (format === 'text') return JSON.stringify({ text: `${escapeChatText(text)}\n${url}` })
  if (format === 'card') return JSON.stringify(cardMessage(text, url))
  return JSON.stringify({
    type: kind === 'test' ? 'test' : `ruleset.${kind}`,
    timestamp: at.toISOString(),
    data: {
      namespace_id: namespaceId,
      ruleset_name: name,
      ruleset_hash: hash,
      event: facts?.event ?? 'test',
      actor: facts === null ? null : (facts.actor?.replace(/ <[^<>]*>$/, '') ?? null),
      time: facts?.time ?? null,
      text,
      url,
    },
  })
}

/** Escapes a name that could otherwise address everyone in a channel, or show another address. */
function escapeChatText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A `TextRun` shows its text as it is; a `TextBlock` would read it as Markdown. */
function cardMessage(text: string, url: string) {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] }],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Touchstone', url }],
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }
  return { type: 'message', attachments: [attachment] }
}

/** Signatures of Standard Webhooks (https://www.standardwebhooks.com, version 1). */

const SECRET_BYTES = 24
const PREFIX = 'whsec_'

/** Derived, so that it is never stored. A new version makes the previous secret invalid. */
export function webhookSecret(authSecret: string, webhookId: string, version: number): string {
  const key = deriveKey(authSecret, `webhook secret ${webhookId} ${version}`, SECRET_BYTES)
  return PREFIX + Buffer.from(key).toString('base64')
}

/** @param at seconds since the epoch @returns the headers of a delivery */
export function signedHeaders(secret: string, id: string, at: number, body: string): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}
