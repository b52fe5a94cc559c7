/** MCP servers of the operator that tool guards protect. */
import { Refusal } from '../../../api/refusal'
import type { LookupConnection, McpConnection } from '../../../config/lookups'
import type { ToolGuardVerbs } from '../../../database/guards/tool-guards'
import type { JsonObject } from '../../../guard/json-path'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import { writeRefusal } from '../../guards/answer-tool-call'
import { decideToolCall, type ToolCallDependencies } from '../../guards/decide-tool-call'
import { callPageUrl, type GuardedDecision } from '../../guards/guarded-decision'
import { isFor } from '../../guards/lookups/create-lookups'

export interface ServerCall {
  /** Name of the connection, and of the guard's server. */
  readonly server: string
  readonly tool: string
  readonly arguments: JsonObject
  /** How long to wait for a person. */
  readonly waitMs: number
  readonly addressKey: () => string
}

/** Texts for the model, if the call does not pass. */
export type ServerCallDecision =
  | { readonly passes: true }
  | { readonly passes: false; readonly texts: readonly string[] }

/** Where calls go, and with which headers. */
export type GuardedServer = Pick<McpConnection, 'name' | 'url' | 'headers' | 'internal'>

export interface GuardedServers {
  /** @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST (404) if the namespace has no such server */
  server(caller: Caller, name: string): Promise<GuardedServer>
  /** @throws Refusal as {@link server}, and as POST /v1/tool-calls */
  decide(caller: Caller, call: ServerCall): Promise<ServerCallDecision>
}

export interface GuardedServerDependencies extends ToolCallDependencies {
  readonly store: ToolCallDependencies['store'] & Pick<ToolGuardVerbs, 'toolGuardsOf'>
  readonly connections: readonly LookupConnection[]
  readonly publicUrl: string
}

export function createGuardedServers(dependencies: GuardedServerDependencies): GuardedServers {
  const { store, connections, publicUrl } = dependencies
  const find = (caller: Caller, name: string): McpConnection => {
    demandPermission(caller, 'call_guards')
    const found = connections.find((each) => each.name === name)
    if (found?.kind === 'mcp' && isFor(found, namespaceOf(caller))) return found
    throw new Refusal('BAD_REQUEST', `There is no guarded MCP server “${name}”.`, {}, { status: 404 })
  }
  return {
    server: async (caller, name) => find(caller, name),

    decide: async (caller, { server, tool, arguments: values, waitMs, addressKey }) => {
      const { unguarded } = find(caller, server)
      const guards = await store.toolGuardsOf(namespaceOf(caller), server)
      const guard = guards.find((each) => each.tool === tool)
      if (guard === undefined)
        return unguarded === 'pass'
          ? { passes: true }
          : { passes: false, texts: [`The tool “${tool}” has no guard, and this server refuses calls of such tools.`] }
      const call = { arguments: values, session: {} }
      const decided = await decideToolCall(dependencies, { caller, addressKey }, guard.name, call, waitMs)
      return decided.decision === 'pass' ? { passes: true } : { passes: false, texts: textsOf(decided, publicUrl) }
    },
  }
}

/** A sentence for the model, and the same as JSON. */
function textsOf({ decision, refusal, grant }: GuardedDecision, publicUrl: string): readonly string[] {
  if (refusal === null) throw new Error('a call that does not pass has a refusal')
  const { sentence, clauses, nearest } = refusal
  const cited = clauses.map(({ document, clause }) => `${document} ${clause}`).join(', ')
  const sentences = [
    decision === 'ask' ? 'This call waits for a person and was not made.' : 'This call was refused and not made.',
    `${sentence}${cited === '' ? '' : ` (${cited})`}`,
    ...(nearest.arguments === null ? [] : [nearest.sentence]),
    ...(decision === 'ask' && grant !== null
      ? [`A reviewer decides at ${callPageUrl(publicUrl, grant.id)}. Send exactly the same call again later.`]
      : []),
  ]
  return [sentences.join(' '), writeRefusal(refusal)]
}
