/**
 * Makes and sends notifications in the background. Every process does it: leases and locks in the database decide which
 * one, so that a process that ends leaves its work to the others.
 */

import { NOTIFICATION_LIMITS } from '../../api/terms/notification-terms'
import type { DerivingOptions } from '../../database/notifications/derive-notifications'
import type { EndingApproval } from '../../database/notifications/expiring-approvals'
import type { Addressed, Telling } from '../../database/notifications/telling'
import type { Store } from '../../database/store'
import type { MailSender } from '../mail/smtp-sender'
import { MailQueue } from './mail/mail-queue'
import { READ_KINDS, readEntry } from './read-entry'
import { composeBody } from './webhooks/compose-body'
import type { WebhookNetwork } from './webhooks/post-to-webhook'
import { WebhookSender } from './webhooks/webhook-sender'

export interface NotifierDependencies {
  readonly store: Store
  /** Null without a mail server. */
  readonly mail: MailSender | null
  readonly network: WebhookNetwork
  readonly publicUrl: string
  readonly authSecret: string
  readonly now: () => Date
  readonly reportTrouble: (error: unknown) => void
}

const ENTRIES_AT_ONCE = 100
/** A transaction may take three times as long. */
const READING_MS = 5_000
const EXPIRIES_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000

export class Notifier {
  private readonly mails: MailQueue | null
  private readonly webhooks: WebhookSender
  private readonly telling: Pick<DerivingOptions, 'sendsMail' | 'composeBody'>
  private expiriesAt = 0
  private isStopped = false

  constructor(private readonly dependencies: NotifierDependencies) {
    const { mail, publicUrl } = dependencies
    this.mails = mail === null ? null : new MailQueue({ ...dependencies, sender: mail })
    this.webhooks = new WebhookSender(dependencies)
    this.telling = { sendsMail: mail !== null, composeBody: (format, event) => composeBody(publicUrl, format, event) }
  }

  /** Reads what is new in the logs. */
  async derive(): Promise<void> {
    const { store, now } = this.dependencies
    for (const namespaceId of await store.listUnreadLogs()) {
      const options = { ...this.telling, read: readEntry, kinds: READ_KINDS, most: ENTRIES_AT_ONCE }
      let outcome = 'more'
      while (outcome === 'more' && !this.isStopped) {
        const until = performance.now() + READING_MS
        const hasTime = () => performance.now() < until
        outcome = await store.deriveNotifications(namespaceId, { ...options, now: now(), hasTime })
      }
    }
  }

  /** Tells about approvals whose time ends, and removes what is over. At most once an hour. */
  async deriveExpiries(): Promise<void> {
    const { store, now } = this.dependencies
    const at = now()
    if (at.getTime() < this.expiriesAt) return
    const lateDays = NOTIFICATION_LIMITS.event_days
    await store.deriveExpiries({ ...this.telling, now: at, lateDays, tellingOf: expiryTelling })
    const since = new Date(at.getTime() - NOTIFICATION_LIMITS.delivery_days * DAY_MS)
    await store.sweepNotifications(at)
    await store.sweepMails(since)
    await store.sweepDeliveries(since)
    this.expiriesAt = at.getTime() + EXPIRIES_EVERY_MS
  }

  async sendMails(): Promise<void> {
    await this.mails?.sendAll()
  }

  /** Events may still be on their way when it resolves. */
  async beginWebhooks(): Promise<void> {
    await this.webhooks.begin()
  }

  /** Does everything that is due, and waits for it. */
  async workOff(): Promise<void> {
    await this.derive()
    await this.deriveExpiries()
    await Promise.all([this.webhooks.sendAll(), this.mails?.sendAll()])
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.mails?.stop()
    await this.webhooks.stop()
  }
}

/** Tells the signer, the authors and, if a guardrail uses the ruleset, the administrators. */
export function expiryTelling({ id, hash, signerId, printedName, expiresAt, stage }: EndingApproval): Telling {
  const addressed: readonly Addressed[] = [
    // The signer can sign again.
    { audience: { of: 'people', ids: [signerId] }, reason: 'signer', waits: true },
    { audience: { of: 'authors' }, reason: 'author', waits: false },
    { audience: { of: 'administrators_if_used' }, reason: 'administrator', waits: false },
  ]
  return {
    ...{ kind: 'expiry', key: `expiry/${id}/${stage}`, unlessKey: null, addressed, name: null, hash },
    collected: null,
    facts: {
      event: stage === 0 ? 'expired' : 'expires',
      actor: null,
      time: expiresAt.toISOString(),
      signer: printedName,
    },
    forWebhooks: true,
  }
}
