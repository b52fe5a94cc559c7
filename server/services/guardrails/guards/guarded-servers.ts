/** MCP servers of the operator that tool guards protect. */
import { Refusal } from '../../../api/refusal'
import type { LookupConnection, McpConnection } from '../../../config/lookups'
import type { ToolGuardVerbs } from '../../../database/guards/tool-guards'
import type { JsonObject } from '../../../guard/json-path'
import { demandPermission } from '../../access/permit'
import { type Caller, namespaceOf } from '../../calls/caller'
import type { DecisionRecorder } from '../../decision-log/decision-recorder'
import { recordCall, writeRefusal } from '../../guards/answer-tool-call'
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

/** Texts for the model, if the call does not pass. The id is of the entry in the decision log, or null. */
export type ServerCallDecision = { readonly checkId: string | null } & (
  | { readonly passes: true }
  | { readonly passes: false; readonly texts: readonly string[] }
)

/** The address and the headers with which calls are passed on. */
export type GuardedServer = Pick<McpConnection, 'name' | 'url' | 'headers' | 'internal'>

export interface GuardedServers {
  /** @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST (404) if the namespace has no such server */
  server(caller: Caller, name: string): Promise<GuardedServer>
  /**
   * Why a message that calls no tool is not passed on; null if it is.
   * @throws Refusal as {@link server}
   */
  refuseMessage(caller: Caller, server: string, method: string): Promise<string | null>
  /** @throws Refusal as {@link server}, and as POST /v1/tool-calls */
  decide(caller: Caller, call: ServerCall): Promise<ServerCallDecision>
}

export interface GuardedServerDependencies extends ToolCallDependencies {
  readonly store: ToolCallDependencies['store'] & Pick<ToolGuardVerbs, 'toolGuardsOf'>
  readonly connections: readonly LookupConnection[]
  readonly decisions: Pick<DecisionRecorder, 'record'>
  readonly publicUrl: string
}

export function createGuardedServers(dependencies: GuardedServerDependencies): GuardedServers {
  const { store, connections, decisions, publicUrl } = dependencies
  const find = (caller: Caller, name: string): McpConnection => {
    demandPermission(caller, 'call_guards')
    const found = connections.find((each) => each.name === name)
    if (found?.kind === 'mcp' && isFor(found, namespaceOf(caller))) return found
    throw new Refusal('BAD_REQUEST', `There is no guarded MCP server “${name}”.`, {}, { status: 404 })
  }
  return {
    server: async (caller, name) => find(caller, name),

    refuseMessage: async (caller, server, method) => {
      const { name, namespaces = [] } = find(caller, server)
      const namespaceId = namespaceOf(caller)
      if (isHandshake(method) || namespaces.includes(namespaceId)) return null
      const guards = await store.toolGuardsOf(namespaceId, server)
      return guards.length > 0 ? null : `${noGuardOf(name)}, so “${method}” was not passed on. ${nextStep(namespaceId)}`
    },

    decide: async (caller, { server, tool, arguments: values, waitMs, addressKey }) => {
      const connection = find(caller, server)
      const guards = await store.toolGuardsOf(namespaceOf(caller), server)
      const guard = guards.find((each) => each.tool === tool)
      if (guard === undefined) {
        const refused = unguardedRefusal(connection, namespaceOf(caller), tool, guards.length > 0)
        return refused === null ? { passes: true, checkId: null } : { passes: false, texts: [refused], checkId: null }
      }
      const call = { arguments: values, session: {} }
      const decided = await decideToolCall(dependencies, { caller, addressKey }, guard.name, call, waitMs)
      const checkId = await recordCall(decisions, caller, decided)
      return decided.decision === 'pass'
        ? { passes: true, checkId }
        : { passes: false, texts: textsOf(decided, publicUrl), checkId }
    },
  }
}

/**
 * Null if a tool without a guard may be called. A namespace that guards no tool of the server, and that the operator did not
 * name, could otherwise call what another namespace guards.
 */
function unguardedRefusal(
  { name, unguarded, namespaces = [] }: McpConnection,
  namespaceId: string,
  tool: string,
  hasGuards: boolean,
): string | null {
  if (unguarded === 'refuse') return `The tool “${tool}” has no guard, and this server refuses calls of such tools.`
  if (hasGuards || namespaces.includes(namespaceId)) return null
  return `${noGuardOf(name)}, so the tool “${tool}” was not called. ${nextStep(namespaceId)}`
}

/** Whether a method carries no data of the server, or is what an author needs in order to guard the first tool. */
function isHandshake(method: string): boolean {
  return HANDSHAKE.includes(method) || method.startsWith('notifications/')
}

const HANDSHAKE = ['initialize', 'server/discover', 'ping', 'logging/setLevel', 'tools/list']

const noGuardOf = (server: string) => `This namespace has no tool guard for the server “${server}”`
const nextStep = (namespaceId: string) =>
  `An author can guard a tool of this server, or the operator can name the namespace ${namespaceId} in "namespaces" of the connection.`

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
