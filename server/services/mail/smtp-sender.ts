/**
 * Sends one message at a time through the operator's mail server.
 *
 * Promises: the recipient is one address and the body plain text; neither can add a header or another recipient. The
 * connection is encrypted unless the operator allows otherwise, and a certificate must fit the server's name. A message is
 * sent within {@link SEND_TIMEOUT_MS} or counts as not sent. What is reported of a failure holds no password, link or address.
 */
import { createTransport } from 'nodemailer'
import type { LinkMessage } from '../../api/link-message'
import type { MailSettings } from '../../config/mail'

export const SEND_TIMEOUT_MS = 15_000

export type SendOutcome = 'sent' | 'recipient_refused' | 'unavailable'

export interface MailSender {
  /** Never rejects. @param to one address, as {@link emailFailures} accepts it */
  send(to: string, message: LinkMessage): Promise<SendOutcome>
}

/** What the operator reads of a message that was not sent. */
export interface MailTrouble {
  readonly code: string
  /** Answer code of the mail server; null without an answer. */
  readonly status: number | null
  /** The step of the protocol at which it ended; empty before the first. */
  readonly step: string
}

/** @param authority certificates to trust besides those of the system, in PEM */
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
    send: async (to, { subject, text }) => {
      const mail = {
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }
      try {
        await within(SEND_TIMEOUT_MS, transport.sendMail(mail))
        return 'sent'
      } catch (error) {
        const trouble = troubleOf(error)
        report(trouble)
        return trouble.step === 'RCPT TO' && (trouble.status ?? 0) >= 500 ? 'recipient_refused' : 'unavailable'
      }
    },
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
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

/** The texts of the error are left out: a server may repeat what it was sent. */
function troubleOf(error: unknown): MailTrouble {
  const { code, responseCode, command } = (error ?? {}) as Readonly<Record<string, unknown>>
  return {
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    status: typeof responseCode === 'number' ? responseCode : null,
    step: typeof command === 'string' && /^[A-Z ]{1,20}$/.test(command) ? command : '',
  }
}
