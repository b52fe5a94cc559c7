/** Webhooks for administrators. A secret is shown once, when it is made. */
import { Refusal } from '../../../api/refusal'
import { NOTIFICATION_LIMITS } from '../../../api/terms/notification-terms'
import type { InternalHost } from '../../../config/webhooks'
import type { StoredDelivery, WebhookDeliveryVerbs } from '../../../database/notifications/webhook-deliveries'
import type {
  StoredWebhook,
  WebhookContent,
  WebhookVerbs,
  WebhookWriting,
} from '../../../database/notifications/webhooks'
import { demandPermission, demandReading } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { composeBody, webhookSecret } from './compose-body'
import { webhookAddressProblem } from './public-address'

export interface WebhooksDependencies {
  readonly store: WebhookVerbs & WebhookDeliveryVerbs
  readonly authSecret: string
  readonly publicUrl: string
  readonly hosts: readonly InternalHost[]
  readonly now: () => Date
  readonly newId: () => string
}

export type WebhookRow = Omit<StoredWebhook, 'secretVersion' | 'createdAt' | 'disabledAt' | 'failingSince'> & {
  readonly createdAt: string
  /** Null while it is switched on. */
  readonly disabledAt: string | null
  readonly failingSince: string | null
}

export interface DeliveryRow extends Pick<StoredDelivery, 'id' | 'kind' | 'attempts' | 'outcome'> {
  readonly madeAt: string
  readonly dueAt: string
  readonly lastAt: string | null
  readonly lastMs: number | null
  readonly lastStatus: number | null
  readonly lastAnswer: string | null
  readonly lastProblem: string | null
}

export interface DeliveryPage {
  readonly rows: readonly DeliveryRow[]
  /** For the next page; null after the last one. */
  readonly next: string | null
}

export interface NewSecret {
  readonly id: string
  /** Shown once. */
  readonly secret: string
}

/** @throws Refusal CREDENTIAL_SCOPE if the caller is not an administrator */
export interface Webhooks {
  list(caller: Caller): Promise<WebhookRow[]>
  /** @throws Refusal BAD_REQUEST naming `url`, `label` or `kinds`, BUDGET_EXCEEDED */
  add(caller: Caller, content: WebhookContent): Promise<NewSecret>
  /** @throws Refusal BAD_REQUEST, also for an unknown id, like the following */
  change(caller: Caller, id: string, content: WebhookContent): Promise<void>
  remove(caller: Caller, id: string): Promise<void>
  switch(caller: Caller, id: string, isEnabled: boolean): Promise<void>
  /** The previous secret is invalid at once. */
  renewSecret(caller: Caller, id: string): Promise<NewSecret>
  sendTest(caller: Caller, id: string): Promise<void>
  /** Newest first. @param after `next` of the previous page */
  deliveries(caller: Caller, id: string, after: string | null): Promise<DeliveryPage>
  resend(caller: Caller, deliveryId: string): Promise<void>
}

const PAGE_ROWS = 25

