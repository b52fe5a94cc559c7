/** Webhooks of a namespace. Changes are entries of its log. */
import type { Prisma } from '../../../generated/prisma/client'
import type { WebhookFormat, WebhookKind } from '../../api/terms/notification-terms'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'

export interface StoredWebhook {
  readonly id: string
  readonly label: string
  readonly url: string
  readonly format: WebhookFormat
  readonly kinds: readonly WebhookKind[]
  readonly secretVersion: number
  readonly createdAt: Date
  readonly createdBy: string
  readonly disabledAt: Date | null
  readonly disabledWhy: string | null
  readonly failures: number
  readonly failingSince: Date | null
}

export interface WebhookWriting {
  readonly namespaceId: string
  readonly id: string
  readonly at: Date
  readonly by: string
}

export type WebhookContent = Pick<StoredWebhook, 'label' | 'url' | 'format' | 'kinds'>

export interface WebhookVerbs {
  listWebhooks(namespaceId: string): Promise<StoredWebhook[]>
  /** Returns false at the limit. */
  addWebhook(writing: WebhookWriting, content: WebhookContent, most: number): Promise<boolean>
  /** Returns false if it is unknown. */
  changeWebhook(writing: WebhookWriting, content: WebhookContent): Promise<boolean>
  /** Its deliveries go with it. Returns false if it is unknown. */
  removeWebhook(writing: WebhookWriting): Promise<boolean>
  /** Enabling forgets earlier failures. Returns false if it is unknown. */
  switchWebhook(writing: WebhookWriting, isEnabled: boolean): Promise<boolean>
  /** Ends the validity of the previous secret. @returns the new version, or null if the webhook is unknown */
  renewWebhookSecret(writing: WebhookWriting): Promise<number | null>
}

export function webhookVerbs({ prisma, repeatable, once }: Database): WebhookVerbs {
  const change = async (
    writing: WebhookWriting,
    after: (before: StoredWebhook) => string | null,
    write: (tx: Prisma.TransactionClient) => Promise<unknown>,
  ): Promise<boolean> =>
    once(() =>
      prisma.$transaction(async (tx) => {
        const { id, namespaceId, at } = writing
        await tx.$executeRaw`SELECT 1 FROM webhook WHERE id = ${id}::uuid FOR UPDATE`
        const row = await tx.webhook.findUnique({ where: { id, namespaceId } })
        if (row === null) return false
        await write(tx)
        const before = webhookOf(row)
        await appendLog(tx, namespaceId, at, [webhookEvent(writing, webhookWords(before), after(before))])
        return true
      }),
    )
  return {
    listWebhooks: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.webhook.findMany({
          where: { namespaceId },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        })
        return rows.map(webhookOf)
      }),
    addWebhook: (writing, { kinds, ...content }, most) =>
      once(() =>
        prisma.$transaction(async (tx) => {
          const { id, namespaceId, at, by } = writing
          // Other additions wait, so that the limit holds.
          await tx.$executeRaw`SELECT 1 FROM namespace WHERE id = ${namespaceId}::uuid FOR NO KEY UPDATE`
          if ((await tx.webhook.count({ where: { namespaceId } })) >= most) return false
          await tx.webhook.create({
            data: { id, namespaceId, ...content, kinds: [...kinds], createdAt: at, createdBy: by },
          })
          await appendLog(tx, namespaceId, at, [webhookEvent(writing, null, webhookWords(content))])
          return true
        }),
      ),
    changeWebhook: (writing, { kinds, ...content }) =>
      change(
        writing,
        () => webhookWords(content),
        (tx) => tx.webhook.update({ where: { id: writing.id }, data: { ...content, kinds: [...kinds] } }),
      ),
    removeWebhook: (writing) =>
      change(
        writing,
        () => null,
        (tx) => tx.webhook.delete({ where: { id: writing.id } }),
      ),
    switchWebhook: (writing, isEnabled) =>
      change(
        writing,
        (before) => `${webhookWords(before)}, switched ${isEnabled ? 'on' : 'off'}`,
        async (tx) => {
          const fresh = { failures: 0, failingSince: null, pausedUntil: null }
          const data = isEnabled
            ? { ...fresh, disabledAt: null, disabledWhy: null }
            : { disabledAt: writing.at, disabledWhy: 'administrator' }
          await tx.webhook.update({ where: { id: writing.id }, data })
          if (!isEnabled) await failWaiting(tx, writing.id)
        },
      ),
    renewWebhookSecret: async (writing) => {
      let version = 0
      const isKnown = await change(
        writing,
        (before) => `${webhookWords(before)}, with a new secret`,
        async (tx) => {
          const data = { secretVersion: { increment: 1 } }
          version = (await tx.webhook.update({ where: { id: writing.id }, data })).secretVersion
        },
      )
      return isKnown ? version : null
    },
  }
}

/** Deliveries that wait for a webhook that is switched off are not sent later. */
export async function failWaiting(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  const data = { outcome: 'failed', lastProblem: 'The webhook was switched off.' }
  await tx.webhookDelivery.updateMany({ where: { webhookId, outcome: null }, data })
}

export function webhookEvent(
  { id, by }: Pick<WebhookWriting, 'id' | 'by'>,
  from: string | null,
  to: string | null,
  more: Readonly<Record<string, string>> = {},
): LogEvent {
  return { kind: 'settings_changed', actor: by, details: { webhook: { from, to }, webhook_id: id, ...more } }
}

/** Omits path and query, which can be secrets. */
export function webhookWords({ label, url }: Pick<StoredWebhook, 'label' | 'url'>): string {
  return `${label} (${URL.canParse(url) ? new URL(url).host : 'no address'})`
}

type WebhookRow = Prisma.WebhookGetPayload<Record<never, never>>

export function webhookOf(row: WebhookRow): StoredWebhook {
  const { id, label, url, secretVersion, createdAt, createdBy, disabledAt, disabledWhy, failures, failingSince } = row
  return {
    ...{ id, label, url, secretVersion, createdAt, createdBy, disabledAt, disabledWhy, failures, failingSince },
    format: row.format as WebhookFormat,
    kinds: row.kinds as WebhookKind[],
  }
}
