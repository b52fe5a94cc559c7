/**
 * Translates a wire case to a tool call, if possible. The arguments are the bytes of the REST body, or the members of
 * path and query. Rules decide about cases without a tool form, never the case's name; each has one reason of {@link
 * RestOnlyReason}.
 */
import { withoutLeniency } from '../../api/lenient-arguments'
import { OPERATIONS, type Operation, type OperationId } from '../../api/operations'
import { operationTools } from '../../http/mcp/tools'
import { createRouter } from '../../http/rest/route'
import { readJson, writeJson } from '../../language/numeric/lossless-json'
import { requestText, resolvePath, type WireCase } from './wire-case'

/** Reasons that a case exists only over REST. */
export const REST_ONLY = {
  route: 'the method or the path is the case, and a tool has neither',
  tool: 'the operation has no tool',
  credential: 'the header x-service-credential is the case; a token is judged before any tool (mcp-handler.test.ts)',
  'content type': 'the content type is the case; MCP takes application/json alone (mcp-handler.test.ts)',
  'broken body': 'the body is no JSON, so no message can carry it: a protocol error (mcp-handler.test.ts)',
  'body size': 'the message around the arguments counts as well, so the budget is met elsewhere (mcp-handler.test.ts)',
  query: 'the query is malformed in a way that an object cannot be',
  lenient: 'MCP accepts what REST refuses: an empty option, a label without a domain (tool-calls.test.ts)',
} as const

export type RestOnlyReason = keyof typeof REST_ONLY

export type ToolForm =
  | { readonly kind: 'tool'; readonly name: string; readonly argumentsText: string; readonly operation: Operation }
  | { readonly kind: 'rest only'; readonly reason: RestOnlyReason }

const router = createRouter(OPERATIONS)
const tools = operationTools()

/**
 * @param bodyBytes budget of the server
 * @param words words for credentials in cases
 */
export function toolForm(wire: WireCase, bodyBytes: number, words: readonly string[]): ToolForm {
  const [path, query = ''] = resolvePath(wire).split('?', 2) as [string, string?]
  const route = router.find(wire.method, path)
  if (route === null || 'allow' in route) return restOnly('route')
  const operation: Operation = OPERATIONS[route.operation as OperationId]
  if (operation.tool === null) return restOnly('tool')
  // Over MCP a public operation needs any valid token.
  if (!words.includes(wire.credential) && !(wire.credential === 'none' && operation.access === 'public'))
    return restOnly('credential')
  const sent = argumentsOf(wire, operation, route.parameters, query, bodyBytes)
  if (typeof sent !== 'string' && isLenient(operation.tool.name, sent.argumentsText)) return restOnly('lenient')
  return typeof sent === 'string' ? restOnly(sent) : { kind: 'tool', name: operation.tool.name, operation, ...sent }
}

function argumentsOf(
  wire: WireCase,
  operation: Operation,
  parameters: Readonly<Record<string, string>>,
  query: string,
  bodyBytes: number,
): { readonly argumentsText: string } | RestOnlyReason {
  if (operation.body === undefined) {
    const members = [...new URLSearchParams(query)]
    const names = members.map(([name]) => name)
    if (new Set(names).size !== names.length || (names.length > 0 && operation.query === undefined)) return 'query'
    return { argumentsText: JSON.stringify({ ...parameters, ...Object.fromEntries(members) }) }
  }
  const text = requestText(wire)
  if (wire.contentType !== 'application/json') return 'content type'
  if (text === undefined || !isJson(text)) return 'broken body'
  // The message envelope is smaller than this.
  if (Buffer.byteLength(text) + 200 > bodyBytes) return 'body size'
  return { argumentsText: text }
}

/** Returns whether a tool would change these arguments. */
function isLenient(tool: string, argumentsText: string): boolean {
  const read = readJson(argumentsText)
  if ('problem' in read) return false
  return writeJson(withoutLeniency(tools.get(tool)!.input, read.value)) !== writeJson(read.value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function restOnly(reason: RestOnlyReason): ToolForm {
  return { kind: 'rest only', reason }
}
