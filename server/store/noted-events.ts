/**
 * Events of a namespace's log that change no row, such as an export.
 *
 * Promises: an event is appended once, however often the connection breaks. Trusts its callers to have checked who asks.
 */
import { appendLog } from './append-log'
import type { Database } from './database'
import type { LogEvent } from './log-event'

export interface NotedEventVerbs {
  noteEvent(namespaceId: string, at: Date, event: LogEvent): Promise<void>
}

export function notedEventVerbs({ prisma, once }: Database): NotedEventVerbs {
  return {
    noteEvent: (namespaceId, at, event) =>
      once(async () => {
        await prisma.$transaction((tx) => appendLog(tx, namespaceId, at, [event]))
      }),
  }
}
