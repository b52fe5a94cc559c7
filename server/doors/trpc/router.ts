/**
 * The pages' own door. It forwards to service functions and holds no rule.
 *
 * Promises: an answer is the canonical text that /v1 gives, success or envelope, so a page shows the server's bytes.
 */
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
import { errorEnvelope } from '../../contract/envelope'
import { readJson } from '../../contract/lossless-json'
import { parseRequest } from '../../contract/read-request'
import { Refusal } from '../../contract/refusal'
import { checkRequest } from '../../contract/schemas/check'
import type { Service, Success } from '../../service/service'

export interface TrpcContext {
  readonly service: Service
  readonly docsUrl: string
  readonly addressKey: string
}

const t = initTRPC.context<TrpcContext>().create()

const compileInput = z.strictObject({ source: z.string() })
/** `claims` is JSON text, because numbers must arrive as they were typed. */
const checkInput = z.strictObject({ source: z.string(), claims: z.string() })

export const appRouter = t.router({
  playground: t.router({
    compile: t.procedure
      .input(compileInput)
      .mutation(({ ctx, input }) => answer(ctx, () => ctx.service.playgroundCompile(ctx.addressKey, input.source))),
    check: t.procedure.input(checkInput).mutation(({ ctx, input }) =>
      answer(ctx, () => {
        const read = readJson(input.claims)
        if ('problem' in read)
          throw new Refusal('BAD_REQUEST', `The claims are not acceptable JSON: ${read.problem.message}.`)
        const { claims } = parseRequest(checkRequest, { claims: read.value })
        return ctx.service.playgroundCheck(ctx.addressKey, input.source, claims)
      }),
    ),
  }),
})

export type AppRouter = typeof appRouter

async function answer(
  ctx: TrpcContext,
  run: () => Promise<Success>,
): Promise<{ readonly ok: boolean; readonly body: string }> {
  try {
    return { ok: true, body: (await run()).body }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, body: errorEnvelope(error, ctx.docsUrl) }
    throw error
  }
}
