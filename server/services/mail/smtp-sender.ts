import { createTransport } from 'nodemailer'
import type { LinkMessage } from '../../api/link-message'
import type { MailSettings } from '../../config/mail'

export const SEND_TIMEOUT_MS = 15_000

export type SendOutcome = 'sent' | 'recipient_refused' | 'unavailable'

export interface MailMessage extends LinkMessage {
  /** Absent for a message without HTML. */
  readonly html?: string
  /** The local part of the Message-ID, so that a message that is sent twice can be recognised. */
  readonly id?: string
  /** Address of the page on which a person stops these messages. */
  readonly unsubscribeUrl?: string
}

export interface MailSender {
  /** Never rejects. @param to one address that {@link emailFailures} accepts */
  send(to: string, message: MailMessage): Promise<SendOutcome>
}

/** For the operator: contains no password, link or address. */
export interface MailTrouble {
  readonly code: string
  /** The server's answer code, if any. */
  readonly status: number | null
  /** The last step of the protocol; empty before the first. */
  readonly step: string
}

/**
 * Neither recipient nor body can add a header or recipient. The connection is encrypted unless the operator allows
 * otherwise, and the certificate must fit the server's name.
 * @param authority extra certificates to trust, in PEM
 */
export function createSmtpSender(
  { host, port, startsWithTls, demandsTls, login, from }: MailSettings,
  report: (trouble: MailTrouble) => void,
  authority?: string,
): MailSender {
  const transport = createTransport({
    host,
    port,
    secure: startsWithTls,
    requireTLS: demandsTls,
    tls: authority === undefined ? {} : { ca: authority },
    ...(login !== null && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: SEND_TIMEOUT_MS / 3,
    greetingTimeout: SEND_TIMEOUT_MS / 3,
    socketTimeout: SEND_TIMEOUT_MS / 3,
    dnsTimeout: SEND_TIMEOUT_MS / 3,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  return {
    send: async (to, { subject, text, html, id, unsubscribeUrl }) => {
      const mail = {
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(id !== undefined && { messageId: `<${id}@${from.address.split('@').at(-1)}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
        },
      }
      try {
        await rejectAfter(SEND_TIMEOUT_MS, transport.sendMail(mail))
        return 'sent'
      } catch (error) {
        const trouble = troubleOf(error)
        report(trouble)
        return trouble.step === 'RCPT TO' && (trouble.status ?? 0) >= 500 ? 'recipient_refused' : 'unavailable'
      }
    },
  }
}

async function rejectAfter<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error('the message took too long'), { code: 'ETIMEDOUT' })),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, end])
  } finally {
    clearTimeout(timer)
  }
}

/** A server may repeat secrets in the error's texts. */
function troubleOf(error: unknown): MailTrouble {
  const { code, responseCode, command } = (error ?? {}) as Readonly<Record<string, unknown>>
  return {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    status: typeof responseCode === 'number' ? responseCode : null,
    step: typeof command === 'string' && /^[A-Z ]{1,20}$/.test(command) ? command : '',
  }
}
