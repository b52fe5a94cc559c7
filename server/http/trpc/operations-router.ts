/**
 * The operations of /v1 for pages, and a playground for visitors. The operation's schema reads the JSON text, as over
 * REST and MCP, and the answer has the bytes of /v1. A person signs approvals elsewhere; the permission matrix refuses
 * them here.
 */
import { z } from 'zod'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { parseRequest } from '../../api/read-request'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { checkRequest } from '../../api/schemas/check'
import { readJson } from '../../language/numeric/lossless-json'
import type { Success } from '../../services/calls/call-context'
import { readWholeBody } from '../../services/rulesets/streamed-list'
import {
  type OperationRequest,
  type RunOperation,
  requestFromBody,
  requestFromMembers,
} from '../requests/operation-request'
import { publicProcedure, router, type SignedInContext, signedIn } from './procedures'

type CallableOperation = Exclude<OperationId, 'openapi'>
const callable = Object.keys(OPERATIONS).filter((id): id is CallableOperation => id !== 'openapi')

const runInput = z.strictObject({
  operation: z.enum(callable as [CallableOperation, ...CallableOperation[]]),
  /** JSON text of the body, or of path and query members; may be empty. */
  request: z.string(),
})

export const operationsRouter = router({
  run: signedIn
    .input(runInput)
    .mutation(({ ctx, input: { operation, request } }) =>
      canonicalAnswer(ctx.docsUrl, async () =>
        runOperation(ctx, operation, await readOperationRequest(ctx, operation, request)),
      ),
    ),
})

function readOperationRequest(
  { service, caller, addressKey }: SignedInContext,
  id: CallableOperation,
  request: string,
): OperationRequest | Promise<OperationRequest> {
  const { body }: Operation = OPERATIONS[id]
  return body === undefined
    ? requestFromMembers(id, request)
    : requestFromBody(service, { caller, addressKey: () => addressKey }, id, Buffer.from(request))
}

function runOperation(
  { service, caller, addressKey }: SignedInContext,
  id: CallableOperation,
  request: OperationRequest,
) {
  const operation = service[id] as RunOperation
  return operation({ caller, channel: 'person', addressKey: () => addressKey }, request)
}

const compileInput = z.strictObject({ source: z.string() })
/** `claims` is JSON text, to keep every digit. */
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

/** The canonical text of an answer or error envelope. Pages show and export it unchanged. */
export interface CanonicalAnswer {
  readonly ok: boolean
  readonly body: string
}

async function canonicalAnswer(docsUrl: string, run: () => Success | Promise<Success>): Promise<CanonicalAnswer> {
  try {
    return { ok: true, body: await readWholeBody(await run()) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, body: errorEnvelope(error, docsUrl) }
    throw error
  }
}
