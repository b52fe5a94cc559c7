/**
 * The MCP server of one HTTP request: what it lists and what it answers.
 *
 * Promises: no rule of its own; a tool is an operation of the contract, and the caller is the one that the exchange
 * names. The low-level server of the SDK, because its high-level one reads arguments by a schema of its own before an
 * operation sees them. What a handler throws leaves as a protocol error with the envelope, never with a bug's text.
 */
import {
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { errorEnvelope, Refusal } from '../../api/refusal'
import { VERSIONS } from '../../api/versions'
import { callTool, type McpExchange, refusalOf, type ToolCallDependencies } from './call-tool'
import { AUTHOR_RULESET, authorRuleset, PROMPTS, policyTextOf, SERVER_INSTRUCTIONS } from './prompts'
import { ARGUMENTS_TEXT } from './read-messages'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources'
import { operationTools } from './tools'

/** JSON-RPC's own codes. */
export type JsonRpcCode = -32700 | -32600 | -32601 | -32602 | -32603

const INVALID_PARAMS: JsonRpcCode = -32602
const INTERNAL_ERROR: JsonRpcCode = -32603

export interface McpServerDependencies extends ToolCallDependencies {
  /** Address of this deployment as its users see it. */
  readonly publicUrl: string
}

type Handle = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** The SDK answers parameters of the wrong shape as an internal error; JSON-RPC has a code for this mistake of the client. */
class ParameterCheckingServer extends Server {
  protected override _wrapHandler(method: string, handler: Handle): Handle {
    const handle = super._wrapHandler(method, handler)
    return async (request, context) => {
      try {
        return await handle(request, context)
      } catch (error) {
        if (error instanceof ProtocolError && !isAboutTool(error)) throw error
        // Our own handlers throw nothing else, so this is what the SDK's schema of the method found.
        throw new ProtocolError(INVALID_PARAMS, `The parameters of ${method} do not fit: ${problemOf(error as Error)}.`)
      }
    }
  }
}

/** Whether the SDK rejects the parameters of a tool call: that one method it checks in words of its own. */
function isAboutTool({ message }: ProtocolError): boolean {
  return message.startsWith('Invalid tools/call request')
}

/** What the SDK's schema found, which its error holds as a text that ends with the list of issues in JSON. */
function problemOf({ message }: Error): string {
  const issues = issueList.safeParse(parsed(message.slice(Math.max(0, message.indexOf('[')))))
  if (!issues.success) return 'they have another shape than the protocol gives them'
  return issues.data.map((issue) => `${issue.path.join('.')}: expected ${issue.message}`).join('; ')
}

const issueList = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Makes a server for each exchange: stateless, so that any replica answers any request. */
export function mcpServers(dependencies: McpServerDependencies): (exchange: McpExchange) => Server {
  const tools = operationTools()
  const listed = [...tools.values()].map((tool) => tool.listed)
  const identity: Implementation = {
    name: 'touchstone',
    title: 'Touchstone',
    version: VERSIONS.service_version,
    websiteUrl: dependencies.publicUrl,
  }
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  return (exchange) => {
    const server = new ParameterCheckingServer(identity, { capabilities, instructions: SERVER_INSTRUCTIONS })
    const refuse = (code: JsonRpcCode, refusal: Refusal) => protocolRefusal(code, refusal, dependencies.docsUrl)
    server.setRequestHandler('tools/list', () => ({ tools: [...listed] }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = tools.get(params.name)
      if (tool === undefined)
        throw refuse(INVALID_PARAMS, new Refusal('BAD_REQUEST', `Unknown tool: ${params.name.slice(0, 80)}`))
      return callTool(dependencies, tool, params.arguments?.[ARGUMENTS_TEXT] as string, exchange)
    })
    server.setRequestHandler('resources/list', () => ({ resources: [...RESOURCES] }))
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...RESOURCE_TEMPLATES] }))
    server.setRequestHandler('resources/read', async ({ params }) => {
      try {
        return await readResource(dependencies.service, exchange.context.caller, params.uri)
      } catch (error) {
        const refusal = refusalOf(dependencies, error, exchange.requestId)
        throw refuse(refusal.status < 500 ? INVALID_PARAMS : INTERNAL_ERROR, refusal)
      }
    })
    server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }))
    server.setRequestHandler('prompts/get', ({ params }) => {
      const policyText = policyTextOf(params.arguments)
      if (params.name !== AUTHOR_RULESET)
        throw refuse(INVALID_PARAMS, new Refusal('BAD_REQUEST', `Unknown prompt: ${params.name.slice(0, 80)}`))
      if (policyText === null)
        throw refuse(
          INVALID_PARAMS,
          new Refusal('BAD_REQUEST', 'The prompt needs policy_text, the policy word for word.'),
        )
      return authorRuleset(policyText)
    })
    return server
  }
}

/** A refusal as a JSON-RPC error. Its `data` is the error envelope of the contract, as in every transport. */
function protocolRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): ProtocolError {
  return new ProtocolError(code, refusal.message, JSON.parse(errorEnvelope(refusal, docsUrl)))
}

/** The whole JSON-RPC message, for a request whose id is not known. */
export function jsonRpcRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): string {
  return `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":${JSON.stringify(refusal.message)},"data":${errorEnvelope(refusal, docsUrl)}}}`
}
