/**
 * Returns the bytes of REST as text, and parsed as `structuredContent`. A refusal is a result, so that the model can
 * read and correct it.
 */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { withoutLeniency } from '../../api/lenient-arguments'
import { OPERATIONS, type Operation } from '../../api/operations'
import { parseRequest, readBodyText } from '../../api/read-request'
import { bugRefusal, errorEnvelope, Refusal } from '../../api/refusal'
import type { CallContext, Success } from '../../services/calls/call-context'
import type { Service, ServiceOperationId } from '../../services/create-service'
import { readWholeBody } from '../../services/rulesets/streamed-list'
import { type OperationRequest, type RunOperation, requestFromBody } from '../requests/operation-request'
import { memberSchema, type OperationTool } from './tools'

/** Beside the answer, whose bytes are those of REST. */
export const CHECK_ID_META = 'touchstone/check-id'

export interface ToolCallDependencies {
  readonly service: Service
  readonly docsUrl: string
  readonly reportBug: (error: unknown, requestId: string) => void
}

export interface McpExchange {
  readonly context: CallContext
  /** Sent as x-request-id, and logged. */
  readonly requestId: string
}

export async function callTool(
  dependencies: ToolCallDependencies,
  tool: OperationTool,
  argumentsText: string,
  exchange: McpExchange,
): Promise<CallToolResult> {
  try {
    const success = await answerCall(dependencies.service, tool, argumentsText, exchange.context)
    const result = toToolResult(await readWholeBody(success), false)
    const { checkId } = success
    return checkId === undefined ? result : { ...result, _meta: { [CHECK_ID_META]: checkId } }
  } catch (error) {
    return toToolResult(errorEnvelope(refusalOf(dependencies, error, exchange.requestId), dependencies.docsUrl), true)
  }
}

/** A bug is reported to the operator; its text is not sent. */
export function refusalOf(
  dependencies: Pick<ToolCallDependencies, 'reportBug'>,
  error: unknown,
  requestId: string,
): Refusal {
  if (error instanceof Refusal) return error
  dependencies.reportBug(error, requestId)
  return bugRefusal()
}

function toToolResult(body: string, isError: boolean): CallToolResult {
  return {
    content: [{ type: 'text', text: body }],
    structuredContent: JSON.parse(body) as Record<string, unknown>,
    isError,
  }
}

async function answerCall(
  service: Service,
  { operations, input }: OperationTool,
  argumentsText: string,
  context: CallContext,
): Promise<Success> {
  const first: Operation = OPERATIONS[operations[0]]
  if (first.body !== undefined) {
    const [id] = operations
    const body = Buffer.from(argumentsText, 'utf8')
    return run(service, id, context, await requestFromBody(service, context, id, body, 'lenient'))
  }
  const named = withoutLeniency(input, readBodyText(argumentsText))
  const id = chooseOperation(operations, named)
  return run(service, id, context, parseRequest(memberSchema(OPERATIONS[id]), named))
}

/**
 * Selects the operation that matches the most argument names. Unknown arguments select the one with the most members,
 * whose refusal lists them; no arguments select the one with the fewest.
 */
function chooseOperation(
  operations: readonly [ServiceOperationId, ...ServiceOperationId[]],
  named: unknown,
): ServiceOperationId {
  const names = typeof named === 'object' && named !== null ? Object.keys(named) : []
  const rank = (id: ServiceOperationId) => {
    const members = Object.keys(memberSchema(OPERATIONS[id]).shape)
    const known = names.filter((name) => members.includes(name)).length
    return known * MEMBERS_UPPER_BOUND + (names.length > 0 ? members.length : -members.length)
  }
  return operations.reduce((best, id) => (rank(id) > rank(best) ? id : best))
}

/** More than the members of any operation. */
const MEMBERS_UPPER_BOUND = 1_000

function run(service: Service, id: ServiceOperationId, context: CallContext, request: OperationRequest) {
  return (service[id] as RunOperation)(context, request)
}
