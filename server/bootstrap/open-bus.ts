/**
 * Opens the bus: inside the database, or on the NATS servers that are configured.
 *
 * Promises: no rule stands here.
 */
import type { Bus } from '../messaging/bus'
import { openDatabaseBus } from '../messaging/database-bus'
import { openNatsBus } from '../messaging/nats-bus'
import type { ProcessParts } from './process-parts'

export async function openBus({ settings, log, closers }: ProcessParts, databaseUrl: string): Promise<Bus> {
  const { busUrl, platform } = settings
  const bus =
    busUrl === null
      ? await openDatabaseBus({ url: databaseUrl, log })
      : await openNatsBus({ url: busUrl, log, retentionMs: platform.retentionMs })
  closers.push(() => bus.close())
  return bus
}
