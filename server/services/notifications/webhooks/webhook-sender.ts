import type {
  DeliveryAttempt,
  LeasedWebhook,
  StoredDelivery,
  WebhookDeliveryVerbs,
} from '../../../database/notifications/webhook-deliveries'
import { signedHeaders, webhookSecret } from './compose-body'
import { postToWebhook, type WebhookAnswer, type WebhookNetwork } from './post-to-webhook'

export interface WebhookSenderDependencies {
  readonly store: Pick<WebhookDeliveryVerbs, 'leaseWebhooks' | 'releaseWebhook' | 'nextDelivery' | 'noteAttempt'>
  readonly authSecret: string
  readonly network: WebhookNetwork
  readonly now: () => Date
  readonly reportTrouble: (error: unknown) => void
}

/** Receivers that this process talks to at one time. */
const MAX_AT_ONCE = 16
/** Then others get a turn. */
const MAX_IN_TURN = 20
const LEASE_MS = 60_000

/** Sends what is due, to several receivers at once and to each one in order. */
export class WebhookSender {
  private readonly inTurn = new Map<string, Promise<void>>()
  private isStopped = false

  constructor(private readonly dependencies: WebhookSenderDependencies) {}

  /** Begins as many turns as there is room for. A turn that ends makes room for others. */
  async begin(): Promise<void> {
    const { store, now, reportTrouble } = this.dependencies
    const room = MAX_AT_ONCE - this.inTurn.size
    if (room <= 0 || this.isStopped) return
    const at = now()
    const leased = await store.leaseWebhooks(at, new Date(at.getTime() + LEASE_MS), room)
    for (const webhook of leased) {
      const turn = this.takeTurn(webhook)
        .then(() => this.inTurn.delete(webhook.id))
        .then(() => this.begin())
        .catch((error: unknown) => {
          this.inTurn.delete(webhook.id)
          reportTrouble(error)
        })
      this.inTurn.set(webhook.id, turn)
    }
  }

  /** Resolves when no event is due. */
  async sendAll(): Promise<void> {
    await this.begin()
    while (this.inTurn.size > 0) await Promise.all(this.inTurn.values())
  }

  /** Resolves when the events that are being sent are noted. */
  async stop(): Promise<void> {
    this.isStopped = true
    while (this.inTurn.size > 0) await Promise.all(this.inTurn.values())
  }

  private async takeTurn(webhook: LeasedWebhook): Promise<void> {
    const { store, now, network } = this.dependencies
    const last = now().getTime() + LEASE_MS - 2 * network.timeoutMs
    try {
      for (let sent = 0; sent < MAX_IN_TURN && now().getTime() <= last && !this.isStopped; sent++) {
        const delivery = await store.nextDelivery(webhook.id, now())
        if (delivery === null) return
        const attempt = await this.send(webhook, delivery)
        const goesOn = await store.noteAttempt(attempt)
        if (!goesOn || (attempt.result.kind === 'failed' && attempt.result.pausedUntil !== null)) return
      }
    } finally {
      await store.releaseWebhook(webhook.id, now())
    }
  }

  private async send(
    { id: webhookId, url, secretVersion }: LeasedWebhook,
    { id, body, attempts }: StoredDelivery,
  ): Promise<DeliveryAttempt> {
    const { network, authSecret, now } = this.dependencies
    const begun = now()
    const secret = webhookSecret(authSecret, webhookId, secretVersion)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Touchstone-Webhooks/1',
      ...signedHeaders(secret, id, Math.floor(begun.getTime() / 1_000), body),
    }
    const answer = await postToWebhook(network, url, body, headers)
    const at = now()
    return {
      ...{ deliveryId: id, webhookId, at, milliseconds: at.getTime() - begun.getTime() },
      ...{ status: answer.status, answer: answer.answer, problem: answer.problem },
      result: resultOf(answer, at, attempts),
    }
  }
}

function resultOf({ status, retryAfterMs }: WebhookAnswer, at: Date, attempts: number): DeliveryAttempt['result'] {
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const wait = retryAfterMs ?? RETRY_AFTER_MS[Math.min(attempts, RETRY_AFTER_MS.length - 1)]!
  const isDown = status === null || status >= 500 || status === 429
  return {
    kind: 'failed',
    dueAt: new Date(at.getTime() + wait),
    pausedUntil: isDown ? new Date(at.getTime() + Math.min(wait, LONGEST_PAUSE_MS)) : null,
  }
}

const MINUTE_MS = 60_000
/** After the first attempt, the second, and so on. */
export const RETRY_AFTER_MS = [
  ...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS, 120 * MINUTE_MS],
  240 * MINUTE_MS,
] as const
/** A receiver that answers again gets its events after this time at most. */
const LONGEST_PAUSE_MS = 10 * MINUTE_MS
