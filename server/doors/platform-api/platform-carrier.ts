/** The main REST API under /api/v1: being written. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientGate } from '../../service/platform/client-gate'
import type { Frames } from '../../service/platform/frames'
import type { ReviewQueue } from '../../service/platform/review-queue'
import type { Targets } from '../../service/platform/targets'

export interface PlatformCarrierParts {
  readonly gate: Pick<ClientGate, 'verify' | 'callerIn'>
  readonly targets: Targets
  readonly frames: Pick<Frames, 'find'>
  readonly reviews: Pick<ReviewQueue, 'list' | 'task'>
  /** Base address at which this deployment is reached. */
  readonly publicUrl: string
  readonly docsUrl: string
  /** Budget `body_bytes`. */
  readonly bodyBytes: number
  /** An id that a person can quote from the logs; random. */
  readonly newRequestId: () => string
  readonly reportBug: (error: unknown, requestId: string) => void
}

export function createPlatformCarrier(
  _parts: PlatformCarrierParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  throw new Error('not written yet')
}
