import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WEBHOOK_KINDS } from '../../../api/terms/notification-terms'
import { type ServicesUnderTest, startServices } from '../../testing/services-under-test'
import { NotifySteps, notifierOf } from '../testing/notify-steps'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver'

let under: ServicesUnderTest
const closers: (() => unknown)[] = []

beforeAll(async () => {
  under = await startServices(2, { clock: () => Date.now(), webhookHosts: [{ host: '127.0.0.1', port: null }] })
})
afterAll(() => under.stop())
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const HOUR_MS = 3_600_000

async function receiver(...given: Parameters<typeof startWebhookReceiver>): Promise<WebhookReceiver> {
  const started = await startWebhookReceiver(...given)
  closers.push(started.close)
  return started
}

async function withWebhook(url: string, format: 'standard' | 'text' | 'card' = 'standard') {
  const steps = await NotifySteps.open(under)
  const { webhooks } = under.workbenches[0]!
  const content = { label: 'Ops', url, format, kinds: [...WEBHOOK_KINDS] }
  const { id, secret } = await webhooks.add(steps.administrator, content)
  const deliveries = async () => (await webhooks.deliveries(steps.administrator, id, null)).rows
  return { steps, webhooks, id, secret, content, deliveries }
}

describe('webhooks', () => {
  it('get an event once, signed, and the log of deliveries says so', async () => {
    const { received, url } = await receiver((response) => void response.end('thank\u0000s\n'.repeat(100)))
    const { steps, secret, deliveries } = await withWebhook(url)
    const hash = await steps.signing.save()
    await steps.signing.sign(hash)
    await Promise.all([notifierOf(under).workOff(), notifierOf(under).workOff()])
    await notifierOf(under).workOff()
    // The first approval of a name also puts the revision in force.
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'ruleset.approved',
      'ruleset.in_force',
    ])
    const [{ headers, body }] = [received[0]!]
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - under.now() / 1_000)).toBeLessThan(300)
    expect(JSON.parse(body)).toMatchObject({
      type: 'ruleset.approved',
      data: { ruleset_name: 'policy', ruleset_hash: hash, actor: steps.reviewer.person!.name, event: 'approved' },
    })
    expect(body).not.toContain('@example.org')
    const rows = await deliveries()
    expect(rows).toHaveLength(2)
    const [row] = rows
    expect(row).toMatchObject({ outcome: 'delivered', lastStatus: 200, attempts: 1, lastProblem: null })
    expect(row!.lastAnswer!.length).toBeLessThanOrEqual(200)
    expect(row!.lastAnswer).not.toMatch(/\p{Cc}/u)
  })

  it('get events in order after an outage, each once', async () => {
    const target = await receiver((response) => void response.writeHead(503).end())
    const { steps, deliveries } = await withWebhook(target.url)
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer])
    for (let nth = 0; nth < 5; nth++) await steps.comment(review, steps.reviewer, { hash })
    await notifierOf(under).workOff()
    // The receiver is down as a whole, so the other events are not tried.
    expect(target.received).toHaveLength(1)
    expect((await deliveries()).every(({ outcome }) => outcome === null)).toBe(true)
    for (let round = 0; round < 5; round++) {
      under.pass(HOUR_MS)
      await notifierOf(under).workOff()
    }
    const failed = target.received.length
    target.answerWith((response) => void response.writeHead(202).end())
    for (let round = 0; round < 3; round++) {
      under.pass(4 * HOUR_MS)
      await notifierOf(under).workOff()
    }
    const ids = target.received.slice(failed).map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    expect((await deliveries()).every(({ outcome }) => outcome === 'delivered')).toBe(true)
  })

  it('are switched off after a day of failures, administrators hear of it, and resending works again', async () => {
    const target = await receiver((response) => void response.writeHead(500).end('down'))
    const { steps, webhooks, id, deliveries } = await withWebhook(target.url)
    await steps.openReview(await steps.signing.save(), [steps.reviewer])
    for (let round = 0; round < 60; round++) {
      await notifierOf(under).workOff()
      if (round % 2 === 0) await webhooks.sendTest(steps.administrator, id).catch(() => {})
      under.pass(HOUR_MS)
    }
    const [row] = await webhooks.list(steps.administrator)
    expect(row).toMatchObject({ disabledWhy: 'failures' })
    expect(await steps.inbox(steps.administrator)).toEqual([
      'webhook_disabled: The webhook “Ops” was switched off, because its receiver failed for too long.',
    ])
    expect((await deliveries()).every(({ outcome }) => outcome === 'failed')).toBe(true)
    await expect(webhooks.sendTest(steps.administrator, id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    target.answerWith((response) => void response.end())
    await webhooks.switch(steps.administrator, id, true)
    const oldest = (await deliveries()).at(-1)!
    await webhooks.resend(steps.administrator, oldest.id)
    const before = target.received.length
    await notifierOf(under).workOff()
    expect(target.received.slice(before).map(({ headers }) => headers['webhook-id'])).toEqual([oldest.id])
  })

  it('are switched off at once by 410, and a rejected event does not hold up others', async () => {
    const rejecting = await receiver((response, { body }) =>
      response.writeHead(body.includes('mention') || body.includes('comment') ? 400 : 200).end(),
    )
    const { steps, deliveries } = await withWebhook(rejecting.url)
    const hash = await steps.signing.save()
    const review = await steps.openReview(hash, [steps.reviewer])
    await steps.comment(review, steps.reviewer, { hash })
    await steps.signing.sign(hash)
    await notifierOf(under).workOff()
    expect((await deliveries()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['in_force', 'delivered'],
      ['approved', 'delivered'],
      ['comment', null],
      ['review_requested', 'delivered'],
    ])
    const gone = await receiver((response) => void response.writeHead(410).end())
    const other = await withWebhook(gone.url)
    await other.webhooks.sendTest(other.steps.administrator, other.id)
    await notifierOf(under).workOff()
    expect(await other.webhooks.list(other.steps.administrator)).toMatchObject([{ disabledWhy: 'gone' }])
  })

  it('that never answer delay no other', { tags: ['nightly'] }, async () => {
    let hasSlowEnded = false
    const silent = await receiver((response) => {
      response.on('close', () => {
        hasSlowEnded = true
      })
    })
    const quick = await receiver()
    const [slow, other] = [await withWebhook(silent.url), await withWebhook(quick.url)]
    const order: boolean[] = []
    quick.answerWith((response) => {
      order.push(hasSlowEnded)
      response.end()
    })
    await slow.webhooks.sendTest(slow.steps.administrator, slow.id)
    await other.webhooks.sendTest(other.steps.administrator, other.id)
    await notifierOf(under, { network: { timeoutMs: 8_000 } }).workOff()
    expect(order).toEqual([false])
    expect((await slow.deliveries())[0]).toMatchObject({
      outcome: null,
      lastProblem: 'The receiver did not answer in time.',
    })
  })

  it('belong to administrators of one namespace', async () => {
    const target = await receiver()
    const { webhooks, id, content, steps } = await withWebhook(target.url)
    const other = await NotifySteps.open(under)
    await webhooks.sendTest(steps.administrator, id)
    const delivery = (await webhooks.deliveries(steps.administrator, id, null)).rows[0]!
    expect(await webhooks.list(other.administrator)).toEqual([])
    expect((await webhooks.deliveries(other.administrator, id, null)).rows).toEqual([])
    const attempts = [
      () => webhooks.change(other.administrator, id, content),
      () => webhooks.remove(other.administrator, id),
      () => webhooks.switch(other.administrator, id, false),
      () => webhooks.renewSecret(other.administrator, id),
      () => webhooks.sendTest(other.administrator, id),
      () => webhooks.resend(other.administrator, delivery.id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    for (const caller of [steps.author, steps.reviewer])
      await expect(webhooks.add(caller, content)).rejects.toMatchObject({ code: 'CREDENTIAL_SCOPE' })
    expect(await webhooks.list(steps.administrator)).toMatchObject([{ disabledAt: null, kinds: content.kinds }])
    expect(JSON.stringify(await webhooks.list(steps.administrator))).not.toContain('whsec_')
  })

  it('get another secret that replaces the first, and the log contains neither secret nor path', async () => {
    const target = await receiver()
    const { webhooks, id, secret, steps } = await withWebhook(`${target.url}/token-in-path`)
    const renewed = await webhooks.renewSecret(steps.administrator, id)
    expect(renewed.secret).not.toBe(secret)
    await webhooks.remove(steps.administrator, id)
    const bodies = await under.query<{ body: string }>(
      `SELECT convert_from(body, 'UTF8') AS body FROM log_entry WHERE namespace_id = '${steps.namespaceId}'`,
    )
    const text = JSON.stringify(bodies)
    expect(text).toContain('Ops (127.0.0.1')
    expect(text).not.toContain('token-in-path')
    expect(text).not.toContain('whsec_')
  })

  it.each(['text', 'card'] as const)('send the form %s, in which a name cannot address a channel', async (format) => {
    const target = await receiver()
    const { steps } = await withWebhook(target.url, format)
    const hash = await steps.signing.save()
    const label = '<!channel> [x](https://evil.example) <mallory@example.org>'
    const at = new Date(under.now())
    const details = {
      review_id: steps.namespaceId,
      name: 'policy',
      hash,
      reviewer_ids: [],
      any_reviewer: true,
      due_on: null,
    }
    await under.store.noteEvent(steps.namespaceId, at, { kind: 'review_opened', actor: label, details })
    await notifierOf(under).workOff()
    const message = JSON.parse(target.received[0]!.body) as Record<string, unknown>
    if (format === 'text') {
      expect(message).toEqual({ text: expect.stringContaining('&lt;!channel&gt;') })
      expect(message.text).toContain('https://rules.example.org/rulesets/policy/review')
    } else {
      expect(JSON.stringify(message)).toContain('"type":"TextRun","text":"<!channel>')
      expect(JSON.stringify(message)).not.toContain('"TextBlock"')
    }
  })
})
