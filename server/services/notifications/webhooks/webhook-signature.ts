/** Signatures of Standard Webhooks (https://www.standardwebhooks.com, version 1). */
import { createHmac } from 'node:crypto'
import { deriveKey } from '../../access/secrets'

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
