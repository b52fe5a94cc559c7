/**
 * A notifier that kills its process at a step. It ends with status 0 if it finished its work before.
 * The argument is a {@link NotifierOrder} as JSON.
 */
import { z } from 'zod'
import { openStore } from '../../../database/store'
import { silentLog } from '../../../database/testing/fresh-database'
import { createSmtpSender } from '../../mail/smtp-sender'
import { Notifier } from '../notifier'
import { webhookNetwork } from '../webhooks/post-to-webhook'
import { StepCounter } from './step-counter'

const notifierOrder = z.object({
  url: z.string(),
  ownerUrl: z.string(),
  smtpPort: z.number(),
  authority: z.string(),
  authSecret: z.string(),
  /** Added to the computer's clock, so that leases of killed processes are over. */
  aheadMs: z.number(),
  killAtStep: z.number(),
})
export type NotifierOrder = z.output<typeof notifierOrder>

const order = notifierOrder.parse(JSON.parse(process.argv[2] ?? ''))
const steps = new StepCounter(order.killAtStep, () => {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('the process was killed')
})
const store = await openStore({ url: order.url, ownerUrl: order.ownerUrl, log: silentLog, connections: 4 })
const sender = createSmtpSender(
  {
    ...{ host: 'localhost', port: order.smtpPort, startsWithTls: false, demandsTls: true, login: null },
    from: { name: 'Touchstone', address: 'rules@example.org' },
  },
  () => {},
  order.authority,
)
const notifier = new Notifier({
  store: steps.watch(store),
  mail: steps.watch(sender),
  network: webhookNetwork([{ host: '127.0.0.1', port: null }]),
  publicUrl: 'https://rules.example.org',
  authSecret: order.authSecret,
  now: () => new Date(Date.now() + order.aheadMs),
  reportTrouble: (error) => {
    throw error
  },
})
await notifier.workOff()
await store.close()