export function createWebhooks(dependencies: WebhooksDependencies): Webhooks {
  const { store, authSecret, publicUrl, hosts, now, newId } = dependencies
  const writing = (caller: Caller, id: string): WebhookWriting => {
    demandPermission(caller, 'manage_settings')
    return { namespaceId: namespaceOf(caller), id, at: now(), by: caller.label }
  }
  const secretOf = (id: string, version: number): NewSecret => ({ id, secret: webhookSecret(authSecret, id, version) })
  return {
    list: async (caller) => {
      demandReading(caller, 'manage_settings')
      return (await store.listWebhooks(namespaceOf(caller))).map(rowOf)
    },
    add: async (caller, content) => {
      const id = newId()
      const adding = writing(caller, id)
      refuseWrongContent(content, hosts)
      const most = NOTIFICATION_LIMITS.webhooks
      if (!(await store.addWebhook(adding, content, most)))
        throw new Refusal('BAD_REQUEST', `A namespace has at most ${most} webhooks. Remove one first.`)
      return secretOf(id, 1)
    },
    change: async (caller, id, content) => {
      const changing = writing(caller, id)
      refuseWrongContent(content, hosts)
      demandKnown(await store.changeWebhook(changing, content))
    },
    remove: async (caller, id) => demandKnown(await store.removeWebhook(writing(caller, id))),
    switch: async (caller, id, isEnabled) => demandKnown(await store.switchWebhook(writing(caller, id), isEnabled)),
    renewSecret: async (caller, id) => {
      const version = await store.renewWebhookSecret(writing(caller, id))
      if (version === null) throw unknownWebhook()
      return secretOf(id, version)
    },
    sendTest: async (caller, id) => {
      const { namespaceId, at } = writing(caller, id)
      const event = { kind: 'test', namespaceId, name: null, hash: null, at, facts: null } as const
      const bodyOf = (format: string) => composeBody(publicUrl, format, event)
      if (await store.addTestDelivery(namespaceId, id, { id: newId(), now: at, bodyOf })) return
      throw new Refusal(
        'BAD_REQUEST',
        'This webhook was removed or is switched off, or several tests of it wait. Look at its deliveries, then try again.',
      )
    },
    deliveries: async (caller, id, after) => {
      demandReading(caller, 'manage_settings')
      const page = { before: after === null ? null : BigInt(after), limit: PAGE_ROWS }
      const rows = await store.listDeliveries(namespaceOf(caller), id, page)
      const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
      return { rows: rows.map(deliveryRow), next: last?.sequence.toString() ?? null }
    },
    resend: async (caller, deliveryId) => {
      const { namespaceId, at } = writing(caller, deliveryId)
      if (await store.resendDelivery(namespaceId, deliveryId, at)) return
      throw new Refusal(
        'BAD_REQUEST',
        'This delivery waits already or was removed, or its webhook is switched off. Load the page again.',
      )
    },
  }
}

function refuseWrongContent({ label, url, kinds }: WebhookContent, hosts: readonly InternalHost[]): void {
  const chars = NOTIFICATION_LIMITS.webhook_label_chars
  const isLabel = label.trim() === label && label !== '' && label.length <= chars && /^\P{C}*$/u.test(label)
  const problem = webhookAddressProblem(url, hosts)
  const failures = [
    ...(isLabel ? [] : [failure('label', `1 to ${chars} characters in one line, no space at either end`)]),
    ...(problem === null ? [] : [failure('url', problem)]),
    ...(kinds.length > 0 && new Set(kinds).size === kinds.length
      ? []
      : [failure('kinds', 'at least one kind, each once')]),
  ]
  if (failures.length > 0)
    throw new Refusal(
      'BAD_REQUEST',
      `The webhook was not saved. ${failures.map(({ field, expected }) => `${TITLES[field]}: expected ${expected}.`).join(' ')}`,
      { failures, failure_count: failures.length },
    )
}

const TITLES: Readonly<Record<string, string>> = { label: 'Name', url: 'Address', kinds: 'Events' }

/** The address can be a secret, so it is not repeated. */
function failure(field: string, expected: string) {
  return { field, expected, received: 'another value' }
}

function demandKnown(isKnown: boolean): void {
  if (!isKnown) throw unknownWebhook()
}

function unknownWebhook(): Refusal {
  return new Refusal('BAD_REQUEST', 'This webhook was removed. Load the page again.')
}

function rowOf({ secretVersion: _, createdAt, disabledAt, failingSince, ...row }: StoredWebhook): WebhookRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
  }
}

function deliveryRow(delivery: StoredDelivery): DeliveryRow {
  const { id, kind, attempts, outcome, madeAt, dueAt, lastAt, lastMs, lastStatus, lastAnswer, lastProblem } = delivery
  return {
    ...{ id, kind, attempts, outcome, lastMs, lastStatus, lastAnswer, lastProblem },
    madeAt: madeAt.toISOString(),
    dueAt: dueAt.toISOString(),
    lastAt: lastAt?.toISOString() ?? null,
  }
}
