/** A refusal reaches the page as the envelope of /v1 (`error.data.refusal`); a bug does so without its text. */
import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { failuresOf } from '../../api/field-failures'
import { parsePlainRequest } from '../../api/read-request'
import { bugRefusal, errorEnvelope, Refusal } from '../../api/refusal'
import type { NewSession, Session } from '../../services/accounts/session'
import type { Caller } from '../../services/calls/caller'
import type { Service } from '../../services/create-service'
import type { Platform } from '../../services/guardrails/platform'
import { toStoreRefusal } from '../../services/library/store-refusal'
import type { Workbench } from '../../services/workbench'

export interface TrpcContext {
  readonly service: Service
  readonly workbench: Workbench
  readonly platform: Platform
  /** Null if no language model is configured. */
  readonly modelName: string | null
  readonly docsUrl: string
  readonly addressKey: string
  /** A person can quote it. */
  readonly requestId: string
  /** Null if the browser is not signed in, or another origin's page calls. */
  readonly session: Session | null
  /**
   * Begins a session, seals an open one again, or ends it with null.
   * @throws Refusal CREDENTIAL_SCOPE for a call from another origin's page
   */
  setSession(session: NewSession | Session | null): Promise<void>
}

export interface SignedInContext extends TrpcContext {
  readonly session: Session
  /** Read for each call. */
  readonly caller: Caller
}

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    const refusal = refusalIn(error)
    return {
      ...shape,
      message: refusal.message,
      data: {
        code: shape.data.code,
        httpStatus: refusal.status,
        requestId: ctx?.requestId ?? null,
        refusal: errorEnvelope(refusal, ctx?.docsUrl ?? ''),
      },
    }
  },
})

export const router = t.router

/** tRPC would answer 500. */
const withRefusals = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  const refusal = cause instanceof Refusal ? cause : toStoreRefusal(cause)
  if (refusal === null) return result
  throw new TRPCError({ code: TRPC_CODES[refusal.status] ?? 'BAD_REQUEST', cause: refusal })
})

export const publicProcedure = t.procedure.use(withRefusals)

export const signedIn = publicProcedure.use(async ({ ctx, next }) => {
  const caller = await ctx.workbench.people.callerOf(ctx.session)
  if (ctx.session === null) throw new Error('a caller without a session')
  return next({ ctx: { ...ctx, session: ctx.session, caller } })
})

function refusalIn(error: TRPCError): Refusal {
  if (error.cause instanceof Refusal) return error.cause
  if (error.code === 'INTERNAL_SERVER_ERROR') return bugRefusal()
  return new Refusal('BAD_REQUEST', `The page sent what the server does not take: ${problemOf(error)}`)
}

/** Omits the values, because one may be a password. */
function problemOf({ cause, message }: TRPCError): string {
  if (!(cause instanceof z.ZodError)) return message
  const problems = failuresOf(cause, null).map(({ field, expected }) => `${field || 'the input'}: expected ${expected}`)
  return `${problems.join('; ')}. Reload the page, and report this if it happens again.`
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

/** Reports every failing field, like the main REST API. */
export function contractInput<S extends z.ZodType>(schema: S): (value: unknown) => z.output<S> {
  return (value) => parsePlainRequest(schema, value)
}
