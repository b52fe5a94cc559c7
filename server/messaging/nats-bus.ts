/** The bus on NATS JetStream. It creates missing streams and reconnects automatically. */
import { setTimeout as sleep } from 'node:timers/promises'
import { headers, type NatsConnection, errors as natsErrors, type Subscription } from '@nats-io/transport-node'
import { z } from 'zod'
import { DEAD_LETTERS_SUBJECT } from '../api/terms/bus-subjects'
import { deadLetterAnnouncement, Listeners } from './bus/announcements'
import { type Announcement, type Bus, type BusLog, checkNames, checkPayload, type WorkMessage } from './bus/bus'
import { GroupedCalls, retryWhileUnavailable } from './bus/server-calls'
import { NatsConnector, type NatsSession } from './nats/nats-connector'
import { NatsWorker } from './nats/nats-worker'
import { busNames, DEFAULT_NAMESPACE, makeStreams } from './nats/streams'

export interface NatsBusOptions {
  /** `nats://host:4222` or `tls://…`, separated by commas, with a user and password or a token. */
  readonly url: string
  readonly log: BusLog
  /** How long responses are stored. */
  readonly retentionMs: number
  /** First part of all subjects and streams. */
  readonly namespace?: string
  /** How long a silent process keeps a message. */
  readonly leaseMs?: number
  /** How long a request for work waits: 1,000 or more. */
  readonly requestMs?: number
  readonly duplicateWindowMs?: number
  /** How long calls retry while the server is unavailable. */
  readonly retryForMs?: number
}

const PING_MS = 2_000
const ID_HEADER = 'Touchstone-Id'
/** `about`, URI-encoded. */
const ABOUT_HEADER = 'Touchstone-About'

