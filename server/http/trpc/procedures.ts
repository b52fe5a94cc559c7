/**
 * The two kinds of page call: anybody's, and those of somebody who signed in.
 *
 * Promises: a refusal reaches the page as the envelope that /v1 gives (`error.data.refusal`); a bug reaches it without
 * its text. The caller of a signed-in call is read for every call.
 */
import { initTRPC, TRPCError } from '@trpc/server'
import { bugRefusal, errorEnvelope, Refusal } from '../../api/refusal'
import { storeRefusal } from '../../services/rulesets/store-away'
import type { TrpcContext } from './context'

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    const refusal = refusalIn(error)
    return {
      ...shape,
      message: refusal.message,
      data: { code: shape.data.code, httpStatus: refusal.status, refusal: errorEnvelope(refusal, ctx?.docsUrl ?? '') },
    }
  },
})

export const router = t.router

/** Refusals keep their status. */
const telling = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  const refusal = cause instanceof Refusal ? cause : storeRefusal(cause)
  if (refusal === null) return result
  throw new TRPCError({ code: TRPC_CODES[refusal.status] ?? 'BAD_REQUEST', cause: refusal })
})

export const anybody = t.procedure.use(telling)

export const signedIn = anybody.use(async ({ ctx, next }) => {
  const caller = await ctx.workbench.people.callerOf(ctx.session)
  if (ctx.session === null) throw new Error('a caller without a session')
  return next({ ctx: { ...ctx, session: ctx.session, caller } })
})

function refusalIn(error: TRPCError): Refusal {
  if (error.cause instanceof Refusal) return error.cause
  if (error.code === 'INTERNAL_SERVER_ERROR') return bugRefusal()
  return new Refusal('BAD_REQUEST', `The page sent what the server does not take: ${error.message}`)
}

const TRPC_CODES: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
}
