import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpSender } from '../../mail/smtp-sender'
import { type MailServer, startMailServer } from '../../mail/testing/mail-server'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { idOf, NotifySteps, notifierOf } from '../testing/notify-steps'

let under: ServicesUnderTest
const closers: (() => unknown)[] = []

beforeAll(async () => {
  under = await startServices(2, { clock: () => Date.now() })
})
afterAll(() => under.stop())
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options)
  closers.push(server.close)
  return server
}

const notifierWith = (server: MailServer, port = server.port) =>
  notifierOf(under, { mail: createSmtpSender({ ...server.settings(), port }, () => {}, server.authority) })

function header(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n\s+/g, ' ')
  return head
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim()
}

const mailsTo = ({ received }: MailServer, { person }: { person: { email: string } | null }) =>
  received.filter(({ to }) => to.includes(person?.email ?? ''))

describe('mails about notifications', () => {
  it('are sent once, with plain text, HTML, a stable id and a link to the choices', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    await steps.openReview(await steps.signing.save(), [steps.reviewer])
    await Promise.all([notifierWith(server).workOff(), notifierWith(server).workOff()])
    await notifierWith(server).workOff()
    const mails = mailsTo(server, steps.reviewer)
    expect(mails).toHaveLength(1)
    const { raw } = mails[0]!
    const { rows } = await under.workbenches[0]!.notifications.list(steps.reviewer, 'all', null)
    expect(header(raw, 'message-id')).toBe(`<${rows[0]!.id}@example.org>`)
    expect(header(raw, 'list-unsubscribe')).toBe('<https://rules.example.org/settings/account#notifications>')
    expect(header(raw, 'auto-submitted')).toBe('auto-generated')
    expect(header(raw, 'content-type')).toContain('multipart/alternative')
    expect(raw).not.toMatch(/<img|<script|src=/i)
    expect(server.received.every(({ secure }) => secure)).toBe(true)
  })

  it('survive an outage of the mail server', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    const second = await steps.signing.colleague('reviewer')
    await steps.openReview(await steps.signing.save(), [steps.reviewer, second])
    // Nothing listens on this port.
    for (let round = 0; round < 3; round++) {
      await notifierWith(server, 9).workOff()
      under.pass(2 * HOUR_MS)
    }
    expect(server.received).toEqual([])
    await notifierWith(server).workOff()
    for (const each of [steps.reviewer, second]) expect(mailsTo(server, each)).toHaveLength(1)
  })

  it('are not sent to a member who was removed or disabled after the event', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    const [removed, disabled] = [await steps.signing.colleague('reviewer'), await steps.signing.colleague('reviewer')]
    await steps.openReview(await steps.signing.save(), [removed, disabled, steps.reviewer])
    await notifierWith(server).derive()
    await under.workbenches[0]!.members.removeMember(steps.administrator, idOf(removed))
    await under.workbenches[0]!.memberAccounts.disable(steps.administrator, idOf(disabled))
    await notifierWith(server).workOff()
    expect(mailsTo(server, removed)).toEqual([])
    expect(mailsTo(server, disabled)).toEqual([])
    expect(mailsTo(server, steps.reviewer)).toHaveLength(1)
  })

  it('follow the choice of the person: a daily digest, or none, even if it changes before the mail', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    const [digest, none, late] = [
      await steps.signing.colleague('reviewer'),
      await steps.signing.colleague('reviewer'),
      await steps.signing.colleague('reviewer'),
    ]
    const { notifications } = under.workbenches[0]!
    await notifications.chooseMail(digest, 'review_requested', 'digest')
    await notifications.chooseMail(none, 'review_requested', 'none')
    const hash = await steps.signing.save()
    for (let nth = 0; nth < 3; nth++) await steps.openReview(hash, [digest, none, late])
    await notifierWith(server).derive()
    await notifications.chooseMail(late, 'review_requested', 'none')
    await notifierWith(server).workOff()
    expect(server.received).toEqual([])
    under.pass(DAY_MS)
    await notifierWith(server).workOff()
    expect(server.received.map(({ to }) => to)).toEqual([[digest.person!.email]])
    expect(header(server.received[0]!.raw, 'subject')).toMatch(/^3 notifications in/)
  })

  it('collect a flood of events into a digest of the hour', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    for (let nth = 0; nth < 30; nth++) await steps.openReview(hash, [steps.reviewer])
    await notifierWith(server).workOff()
    expect(mailsTo(server, steps.reviewer)).toHaveLength(20)
    under.pass(HOUR_MS)
    await notifierWith(server).workOff()
    const mails = mailsTo(server, steps.reviewer)
    expect(mails).toHaveLength(21)
    expect(header(mails.at(-1)!.raw, 'subject')).toMatch(/^10 notifications in/)
  })

  it('end without a repeat if the server refuses the recipient', async () => {
    const server = await mailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
    })
    const steps = await NotifySteps.open(under)
    await steps.openReview(await steps.signing.save(), [steps.reviewer])
    await notifierWith(server).workOff()
    const outcomes = await under.query<{ outcome: string }>(
      `SELECT outcome FROM outgoing_mail WHERE namespace_id = '${steps.namespaceId}'`,
    )
    expect(outcomes).toEqual([{ outcome: 'refused' }])
  })

  it('have one recipient and one subject, whatever a name contains', async () => {
    const server = await mailServer()
    const steps = await NotifySteps.open(under)
    const hash = await steps.signing.save()
    const actor = 'Eve\r\nBcc: victim@example.org\r\n\r\n<b>x</b> <eve@example.org>'
    const details = { review_id: steps.namespaceId, name: 'policy', hash, any_reviewer: true, due_on: null }
    await under.store.noteEvent(steps.namespaceId, new Date(under.now()), {
      ...{ kind: 'review_opened', actor },
      details: { ...details, reviewer_ids: [] },
    })
    await notifierWith(server).workOff()
    const { raw, to } = mailsTo(server, steps.reviewer)[0]!
    expect(to).toHaveLength(1)
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im)
    const html = raw.slice(raw.indexOf('<!doctype html>'))
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
    expect(html).not.toContain('<b>x</b>')
  })
})
