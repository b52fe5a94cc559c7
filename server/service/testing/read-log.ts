/** The log of a namespace as it is stored, for suites that look at what an event left there. */
import type { ServicesUnderTest } from './services-under-test'

export interface LoggedEvent {
  readonly kind: string
  readonly actor: string
  readonly details: Readonly<Record<string, unknown>>
}

/** In the order of the log. */
export async function readLog(
  { query }: Pick<ServicesUnderTest, 'query'>,
  namespaceId: string | null,
): Promise<LoggedEvent[]> {
  const rows = await query<{ body: string }>(`
    SELECT convert_from(body, 'UTF8') AS body FROM log_entry
    WHERE namespace_id = '${namespaceId}' ORDER BY index`)
  return rows.map(({ body }) => {
    const { kind, actor, details } = JSON.parse(body) as LoggedEvent
    return { kind, actor, details }
  })
}
