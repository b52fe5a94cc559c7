import { z } from 'zod'
import { type AreaReading, type GivenVariables, oneOf, readArea } from './variables'

export interface MailSettings {
  readonly host: string
  readonly port: number
  /** Otherwise STARTTLS follows. */
  readonly startsWithTls: boolean
  /** Refuses unencrypted connections. */
  readonly demandsTls: boolean
  /** Null if the server needs no login. */
  readonly login: { readonly user: string; readonly password: string } | null
  readonly from: { readonly name: string; readonly address: string }
}

/** Mail submission ports: RFC 8314. */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

const smtpUrl = z
  .string()
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null
    const isSmtp = url !== null && Object.hasOwn(PORTS, url.protocol) && url.hostname !== ''
    const isBare = isSmtp && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === ''
    const login = url === null ? null : loginOf(url)
    if (isBare && login !== 'incomplete') return { url, login }
    // Does not repeat the text, which contains a password.
    context.addIssue('must be an address such as smtp://user:password@mail.example.org:587, or smtps://')
    return z.NEVER
  })
  .optional()

function loginOf({ username, password }: URL): MailSettings['login'] | 'incomplete' {
  if (username === '' && password === '') return null
  if (username === '' || password === '') return 'incomplete'
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'incomplete'
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const ADDRESS = String.raw`[^\s@<>,;:"\\\p{Cc}\p{Cf}]+@[^\s@<>,;:"\\\p{Cc}\p{Cf}]+`
const SENDER = String.raw`^(?:([^<>"\p{Cc}\p{Cf}]+?)\s*<(${ADDRESS})>|(${ADDRESS}))$`

const sender = z
  .string()
  .transform((text, context) => {
    const [, name = '', named = '', bare = ''] = new RegExp(SENDER, 'u').exec(text.trim()) ?? []
    if (named !== '' || bare !== '') return { name: name.trim(), address: named || bare }
    context.addIssue('must be an e-mail address, or a name and an address: Touchstone <rules@example.org>')
    return z.NEVER
  })
  .optional()

export const MAIL_VARIABLES = {
  SMTP_URL: smtpUrl,
  SMTP_FROM: sender,
  SMTP_TLS: oneOf(['required', 'optional'], 'required'),
}

/** Null if no mail server is configured: people then copy links by hand. */
export function readMail(given: GivenVariables): AreaReading<MailSettings | null> {
  return readArea(MAIL_VARIABLES, given, ({ SMTP_URL: smtp, SMTP_FROM: from, SMTP_TLS: tls }) => {
    if (smtp === undefined && from === undefined) return { ok: true, settings: null }
    if (smtp === undefined || from === undefined) {
      const variable = smtp === undefined ? 'SMTP_URL' : 'SMTP_FROM'
      return {
        ok: false,
        problems: [{ variable, problem: 'must be set together with the other of SMTP_URL, SMTP_FROM' }],
      }
    }
    const { url, login } = smtp
    const startsWithTls = url.protocol === 'smtps:'
    if (tls === 'optional' && login !== null && !startsWithTls && !LOOPBACK.test(url.hostname)) {
      const problem = 'must be required: SMTP_URL has a password, which could pass unencrypted'
      return { ok: false, problems: [{ variable: 'SMTP_TLS', problem }] }
    }
    return {
      ok: true,
      settings: {
        host: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port === '' ? PORTS[url.protocol as keyof typeof PORTS] : Number(url.port),
        startsWithTls,
        demandsTls: tls === 'required',
        login,
        from,
      },
    }
  })
}
