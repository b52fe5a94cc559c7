import { Refusal } from '../../api/refusal'
import { KeyReusedError, type RepeatableCall, type RepeatableCallVerbs } from '../../database/access/repeatable-calls'
import type { CallContext, Success } from '../calls/call-context'
import { type Caller, namespaceOf } from '../calls/caller'

type AnswerStore = Pick<RepeatableCallVerbs, 'findAnswer' | 'keepAnswer'>

/** Runs a call that has an `Idempotency-Key`, and returns the first answer to it. Answers are stored readable. */
export type AnswerOnce = (
  caller: Caller,
  repeatable: NonNullable<CallContext['repeatable']>,
  run: (call: RepeatableCall) => Promise<string>,
) => Promise<string>

/** @param now the time that decides whether a key is forgotten */
export function createAnswerOnce(store: AnswerStore, now: () => Date): AnswerOnce {
  return async (caller, repeatable, run) => {
    const namespaceId = namespaceOf(caller)
    const call = { ...repeatable, at: now() }
    try {
      const earlier = await store.findAnswer(namespaceId, call)
      return earlier ?? (await store.keepAnswer(namespaceId, call, await run(call)))
    } catch (error) {
      throw error instanceof KeyReusedError ? keyReused() : error
    }
  }
}

type Run<Request> = (context: CallContext, request: Request, call: RepeatableCall | null) => Success | Promise<Success>

/**
 * Accepts an `Idempotency-Key` (Internet draft). Repetitions within 24 hours get the first answer. Refusals are not
 * kept.
 * @param run passes `call` to the verb that stores its effect
 */
export function withIdempotencyKey<Request>(
  answerOnce: AnswerOnce,
  run: Run<Request>,
): (context: CallContext, request: Request) => Success | Promise<Success> {
  return (context, request) => {
    const { repeatable, caller } = context
    if (repeatable === undefined) return run(context, request, null)
    return answerOnce(caller, repeatable, async (call) => (await run(context, request, call)).body).then((body) => ({
      body,
    }))
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
