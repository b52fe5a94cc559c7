/**
 * The operations of /v1 for somebody who signed in: the same functions, the same bytes.
 *
 * Promises: a request is read from its JSON text by the operation's own schema, as REST and MCP read it. An approval
 * by a person is signed elsewhere; the permission matrix bars it here.
 */
import { z } from 'zod'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { parseRequest } from '../../api/read-request'
import { type OperationRequest, type RunOperation, requestFromBody } from '../operation-request'
import { canonicalAnswer } from './canonical-answer'
import type { SignedInContext } from './context'
import { router, signedIn } from './procedures'

type CallableOperation = Exclude<OperationId, 'openapi'>
const callable = Object.keys(OPERATIONS).filter((id): id is CallableOperation => id !== 'openapi')

const input = z.strictObject({
  operation: z.enum(callable as [CallableOperation, ...CallableOperation[]]),
  /** JSON text of the body, or of the members of path and query; empty where the operation takes none. */
  request: z.string(),
})

export const operationsRouter = router({
  run: signedIn
    .input(input)
    .mutation(({ ctx, input: { operation, request } }) =>
      canonicalAnswer(ctx.docsUrl, async () => run(ctx, operation, await read(ctx, operation, request))),
    ),
})

function read(
  { service }: SignedInContext,
  id: CallableOperation,
  request: string,
): OperationRequest | Promise<OperationRequest> {
  const { body, parameters, query }: Operation = OPERATIONS[id]
  if (body !== undefined) return requestFromBody(service, id, Buffer.from(request))
  const members = parameters ?? query
  return members === undefined ? null : (parseRequest(z.strictObject(members), JSON.parse(request)) as OperationRequest)
}

function run({ service, caller, addressKey }: SignedInContext, id: CallableOperation, request: OperationRequest) {
  const operation = service[id] as RunOperation
  return operation({ caller, channel: 'person', addressKey: () => addressKey }, request)
}
