/**
 * The guardrail platform as its doors and pages see it.
 *
 * Promises: every function takes who asks and decides whether they may, answers plain data, and throws a Refusal where it
 * refuses; anything else that is thrown is a bug.
 */
import type { ClientGate } from './client-gate'
import type { Frames } from './frames'
import type { ResponseStream } from './response-stream'
import type { ReviewQueue } from './review-queue'
import type { ServiceAccounts } from './service-accounts'
import type { Targets } from './targets'

/** One member an area; each is made by its own `create…` function and joined in `create-platform.ts`. */
export interface Platform {
  readonly gate: ClientGate
  readonly accounts: ServiceAccounts
  readonly targets: Targets
  readonly frames: Frames
  readonly reviews: ReviewQueue
  readonly stream: ResponseStream
}
