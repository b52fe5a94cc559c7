import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { NOTIFICATION_LIMITS } from '../../api/terms/notification-terms'
import type { Caller } from '../calls/caller'
import { GuardSteps, guardInput } from '../guardrails/guards/testing/guard-steps'
import { createSmtpSender } from '../mail/smtp-sender'
import { type MailServer, startMailServer } from '../mail/testing/mail-server'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { notifierOf } from './testing/notify-steps'

let under: ServicesUnderTest
let mails: MailServer
/** How many mails earlier tests received. */
let seen = 0
const HOUR_MS = 3_600_000
const PERIOD_MS = NOTIFICATION_LIMITS.calls_period_minutes * 60_000

beforeAll(async () => {
  // Begins with an hour, so that the minutes that a test passes are of one period.
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
  under = await startServices(1, { platform: {}, clock: () => start })
  await under.workbenches[0]!.signing.publishedKeys()
  mails = await startMailServer()
})
afterAll(async () => {
  await mails.close()
  await under.stop()
})
afterEach(() => {
  seen = mails.received.length
})

const received = () => mails.received.slice(seen)
const notify = () =>
  notifierOf(under, { mail: createSmtpSender(mails.settings(), () => {}, mails.authority) }).workOff()
const sentTo = ({ person }: Caller) =>
  received()
    .filter(({ to }) => to.includes(person!.email))
    .map(({ raw }) => raw)

async function inbox(who: Caller, view: 'waiting' | 'all' = 'waiting'): Promise<readonly string[]> {
  const { rows } = await under.workbenches[0]!.notifications.list(who, view, null)
  return rows.map(({ sentence }) => sentence)
}

/** A guard whose changes nobody is told about any more. */
async function openSteps(): Promise<GuardSteps> {
  const steps = await GuardSteps.open(under, { wait_seconds: 86_400 })
  await notify()
  seen = mails.received.length
  return steps
}

it('reviewers are told about the first waiting call at once, without its arguments', async () => {
  const steps = await openSteps()
  const { reviewer, author, administrator } = steps.signing
  const { grant } = await steps.call(await steps.program(), 0.41107)
  await notify()
  const told = 'gateway waits for a reviewer to decide a call of “refund” (guard “refunds”).'
  expect(await inbox(reviewer)).toEqual([told])
  for (const other of [author, administrator]) expect(await inbox(other, 'all')).not.toContain(told)
  expect([sentTo(reviewer).length, received().length]).toEqual([1, 1])
  expect(sentTo(reviewer)[0]).toContain(`/calls/${grant!.id}`)
  expect(
    received()
      .map(({ raw }) => raw)
      .join(),
  ).not.toContain('41107')
  await notify()
  expect(sentTo(reviewer)).toHaveLength(1)
})

it('a flood of calls is one notification and one mail in each period, however often it is read', async () => {
  const steps = await openSteps()
  const { reviewer } = steps.signing
  const program = await steps.program()
  for (let period = 0; period < 4; period++) {
    for (let nth = 0; nth < 12; nth++) {
      await steps.call(program, period * 12 + nth)
      if (nth % 4 === 3) await notify()
      under.pass(60_000)
    }
    under.pass(PERIOD_MS - 12 * 60_000)
    await notify()
  }
  const more = 'More calls of “refund” (guard “refunds”) wait for a reviewer.'
  expect(await inbox(reviewer)).toEqual([more, more, more, more, expect.stringContaining('gateway waits')])
  expect(sentTo(reviewer)).toHaveLength(5)
})

it('a colleague has the own choice, and another guard of the same flood is told about at once', async () => {
  const steps = await openSteps()
  const silent = await steps.signing.colleague('reviewer')
  await under.workbenches[0]!.notifications.chooseMail(silent, 'call_waiting', 'none')
  const program = await steps.program()
  await steps.call(program, 1)
  const second = guardInput(steps.hash, { name: 'second', tool: 'second' })
  const { id, version, digest } = await steps.platform.guards.addGuard(steps.signing.author, second)
  await steps.platform.guards.confirmGuard(steps.signing.reviewer, id, { version, digest })
  await under.services[0]!.decideToolCall(
    { caller: program, channel: 'program', addressKey: () => 'test' },
    { guard: 'second', arguments: '{"amount":1}', session: '{}', wait_seconds: 0 },
  )
  await notify()
  expect(sentTo(silent)).toEqual([])
  expect((await inbox(silent)).filter((sentence) => sentence.startsWith('gateway'))).toHaveLength(2)
})

it('nothing is asked, and no mail is sent, about calls that were answered or are over', async () => {
  const steps = await openSteps()
  const { reviewer } = steps.signing
  const program = await steps.program()
  const first = await steps.call(program, 1)
  const second = await steps.call(program, 2)
  await notify()
  await steps.answer(reviewer, first.grant!.id)
  await notify()
  // The other one still waits.
  expect(await inbox(reviewer)).toHaveLength(2)
  await steps.answer(reviewer, second.grant!.id, { isGranted: false })
  under.pass(HOUR_MS)
  await notify()
  expect([await inbox(reviewer), sentTo(reviewer).length]).toEqual([[], 1])
  await steps.call(program, 3)
  await notify()
  expect(await inbox(reviewer)).toHaveLength(1)
  under.pass(25 * HOUR_MS)
  await notify()
  expect(await inbox(reviewer)).toEqual([])
})

it('reviewers are told once about a guard that its authors keep changing, until one confirms it', async () => {
  const steps = await openSteps()
  const { reviewer, author } = steps.signing
  under.pass(HOUR_MS)
  for (let version = 1; version < 6; version++) {
    const changed = guardInput(steps.hash, { tool: `refund ${version}` })
    await steps.platform.guards.changeGuard(author, steps.guardId, version, changed)
    await notify()
  }
  expect(await inbox(reviewer)).toHaveLength(2)
  expect(sentTo(reviewer)).toHaveLength(1)
  expect(sentTo(reviewer)[0]).toContain(`/tool-guards/${steps.guardId}`)
  await steps.confirm()
  await notify()
  expect(await inbox(reviewer)).toEqual([])
})
