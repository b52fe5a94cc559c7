/** Creates missing streams and the consumer. Idempotent. An operator's replicas, placement and size limits remain. */
import {
  AckPolicy,
  type ConsumerConfig,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { DEAD_LETTERS_SUBJECT, FRAMES_SUBJECT, RESPONSES_SUBJECT, subjectToken } from '../../api/terms/bus-subjects'

export interface StreamTimes {
  /** How long a silent process keeps a message. */
  readonly leaseMs: number
  /** How long an id is remembered. */
  readonly duplicateWindowMs: number
  /** How long responses are stored. */
  readonly retentionMs: number
}

const NANOS_PER_MS = 1_000_000
const DEAD_LETTERS_MS = 30 * 86_400_000
/** Longer than any message can keep failing. */
const FAILURES_MS = 86_400_000
/** Waiting requests of all evaluators. */
const MAX_WAITING = 2_048

/** @throws the client's errors */
export async function makeStreams(manager: JetStreamManager, names: BusNames, times: StreamTimes): Promise<void> {
  const { leaseMs, duplicateWindowMs, retentionMs } = times
  const { frames, responses, deadLetters, failures } = names.streams
  const window = Math.min(duplicateWindowMs, retentionMs) * NANOS_PER_MS
  await makeStream(manager, {
    name: frames,
    subjects: [names.everyFrame],
    retention: RetentionPolicy.Workqueue,
    duplicate_window: duplicateWindowMs * NANOS_PER_MS,
  })
  await makeStream(manager, {
    name: responses,
    subjects: [names.everyResponse],
    retention: RetentionPolicy.Limits,
    max_age: retentionMs * NANOS_PER_MS,
    duplicate_window: window,
  })
  await makeStream(manager, {
    name: deadLetters,
    subjects: [names.toWire(DEAD_LETTERS_SUBJECT)],
    retention: RetentionPolicy.Limits,
    max_age: DEAD_LETTERS_MS * NANOS_PER_MS,
  })
  await makeStream(manager, {
    name: failures,
    subjects: [names.everyFailure],
    retention: RetentionPolicy.Limits,
    max_age: FAILURES_MS * NANOS_PER_MS,
    max_msgs_per_subject: 1,
  })
  await makeConsumer(manager, frames, {
    durable_name: names.consumer,
    ack_policy: AckPolicy.Explicit,
    ack_wait: leaseMs * NANOS_PER_MS,
    filter_subject: names.everyFrame,
    // The bus itself gives messages up, and a resting message must not block others.
    max_deliver: -1,
    max_ack_pending: -1,
    max_waiting: MAX_WAITING,
  })
}

async function makeStream(manager: JetStreamManager, config: Partial<StreamConfig> & { name: string }): Promise<void> {
  const existing = await unlessMissing(manager.streams.info(config.name))
  if (existing === null) {
    await manager.streams.add({ ...config, storage: StorageType.File })
    return
  }
  const { name, retention: _fixed, ...wanted } = config
  if (hasDifferences(wanted, existing.config)) await manager.streams.update(name, { ...existing.config, ...wanted })
}

async function makeConsumer(
  manager: JetStreamManager,
  stream: string,
  config: Partial<ConsumerConfig> & { durable_name: string; ack_wait: number },
): Promise<void> {
  const existing = await unlessMissing(manager.consumers.info(stream, config.durable_name))
  if (existing === null) await manager.consumers.add(stream, config)
  else if (existing.config.ack_wait !== config.ack_wait)
    await manager.consumers.update(stream, config.durable_name, { ...existing.config, ack_wait: config.ack_wait })
}

function hasDifferences(wanted: object, actual: object): boolean {
  const has = new Map(Object.entries(actual))
  return Object.entries(wanted).some(([key, value]) => JSON.stringify(has.get(key)) !== JSON.stringify(value))
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof JetStreamApiError && error.status === 404) return null
    throw error
  }
}

/** Namespaces share nothing. With `touchstone` the subjects are those of api/terms/bus-subjects.ts. */

export const DEFAULT_NAMESPACE = 'touchstone'

export interface BusNames {
  readonly streams: { readonly [K in 'frames' | 'responses' | 'deadLetters' | 'failures']: string }
  readonly consumer: string
  /** Wildcards. */
  readonly everyFrame: string
  readonly everyResponse: string
  readonly everyFailure: string
  /** The subject whose last message is the number of failed handlings of a message. */
  failureSubject(messageId: string): string
  toWire(subject: string): string
  fromWire(subject: string): string
}

/** @param namespace letters, digits, `_` and `-` */
export function busNames(namespace: string): BusNames {
  const prefix = namespace.toUpperCase()
  const toWire = (subject: string) => namespace + subject.slice(subject.indexOf('.'))
  return {
    streams: {
      frames: `${prefix}_FRAMES`,
      responses: `${prefix}_RESPONSES`,
      deadLetters: `${prefix}_DEAD_LETTERS`,
      failures: `${prefix}_FAILURES`,
    },
    consumer: 'evaluators',
    everyFrame: toWire(`${FRAMES_SUBJECT}.>`),
    everyResponse: toWire(`${RESPONSES_SUBJECT}.>`),
    everyFailure: `${namespace}.failures.*`,
    failureSubject: (messageId) => `${namespace}.failures.${subjectToken(messageId)}`,
    toWire,
    fromWire: (subject) => DEFAULT_NAMESPACE + subject.slice(subject.indexOf('.')),
  }
}
