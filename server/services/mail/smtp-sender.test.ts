import { createServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { invitationMessage } from '../../api/link-message'
import type { MailSettings } from '../../config/mail'
import { emailFailures } from '../accounts/account-details'
import { createSmtpSender, type MailTrouble, SEND_TIMEOUT_MS } from './smtp-sender'
import { MAIL_LOGIN, type MailServer, startMailServer } from './testing/mail-server'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  closers.push(server.close)
  return server
}

const MESSAGE = {
  subject: 'Invitation to Größe “Q4”',
  text: 'Open this link:\nhttps://rules.example.org/invite/secret\n',
}

function reports() {
  const troubles: MailTrouble[] = []
  return { troubles, report: (trouble: MailTrouble) => void troubles.push(trouble) }
}

const headersOf = (raw: string) =>
  raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n\s+/g, ' ')
    .split('\r\n')

describe('createSmtpSender', () => {
  it('sends a plain text to one address over STARTTLS, with the login', async () => {
    const server = await mailServer()
    const { troubles, report } = reports()
    const sender = createSmtpSender(server.settings({ login: MAIL_LOGIN }), report, server.authority)
    expect(await sender.send('nora@example.org', MESSAGE)).toBe('sent')
    expect(troubles).toEqual([])
    const [mail] = server.received
    expect(mail).toMatchObject({
      from: 'rules@example.org',
      to: ['nora@example.org'],
      secure: true,
      user: 'touchstone',
    })
    expect(headersOf(mail?.raw ?? '')).toContain('Auto-Submitted: auto-generated')
    expect(headersOf(mail?.raw ?? '').filter((line) => /^to:/i.test(line))).toEqual(['To: nora@example.org'])
    expect(mail?.raw).toContain('https://rules.example.org/invite/secret')
  })

  it('sends over a connection that begins with TLS', async () => {
    const server = await mailServer({ secure: true })
    const sender = createSmtpSender(server.settings(), () => {}, server.authority)
    expect(await sender.send('nora@example.org', MESSAGE)).toBe('sent')
  })

  const wrongPassword = { user: 'touchstone', password: 'wrong-secret' }
  it.each<[string, Parameters<typeof startMailServer>[0], Partial<MailSettings>, boolean]>([
    ['a certificate that no authority signed', {}, {}, false],
    ['a server without TLS', { disabledCommands: ['STARTTLS'] }, {}, true],
    ['a wrong password', {}, { login: wrongPassword }, true],
    ['no server', {}, { port: 1 }, true],
  ])('does not send with %s, and reports no secret', async (_, options, given, isTrusted) => {
    const { troubles, report } = reports()
    const server = await mailServer(options)
    const sender = createSmtpSender(server.settings(given), report, isTrusted ? server.authority : undefined)
    expect(await sender.send('nora@example.org', MESSAGE)).toBe('unavailable')
    expect(server.received).toEqual([])
    expect(troubles).toHaveLength(1)
    expect(JSON.stringify(troubles)).not.toMatch(/secret|nora|invite|p@ss/)
  })

  it('sends without encryption only if the operator allows it', async () => {
    const server = await mailServer({ disabledCommands: ['STARTTLS'] })
    expect(await createSmtpSender(server.settings(), () => {}).send('nora@example.org', MESSAGE)).toBe('unavailable')
    const sender = createSmtpSender(server.settings({ demandsTls: false }), () => {})
    expect(await sender.send('nora@example.org', MESSAGE)).toBe('sent')
    expect(server.received[0]?.secure).toBe(false)
  })

  it('says that the server refused the address', async () => {
    const server = await mailServer({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no such user secret'), { responseCode: 550 })),
    })
    const { troubles, report } = reports()
    const sender = createSmtpSender(server.settings(), report, server.authority)
    expect(await sender.send('unknown@example.org', MESSAGE)).toBe('recipient_refused')
    expect(troubles).toEqual([{ code: 'EENVELOPE', status: 550, step: 'RCPT TO' }])
  })

  it('stops waiting for a server that does not answer', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closers.push(() => silent.close())
    const { port } = silent.address() as { port: number }
    const server = await mailServer()
    const begin = Date.now()
    expect(await createSmtpSender({ ...server.settings(), port }, () => {}).send('nora@example.org', MESSAGE)).toBe(
      'unavailable',
    )
    expect(Date.now() - begin).toBeLessThan(SEND_TIMEOUT_MS)
  }, 20_000)

  it('adds no header and no recipient, whatever a name or an address says', async () => {
    const server = await mailServer()
    const sender = createSmtpSender(server.settings(), () => {}, server.authority)
    const hostile = 'Eve\r\nBcc: victim@example.org\r\n\r\nhttps://evil.example\u2028x'
    const facts = { link: 'https://rules.example.org/invite/t', expiresAt: new Date(0), roles: ['author'], held: false }
    const addresses = [
      'a@b.example,victim@example.org',
      'a@b.example\r\nbcc:victim@example.org',
      'x;victim@example.org',
      'victim@example.org',
    ]
    for (const email of addresses) {
      const message = invitationMessage({ ...facts, invitedBy: hostile, namespaceName: hostile, email })
      expect(message.text.split('\n').some((line) => /^(bcc:|https:\/\/evil)/i.test(line))).toBe(false)
      if (emailFailures(email).length === 0) await sender.send(email, message)
    }
    for (const { raw, to } of server.received) {
      expect(to).toHaveLength(1)
      expect(headersOf(raw).filter((line) => /^(bcc|cc|to):/i.test(line))).toHaveLength(1)
    }
    expect(server.received.at(-1)?.to).toEqual(['victim@example.org'])
  })
})
