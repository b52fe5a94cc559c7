import { Refusal } from '../../../api/refusal'
import { BusUnavailableError } from '../../../messaging/bus/bus'
import { QueueFullError } from './grouped-calls'

export function refuseBusy(error: unknown): never {
  if (error instanceof BusUnavailableError)
    throw new Refusal(
      'ENGINE_BUSY',
      'The message bus of this deployment does not answer at the moment. Send the same frame again: it is answered once.',
      { retry_after_ms: 2_000 },
    )
  if (error instanceof QueueFullError)
    throw new Refusal('ENGINE_BUSY', 'More frames arrive than are being stored. Send the same frame again.', {
      retry_after_ms: 1_000,
    })
  throw error
}

export function unknownTarget(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'There is no guardrail and no application of this id. /api/v1 lists those of your group.',
    {},
    { status: 404 },
  )
}

export function unknownTrace(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This group has no frame of this trace id. Answered frames are stored for a day unless the operator configures another time.',
    {},
    { status: 404 },
  )
}

export function otherGroup(): Refusal {
  return new Refusal('CREDENTIAL_SCOPE', 'The target belongs to a group that this token is not for.')
}

export function anotherFrame(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'Another frame was sent before under this trace id to the same target and topics. Use a new trace_id for each frame; only the very same frame may be sent again.',
    {},
    { status: 409 },
  )
}

/** Nothing of the frame was stored. */
export function tooManyWait({ of, limit }: { readonly of: 'group' | 'deployment'; readonly limit: number }): Refusal {
  const whose = of === 'group' ? `${limit} frames of this group` : `${limit} frames of all groups`
  return new Refusal(
    'BAD_REQUEST',
    `${whose} wait for their evaluation already. This one was not stored: send it again later.`,
    { retry_after_ms: 5_000 },
    { status: 429 },
  )
}
