/**
 * Earlier calls as a source of claims: `$.calls.refund` of the session is how many calls of the tool passed in this
 * session within a day. Only tools that a guard of the server counts are counted.
 */
import { createHash } from 'node:crypto'
import type { ToolGuard } from '../../api/schemas/tool-guard'
import { type CallCounting, type CountedCallVerbs, MAX_COUNTED_CALLS } from '../../database/guards/counted-calls'
import { type JsonObject, parsePath } from '../../guard/json-path'
import { canonicalText, JsonNumber } from '../../language/numeric/lossless-json'
import { type Caller, namespaceOf } from '../calls/caller'
import { askerOf } from './asked-call'

/** A call counts for so long. */
export const COUNTED_FOR_MS = 86_400_000
const MEMBER = 'calls'

/** The tools that a claim map counts. */
export function countedTools({ claims }: Pick<ToolGuard['map'], 'claims'>): readonly string[] {
  const tools = Object.values(claims).flatMap((source) => {
    const path = source.from === 'session' ? parsePath(source.path) : null
    if (path === null || !('steps' in path)) return []
    const [first, second] = path.steps
    const isCounted = typeof first === 'object' && 'name' in first && first.name === MEMBER
    return isCounted && typeof second === 'object' && 'name' in second ? [second.name] : []
  })
  return [...new Set(tools)]
}

/** Null if no guard of the server counts what this call reads or is. */
export async function readSessionCalls(
  store: Pick<CountedCallVerbs, 'mapsFromSession' | 'countSessionCalls'>,
  caller: Caller,
  { server, tool, map }: Pick<ToolGuard, 'server' | 'tool' | 'map'>,
  session: JsonObject,
  now: Date,
): Promise<CallCounting | null> {
  const namespaceId = namespaceOf(caller)
  const read = countedTools(map)
  const of = { session: sessionKey(caller, session), server, since: new Date(now.getTime() - COUNTED_FOR_MS) }
  const [counts, maps] = await Promise.all([
    store.countSessionCalls(namespaceId, of, read),
    store.mapsFromSession(namespaceId, server),
  ])
  const isCounted = maps.some((each) => countedTools(each as ToolGuard['map']).includes(tool))
  return isCounted || read.length > 0 ? { ...of, tool: isCounted ? tool : null, counts } : null
}

/** A caller states its session, but not whose it is. */
function sessionKey(caller: Caller, { session_id: stated = null }: JsonObject): string {
  return createHash('sha256')
    .update(canonicalText([askerOf(caller), stated]))
    .digest('hex')
}

/** The session as claims read it. A count that is too large to be told is absent, so it is unknown. */
export function withCalls(session: JsonObject, counting: CallCounting | null): JsonObject {
  const { [MEMBER]: _stated, ...rest } = session
  if (counting === null) return rest
  const told = [...counting.counts].filter(([, count]) => count <= MAX_COUNTED_CALLS)
  return { ...rest, [MEMBER]: Object.fromEntries(told.map(([tool, count]) => [tool, new JsonNumber(String(count))])) }
}
