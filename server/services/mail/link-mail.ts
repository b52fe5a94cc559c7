import type { LinkDelivery, LinkMessage } from '../../api/link-message'
import type { ProcessGroup } from '../access/process-group'
import type { MailSender } from './smtp-sender'

const HOUR_MS = 3_600_000
/** Mails at once; the allowance refills evenly within the period. */
export const MAILS_OF_NAMESPACE = { calls: 20, periodMs: HOUR_MS }
export const MAILS_TO_ADDRESS = { calls: 4, periodMs: HOUR_MS }

export interface LinkMail {
  readonly isConfigured: boolean
  /** Never rejects. @param to one address that {@link emailFailures} accepts */
  send(namespaceId: string, to: string, message: LinkMessage): Promise<LinkDelivery>
}

/** The limits hold over all processes of a machine. @param sender null without a mail server */
export function createLinkMail(sender: MailSender | null, group: Pick<ProcessGroup, 'gate'>): LinkMail {
  const ofNamespace = group.gate('mail_of_namespace', MAILS_OF_NAMESPACE)
  const toAddress = group.gate('mail_to_address', MAILS_TO_ADDRESS)
  return {
    isConfigured: sender !== null,
    send: async (namespaceId, to, message) => {
      if (sender === null) return { kind: 'not_sent', reason: 'not_configured' }
      if ((await ofNamespace.take(namespaceId)) !== null) return { kind: 'not_sent', reason: 'limited' }
      if ((await toAddress.take(to)) !== null) {
        ofNamespace.refund(namespaceId)
        return { kind: 'not_sent', reason: 'limited' }
      }
      const outcome = await sender.send(to, message)
      return outcome === 'sent' ? { kind: 'sent', to } : { kind: 'not_sent', reason: outcome }
    },
  }
}
