/**
 * The operations of /v1 for pages: all of them for a person who is signed in, and a playground for visitors.
 *
 * Promises: a request is read from its JSON text by the operation's own schema, as REST and MCP read it, and the answer
 * has the bytes of /v1. An approval by a person is signed elsewhere; the permission matrix refuses it here.
 */
import { z } from 'zod'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { parseRequest } from '../../api/read-request'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { checkRequest } from '../../api/schemas/check'
import { readJson } from '../../language/numeric/lossless-json'
import { wholeBody } from '../../services/rulesets/streamed-list'
import type { Success } from '../../services/calls/call-context'
import { type OperationRequest, type RunOperation, requestFromBody, requestFromMembers } from '../requests/operation-request'
import { publicProcedure, router, type SignedInContext, signedIn } from './procedures'

type CallableOperation = Exclude<OperationId, 'openapi'>
const callable = Object.keys(OPERATIONS).filter((id): id is CallableOperation => id !== 'openapi')

const runInput = z.strictObject({
  operation: z.enum(callable as [CallableOperation, ...CallableOperation[]]),
  /** JSON text of the body, or of the members of path and query; empty where the operation takes none. */
  request: z.string(),
})

export const operationsRouter = router({
  run: signedIn
    .input(runInput)
    .mutation(({ ctx, input: { operation, request } }) =>
      canonicalAnswer(ctx.docsUrl, async () => run(ctx, operation, await read(ctx, operation, request))),
    ),
})

function read(
  { service, caller, addressKey }: SignedInContext,
  id: CallableOperation,
  request: string,
): OperationRequest | Promise<OperationRequest> {
  const { body }: Operation = OPERATIONS[id]
  return body === undefined
    ? requestFromMembers(id, request)
    : requestFromBody(service, { caller, addressKey: () => addressKey }, id, Buffer.from(request))
}

function run({ service, caller, addressKey }: SignedInContext, id: CallableOperation, request: OperationRequest) {
  const operation = service[id] as RunOperation
  return operation({ caller, channel: 'person', addressKey: () => addressKey }, request)
}

const compileInput = z.strictObject({ source: z.string() })
/** `claims` is JSON text, because it preserves the digits of a number. */
const checkInput = z.strictObject({ source: z.string(), claims: z.string() })

export const playgroundRouter = router({
  compile: publicProcedure
    .input(compileInput)
    .mutation(({ ctx, input }) =>
      canonicalAnswer(ctx.docsUrl, () => ctx.service.playgroundCompile(ctx.addressKey, input.source)),
    ),
  check: publicProcedure.input(checkInput).mutation(({ ctx, input }) =>
    canonicalAnswer(ctx.docsUrl, () => {
      const read = readJson(input.claims)
      if ('problem' in read)
        throw new Refusal('BAD_REQUEST', `The claims are not acceptable JSON: ${read.problem.message}.`)
      const { claims } = parseRequest(checkRequest, { claims: read.value })
      return ctx.service.playgroundCheck(ctx.addressKey, input.source, claims)
    }),
  ),
})

/** An answer of /v1: its canonical text, success or error envelope. Pages show and export it unchanged. */
export interface CanonicalAnswer {
  readonly ok: boolean
  readonly body: string
}

async function canonicalAnswer(docsUrl: string, run: () => Success | Promise<Success>): Promise<CanonicalAnswer> {
  try {
    return { ok: true, body: await wholeBody(await run()) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, body: errorEnvelope(error, docsUrl) }
    throw error
  }
}
