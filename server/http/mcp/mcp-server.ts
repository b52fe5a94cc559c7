/** Uses the SDK's low-level server, because the high-level one parses arguments before an operation sees them. */
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
import { VERSIONS } from '../../api/terms/versions'
import { callTool, type McpExchange, refusalOf, type ToolCallDependencies } from './call-tool'
import { AUTHOR_RULESET, authorRuleset, PROMPTS, policyOf, SERVER_INSTRUCTIONS } from './prompts'
import { ARGUMENTS_TEXT } from './read-messages'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources'
import { operationTools } from './tools'

export type JsonRpcCode = -32700 | -32600 | -32601 | -32602 | -32603

const INVALID_PARAMS: JsonRpcCode = -32602
const INTERNAL_ERROR: JsonRpcCode = -32603

export interface McpServerDependencies extends ToolCallDependencies {
  readonly publicUrl: string
}

type Handle = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>

/** Reports wrong parameters as invalid; the SDK would report an internal error. */
class ParameterCheckingServer extends Server {
  protected override _wrapHandler(method: string, handler: Handle): Handle {
    const handle = super._wrapHandler(method, handler)
    return async (request, context) => {
      try {
        return await handle(request, context)
      } catch (error) {
        if (error instanceof ProtocolError && !isAboutTool(error)) throw error
        // Our handlers throw only protocol errors, so this one is from the SDK's schema.
        throw new ProtocolError(INVALID_PARAMS, `The parameters of ${method} do not fit: ${problemOf(error as Error)}.`)
      }
    }
  }
}

/** Whether the SDK rejects the parameters of a tool call, the only method with its own messages. */
function isAboutTool({ message }: ProtocolError): boolean {
  return message.startsWith('Invalid tools/call request')
}

/** Reads the JSON list of issues at the end of the SDK's message. */
function problemOf({ message }: Error): string {
  const issues = issueList.safeParse(parseJson(message.slice(Math.max(0, message.indexOf('[')))))
  if (!issues.success) return 'they have another shape than the protocol gives them'
  return issues.data.map((issue) => `${issue.path.join('.')}: expected ${issue.message}`).join('; ')
}

const issueList = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }))

/** Returns undefined for invalid JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Each exchange gets its own server, so any replica can answer. */
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
      const policy = policyOf(params.arguments)
      if (params.name !== AUTHOR_RULESET)
        throw refuse(INVALID_PARAMS, new Refusal('BAD_REQUEST', `Unknown prompt: ${params.name.slice(0, 80)}`))
      if (policy === null)
        throw refuse(
          INVALID_PARAMS,
          new Refusal(
            'BAD_REQUEST',
            'The prompt needs either policy_text, the policy word for word, or document, the label of a policy document that is stored here.',
          ),
        )
      return authorRuleset(policy)
    })
    return server
  }
}

/** `data` is the contract's error envelope. */
function protocolRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): ProtocolError {
  return new ProtocolError(code, refusal.message, JSON.parse(errorEnvelope(refusal, docsUrl)))
}

/** A complete message, for a request with an unknown id. */
export function jsonRpcRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): string {
  return `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":${JSON.stringify(refusal.message)},"data":${errorEnvelope(refusal, docsUrl)}}}`
}
