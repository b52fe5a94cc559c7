import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_KINDS } from '../../api/terms/notification-terms'
import { createSmtpSender } from '../mail/smtp-sender'
import { type MailServer, startMailServer } from '../mail/testing/mail-server'
import { type ServicesUnderTest, startServices } from '../testing/services-under-test'
import { Notifier } from './notifier'
import type { NotifierOrder } from './testing/notifier-process'
import { NOTIFIER_SECRET, NotifySteps } from './testing/notify-steps'
import { StepCounter } from './testing/step-counter'
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver'
import { webhookNetwork } from './webhooks/post-to-webhook'

let under: ServicesUnderTest
let mails: MailServer
let receiver: WebhookReceiver

beforeAll(async () => {
  under = await startServices(1, { clock: () => Date.now(), webhookHosts: [{ host: '127.0.0.1', port: null }] })
  mails = await startMailServer()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await under.stop()
  await mails.close()
  await receiver.close()
})

/** Longer than the leases of a process that died. */
const LEASES_MS = 6 * 60_000

class KilledError extends Error {}

/**
 * Adds a request for a review before each run, and compares what arrived at the end. A process that ends between the
 * answer of a server and the note of it sends this one mail or event again, under the same id and with the same content.
 */
async function expectEachOnce(runs: number, run: (nth: number) => Promise<void>, finish: () => Promise<void>) {
  const steps = await NotifySteps.open(under)
  const content = { label: 'Ops', url: receiver.url, format: 'standard' as const, kinds: [...WEBHOOK_KINDS] }
  await under.workbenches[0]!.webhooks.add(steps.administrator, content)
  const hash = await steps.signing.save()
  const [mailsBefore, eventsBefore] = [mails.received.length, receiver.received.length]
  for (let nth = 0; nth < runs; nth++) {
    await steps.openReview(hash, [steps.reviewer])
    await run(nth)
    under.pass(LEASES_MS)
  }
  await finish()
  const stored = await under.query<{ id: string }>(
    `SELECT id::text FROM notification WHERE namespace_id = '${steps.namespaceId}' AND reason = 'asked'`,
  )
  expect(stored).toHaveLength(runs)
  const ids = mails.received.slice(mailsBefore).map(({ raw }) => /^message-id: <([^@]+)@/im.exec(raw)?.[1] ?? '')
  expect(new Set(ids)).toEqual(new Set(stored.map(({ id }) => id)))
  const events = receiver.received.slice(eventsBefore).map(({ headers }) => String(headers['webhook-id']))
  expect(new Set(events).size).toBe(runs)
  const repeats = { mails: ids.length - runs, events: events.length - runs }
  console.info(`${runs} notifications, of which sent again: ${JSON.stringify(repeats)}`)
  // Each process sends one mail, and one event to a receiver, at a time.
  expect(Math.max(repeats.mails, repeats.events)).toBeLessThanOrEqual(runs)
  const bodies = new Map(
    receiver.received.slice(eventsBefore).map(({ headers, body }) => [headers['webhook-id'], body]),
  )
  for (const { headers, body } of receiver.received.slice(eventsBefore))
    expect(bodies.get(headers['webhook-id'])).toBe(body)
}

const notifierUntil = (step: number) => {
  const counter = new StepCounter(step, () => {
    throw new KilledError()
  })
  return new Notifier({
    store: counter.watch(under.store),
    mail: counter.watch(createSmtpSender(mails.settings(), () => {}, mails.authority)),
    network: webhookNetwork([{ host: '127.0.0.1', port: null }]),
    publicUrl: 'https://rules.example.org',
    authSecret: NOTIFIER_SECRET,
    now: () => new Date(under.now()),
    reportTrouble: (error) => {
      if (!(error instanceof KilledError)) throw error
    },
  })
}

it('a notifier that ends at any of its steps loses nothing, and tells nobody twice', async () => {
  const run = async (nth: number) => {
    await notifierUntil(nth + 1)
      .workOff()
      .catch((error: unknown) => {
        if (!(error instanceof KilledError)) throw error
      })
  }
  await expectEachOnce(40, run, () => notifierUntil(0).workOff())
})

/** NOTIFIER_KILLS=50 tries fewer. */
const KILLS = Number(process.env.NOTIFIER_KILLS ?? 200)
/** A round of work has about so many steps. */
const STEPS = 40
const PROCESS = path.join(import.meta.dirname, 'testing/notifier-process.ts')

it(`${KILLS} killed processes lose no mail and no event, and double none`, {
  tags: ['nightly'],
  timeout: 3_600_000,
}, async () => {
  let killed = 0
  const start = async (killAtStep: number) => {
    const order: NotifierOrder = {
      ...{ url: under.url, ownerUrl: under.ownerUrl, smtpPort: mails.port },
      ...{ authority: mails.authority, authSecret: NOTIFIER_SECRET, killAtStep },
      aheadMs: under.now() - Date.now(),
    }
    const child = spawn(process.execPath, ['--import', 'tsx', PROCESS, JSON.stringify(order)], { stdio: 'inherit' })
    const [status, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (signal === 'SIGKILL') killed++
    else expect(status).toBe(0)
  }
  const run = (nth: number) => start(1 + ((nth * 7) % STEPS))
  await expectEachOnce(KILLS, run, async () => {
    // Enough rounds for everything whose last attempt was cut off.
    for (let round = 0; round < 3; round++) {
      under.pass(LEASES_MS)
      await start(0)
    }
  })
  expect(killed).toBeGreaterThan(KILLS / 2)
})
