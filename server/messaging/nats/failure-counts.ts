/**
 * How often the handling of a message failed: NATS counts deliveries alone, and those of dead workers with them.
 *
 * Promises: what was counted is seen by every worker. A count that is lost only means that a message is tried more often.
 */
import type { BusNames } from './bus-names'
import type { NatsSession } from './nats-line'

/** @throws the client's errors */
export async function readFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<number> {
  const kept = await manager.streams.getMessage(names.streams.failures, {
    last_by_subj: names.failureSubject(messageId),
  })
  const count = kept === null ? 0 : Number(kept.string())
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** @throws the client's errors */
export async function writeFailures(
  { stream }: NatsSession,
  names: BusNames,
  messageId: string,
  failures: number,
): Promise<void> {
  await stream.publish(names.failureSubject(messageId), String(failures))
}

/** @throws the client's errors */
export async function forgetFailures({ manager }: NatsSession, names: BusNames, messageId: string): Promise<void> {
  await manager.streams.purge(names.streams.failures, { filter: names.failureSubject(messageId) })
}
