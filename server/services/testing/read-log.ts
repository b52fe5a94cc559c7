/** The log of a namespace as it is stored, for suites that look at what an event left there. */
import type { ServicesUnderTest } from './services-under-test'

export interface LoggedEvent {
  readonly kind: string
  readonly actor: string
  readonly details: Readonly<Record<string, unknown>>
}

/** What proves rows: verifying reads it, and its tests. */
const PROOFS = new Set(['evidence_digest', 'salt_digest'])

/** In the order of the log, without what every log begins with: the record of its state and members made for a test. */
export async function readLog(
  { query }: Pick<ServicesUnderTest, 'query'>,
  namespaceId: string | null,
): Promise<LoggedEvent[]> {
  const rows = await query<{ body: string }>(`
    SELECT convert_from(body, 'UTF8') AS body FROM log_entry
    WHERE namespace_id = '${namespaceId}' ORDER BY index`)
  return rows.flatMap(({ body }) => {
    const { kind, actor, details } = JSON.parse(body) as LoggedEvent
    if (kind === 'state_recorded' || details.by === 'test') return []
    const told = Object.entries(details).filter(([member]) => !PROOFS.has(member))
    return [{ kind, actor, details: Object.fromEntries(told) }]
  })
}