/** Connects in the background. */
export function openNatsBus(options: NatsBusOptions): Bus {
  const { url, log, retentionMs, namespace = DEFAULT_NAMESPACE } = options
  const { leaseMs = 10_000, duplicateWindowMs = 120_000, retryForMs = 10_000, requestMs = 5_000 } = options
  const names = busNames(namespace)
  const listeners = new Listeners(log)
  const workers = new Set<NatsWorker>()
  let subscriptions: { readonly of: NatsConnection; readonly all: readonly Subscription[] } | null = null
  let closing: Promise<void> | null = null

  const connector = new NatsConnector({
    url,
    log,
    prepare: (manager) => makeStreams(manager, names, { leaseMs, duplicateWindowMs, retentionMs }),
    opened: ({ connection }) => {
      subscribe(connection)
      for (const worker of workers) worker.resume()
    },
    lost: () => {
      for (const worker of workers) worker.interrupt()
    },
  })

  /** On a reconnect the client itself subscribes again. */
  const subscribe = (connection: NatsConnection) => {
    if (subscriptions?.of === connection || listeners.size === 0) return
    const all = [names.everyResponse, names.toWire(DEAD_LETTERS_SUBJECT)].map((subject) =>
      connection.subscribe(subject, {
        callback: (error, message) => {
          if (error !== null) return log.warn({ err: error }, 'the bus may not listen')
          const payload = message.string()
          const id = message.headers?.get(ID_HEADER) || message.headers?.get('Nats-Msg-Id') || ''
          const about = message.headers?.get(ABOUT_HEADER) ?? ''
          listeners.notify([
            {
              ...{ subject: names.fromWire(message.subject), id, payload: payload === '' ? null : payload },
              ...(about !== '' && { about: decodeAbout(about) }),
            },
          ])
        },
      }),
    )
    subscriptions = { of: connection, all }
  }

  const persist = <T>(call: (session: NatsSession) => Promise<T>) =>
    retryWhileUnavailable(
      async () => {
        const session = connector.session()
        try {
          return await call(session)
        } catch (error) {
          if (isMissing(error) && connector.isCurrent(session)) connector.doubt()
          throw error
        }
      },
      isUnavailable,
      retryForMs,
      () => closing !== null,
    )

  const additions = new GroupedCalls<WorkMessage>((messages) =>
    persist(async ({ connection, stream }) => {
      await Promise.all(
        messages.map(({ id, subject, payload }) =>
          stream.publish(names.toWire(subject), fitWork(payload, largestPayload(connection)), { msgID: id }),
        ),
      )
    }),
  )
  const announcements = new GroupedCalls<Announcement>((items) =>
    persist(async ({ connection, stream }) => {
      await Promise.all(
        items.map(({ id, subject, about, payload }) => {
          const named = headers()
          named.set(ID_HEADER, id)
          if (about !== undefined) named.set(ABOUT_HEADER, encodeURIComponent(about))
          const text = fitAnnouncement(payload, largestPayload(connection)) ?? ''
          // An answer may go to several subjects, but the server drops known ids.
          return stream.publish(names.toWire(subject), text, { msgID: `${id}:${subject}`, headers: named })
        }),
      )
    }),
  )
  const announce = async (items: readonly Announcement[]) => {
    checkNames(items)
    for (const { id, payload } of items) if (payload !== null) checkPayload(id, payload)
    await Promise.all(items.map((announcement) => announcements.add(announcement, announcement.payload?.length ?? 0)))
  }

  const close = async () => {
    await Promise.all([...workers].map((worker) => worker.stop(0)))
    await Promise.all([additions.idle(), announcements.idle()])
    await connector.close()
  }

  return {
    sharesDatabase: false,
    wake: () => undefined,
    reserve: () => null,
    enqueue: async (messages) => {
      checkNames(messages)
      for (const { id, payload } of messages) checkPayload(id, payload)
      const connection = connector.connectionOrNull()
      // Refused here, it does not fail the rest of its group.
      if (connection !== null) for (const { payload } of messages) fitWork(payload, largestPayload(connection))
      await Promise.all(messages.map((message) => additions.add(message, message.payload.length)))
    },
    work: (work) => {
      const worker = new NatsWorker(
        {
          connector,
          names,
          log,
          leaseMs,
          requestMs,
          persist,
          bury: (delivery, reason) => announce([deadLetterAnnouncement(delivery, reason, new Date().toISOString())]),
        },
        work,
      )
      workers.add(worker)
      return {
        stop: async (graceMs) => {
          await worker.stop(graceMs)
          workers.delete(worker)
        },
      }
    },
    announce,
    listen: (listener) => {
      const listening = listeners.add(listener)
      const connection = connector.connectionOrNull()
      if (connection !== null) subscribe(connection)
      return listening
    },
    ping: async () => {
      try {
        const { connection } = connector.session()
        const late = sleep(PING_MS, 'the bus does not answer', { ref: false })
        return await Promise.race([connection.rtt().then(() => null), late])
      } catch {
        return 'the bus cannot be reached'
      }
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Others may publish there too. */
function decodeAbout(about: string): string {
  try {
    return decodeURIComponent(about)
  } catch {
    return about
  }
}

function largestPayload({ info }: NatsConnection): number {
  return info?.max_payload ?? 1_048_576
}

/** The client refuses wrong calls; other errors may pass. */
function isUnavailable(error: unknown): boolean {
  return (
    error instanceof Error &&
    !(error instanceof TypeError || error instanceof RangeError || error instanceof natsErrors.InvalidArgumentError)
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'JetStreamNotEnabled' || error.message.includes('not found'))
}

/** For subject and headers. */
const OVERHEAD_BYTES = 4_096
const reference = z.object({ frame_id: z.string() })

/**
 * Oversized work is sent as `{"frame_id"}`, and the evaluator reads the frame from the database.
 * @throws RangeError if it names no frame
 */
function fitWork(payload: string, serverTakes: number): string {
  if (isWithinLimit(payload, serverTakes)) return payload
  const named = reference.safeParse(parseOrNull(payload))
  if (named.success) return JSON.stringify({ frame_id: named.data.frame_id })
  const bytes = Buffer.byteLength(payload)
  throw new RangeError(`The message has ${bytes} bytes; this NATS server takes ${serverTakes}: raise its max_payload.`)
}

/** Null if it is too large: then only the id is published. */
function fitAnnouncement(payload: string | null, serverTakes: number): string | null {
  return payload !== null && isWithinLimit(payload, serverTakes) ? payload : null
}

function isWithinLimit(payload: string, serverTakes: number): boolean {
  return Buffer.byteLength(payload) <= serverTakes - OVERHEAD_BYTES
}

function parseOrNull(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return null
  }
}
