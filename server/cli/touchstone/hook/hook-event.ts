/**
 * Reads the event that coding agents write to a hook before a tool runs. Claude Code, Codex and VS Code name it
 * `PreToolUse`, Gemini CLI names it `BeforeTool`; VS Code spells two members in another way.
 */
import { isJsonObject, type JsonObject } from '../../../guard/json-path'
import { type LosslessJson, readJson } from '../../../language/numeric/lossless-json'
import { WrongUseError } from '../policy-files'

export interface HookEvent {
  /** As the agent names it: `Bash`, `mcp__bookings__cancel_reservation`. */
  readonly tool: string
  /** Numbers keep their digits. */
  readonly arguments: JsonObject
  /** Facts of the agent, which the claim map of a guard can read. */
  readonly session: JsonObject
}

const BEFORE_A_TOOL: readonly string[] = ['PreToolUse', 'BeforeTool']
const SESSION_MEMBERS = ['session_id', 'cwd', 'permission_mode', 'tool_name']
/** An event holds the arguments of one call, and a deployment takes at most `body_bytes` of them. */
const MAX_EVENT_BYTES = 4 * 1_024 * 1_024

/**
 * Reads standard input to its end.
 * @throws WrongUseError for more bytes than an event has, for other bytes than UTF-8, and when the signal aborts
 */
export async function readEventText(input: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of input) {
      size += chunk.byteLength
      if (size > MAX_EVENT_BYTES)
        throw new WrongUseError(`The event on standard input has more than ${MAX_EVENT_BYTES} bytes.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new WrongUseError('The event on standard input did not end in time.')
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new WrongUseError('The event on standard input is not UTF-8.')
  }
}

/** @throws WrongUseError that says what the event lacks */
export function parseEvent(text: string): HookEvent {
  const read = readJson(text)
  if ('problem' in read)
    throw new WrongUseError(
      `The event on standard input cannot be read: ${read.problem.message} (character ${read.problem.offset + 1}).`,
    )
  if (!isJsonObject(read.value)) throw new WrongUseError('The event on standard input must be one JSON object.')
  const event = withSnakeCase(read.value)
  const { hook_event_name: name, tool_name: tool, tool_input: values } = event
  if (typeof name !== 'string' || !BEFORE_A_TOOL.includes(name))
    throw new WrongUseError(
      `This hook decides before a tool runs, so put it under ${BEFORE_A_TOOL.join(' or ')}. The event on standard input is ${inWords(name)}.`,
    )
  if (typeof tool !== 'string' || tool === '') throw new WrongUseError('The event on standard input has no tool_name.')
  if (!isJsonObject(values))
    throw new WrongUseError(`The tool_input of ${tool} must be an object: the arguments of the call.`)
  const session = SESSION_MEMBERS.flatMap((member) => {
    const value = event[member]
    return typeof value === 'string' ? [[member, value] as const] : []
  })
  return { tool, arguments: values, session: Object.fromEntries(session) }
}

function withSnakeCase(event: JsonObject): JsonObject {
  const { hookEventName, sessionId } = event
  return {
    ...(hookEventName === undefined ? {} : { hook_event_name: hookEventName }),
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...event,
  }
}

function inWords(name: LosslessJson | undefined): string {
  return typeof name === 'string' ? `“${name}”` : 'without a hook_event_name'
}
