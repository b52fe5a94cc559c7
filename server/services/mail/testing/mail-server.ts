import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailSettings } from '../../../config/mail'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly secure: boolean
  readonly user: string | null
  /** With its headers. */
  readonly raw: string
}

export interface MailServer {
  readonly port: number
  readonly received: readonly ReceivedMail[]
  /** The certificate for `localhost`, in PEM. */
  readonly authority: string
  settings(given?: Partial<MailSettings>): MailSettings
  close(): Promise<void>
}

export const MAIL_LOGIN = { user: 'touchstone', password: 'p@ss:word/' }

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const { key, certificate } = makeCertificate('localhost')
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_LOGIN.user && password === MAIL_LOGIN.password
        ? done(null, { user: username })
        : done(new Error('Invalid login')),
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (part: Buffer) => chunks.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        const raw = Buffer.concat(chunks).toString()
        received.push({ from, to, secure, user: typeof user === 'string' ? user : null, raw })
        done()
      })
    },
    ...options,
  })
  // A client may close its connection early.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    authority: certificate,
    settings: (given = {}) => ({
      host: 'localhost',
      port,
      startsWithTls: options.secure ?? false,
      demandsTls: true,
      login: null,
      from: { name: 'Touchstone', address: 'rules@example.org' },
      ...given,
    }),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

function makeCertificate(name: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mail-certificate-'))
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  try {
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`]
    const files = ['-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', certificate]
    execFileSync('openssl', [...made, ...files], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
