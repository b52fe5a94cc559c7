import { Refusal } from '../../api/refusal'
import { KeyReusedError, type RepeatableCall, type RepeatableCallVerbs } from '../../database/access/repeatable-calls'
import type { CallContext, Success } from '../calls/call-context'
import { namespaceOf } from '../calls/caller'

type Run<Request> = (context: CallContext, request: Request, call: RepeatableCall | null) => Success | Promise<Success>

/**
 * Accepts an `Idempotency-Key` (Internet draft). Repetitions within 24 hours get the first answer. Refusals are not
 * kept.
 * @param run passes `call` to the verb that stores its effect
 */
export function withIdempotencyKey<Request>(
  store: Pick<RepeatableCallVerbs, 'findAnswer' | 'keepAnswer'>,
  now: () => Date,
  run: Run<Request>,
): (context: CallContext, request: Request) => Success | Promise<Success> {
  return (context, request) => {
    const { repeatable, caller } = context
    if (repeatable === undefined) return run(context, request, null)
    const namespaceId = namespaceOf(caller)
    const call = { ...repeatable, at: now() }
    const answer = async () => {
      const earlier = await store.findAnswer(namespaceId, call)
      if (earlier !== null) return { body: earlier }
      const { body } = await run(context, request, call)
      return { body: await store.keepAnswer(namespaceId, call, body) }
    }
    return answer().catch((error: unknown) => {
      throw error instanceof KeyReusedError ? keyReused() : error
    })
  }
}

function keyReused(): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    'This Idempotency-Key was sent within the last 24 hours with another operation or body. Send a new key with a new request, and the same body with the same key.',
    {},
    { status: 422 },
  )
}
