import {
  type LeasedMail,
  MAIL_LIFE_MS,
  type MailOutcome,
  type OutgoingMailVerbs,
} from '../../../database/notifications/outgoing-mails'
import { emailFailures } from '../../accounts/account-details'
import { type MailSender, SEND_TIMEOUT_MS } from '../../mail/smtp-sender'
import { notificationMail } from './notification-mail'

export interface MailQueueDependencies {
  readonly store: Pick<OutgoingMailVerbs, 'leaseMails' | 'endMail' | 'postponeMail'>
  readonly sender: MailSender
  readonly publicUrl: string
  readonly now: () => Date
}

const MAX_IN_LEASE = 10
const LEASE_MS = 2 * MAX_IN_LEASE * SEND_TIMEOUT_MS
/** After a failed mail, this process sends none for so long, because the mail server is probably not available. */
const PAUSE_MS = 30_000

/** Sends one mail at a time. Access and choices are checked again when a mail is sent. */
export class MailQueue {
  private pausedUntil = 0
  private isStopped = false

  constructor(private readonly dependencies: MailQueueDependencies) {}

  /** Sends all mails that are due. */
  async sendAll(): Promise<void> {
    const { store, now } = this.dependencies
    while (!this.isStopped && now().getTime() >= this.pausedUntil) {
      const at = now()
      const mails = await store.leaseMails(at, new Date(at.getTime() + LEASE_MS), MAX_IN_LEASE)
      if (mails.length === 0) return
      for (const mail of mails) {
        if (this.isStopped || now().getTime() < this.pausedUntil) await store.postponeMail(mail.id, now())
        else await this.send(mail)
      }
    }
  }

  /** The mail that is being sent is finished. */
  stop(): void {
    this.isStopped = true
  }

  private async send(mail: LeasedMail): Promise<void> {
    const { store, sender, publicUrl, now } = this.dependencies
    const unsent = reasonNotToSend(mail)
    if (unsent !== null) return store.endMail(mail.id, unsent, now())
    const outcome = await sender.send(mail.to.email, notificationMail(publicUrl, mail))
    const at = now()
    if (outcome === 'sent') return store.endMail(mail.id, 'sent', at)
    if (outcome === 'recipient_refused') return store.endMail(mail.id, 'refused', at)
    this.pausedUntil = at.getTime() + PAUSE_MS
    if (at.getTime() - mail.madeAt.getTime() > MAIL_LIFE_MS) return store.endMail(mail.id, 'given_up', at)
    return store.postponeMail(mail.id, new Date(at.getTime() + retryAfter(mail.attempts)))
  }
}

function reasonNotToSend({ hasAccess, notifications, to }: LeasedMail): MailOutcome | null {
  if (!hasAccess) return 'no_access'
  if (notifications.length === 0) return 'unwanted'
  return emailFailures(to.email).length > 0 ? 'refused' : null
}

const MINUTE_MS = 60_000

/** Doubles from a minute to an hour. */
function retryAfter(attempts: number): number {
  return MINUTE_MS * Math.min(60, 2 ** Math.max(0, attempts - 1))
}
