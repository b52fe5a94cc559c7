/** POST /client-api/bus/send: being written. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClientGate } from '../../service/platform/client-gate'
import type { Frames } from '../../service/platform/frames'

export interface SendCarrierParts {
  readonly gate: Pick<ClientGate, 'verify'>
  readonly frames: Pick<Frames, 'send'>
  /** Budget `frame_bytes`. */
  readonly bodyBytes: number
  /** Address of this deployment as its users see it, without a final slash. */
  readonly publicUrl: string
  readonly reportBug: (error: unknown) => void
}

export function createSendCarrier(
  _parts: SendCarrierParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  throw new Error('not written yet')
}
