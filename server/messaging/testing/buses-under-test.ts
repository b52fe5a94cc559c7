/** Opens each bus with its own server, which can be killed. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { applyMigrations } from '../../database/client/migrations'
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres'
import { EMBEDDED_SERVER_ROLE } from '../../database/embedded/server-role'
import { protectTables } from '../../database/roles/prepare-database'
import { silentLog } from '../../database/testing/fresh-database'
import type { Bus, BusLog } from '../bus/bus'
import { openDatabaseBus } from '../database-bus'
import { openNatsBus } from '../nats-bus'
import { startOwnNats } from './own-nats'

export interface OpenOptions {
  readonly leaseMs?: number
  readonly pollMs?: number
  readonly retryForMs?: number
  readonly log?: BusLog
}

export interface BusUnderTest {
  readonly name: string
  /** Acts as another process. */
  open(options?: OpenOptions): Bus
  /** For another process: see {@link openByText}. */
  address(options?: OpenOptions): string
  /** Empties the queue. */
  renew(): Promise<void>
  killServer(): Promise<void>
  startServer(): Promise<void>
  remove(): Promise<void>
}

interface Address {
  readonly kind: 'database' | 'nats'
  readonly url: string
  readonly namespace: string
  readonly options: Omit<OpenOptions, 'log'>
}

/** Real deployments on NATS use two minutes. */
export const DUPLICATE_WINDOW_MS = 1_000

export function openByText(text: string, log: BusLog = silentLog): Bus {
  const { kind, url, namespace, options } = JSON.parse(text) as Address
  if (kind === 'database') return openDatabaseBus({ url, log, ...options })
  const { pollMs: _unknown, ...known } = options
  return openNatsBus({
    url,
    log,
    namespace,
    retentionMs: 60_000,
    duplicateWindowMs: DUPLICATE_WINDOW_MS,
    ...known,
  })
}

export async function databaseUnderTest(): Promise<BusUnderTest> {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-bus-'))
  const database = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
  await applyMigrations(database.ownerUrl, { afterwards: (client) => protectTables(client, EMBEDDED_SERVER_ROLE) })
  const address = (options: OpenOptions = {}) =>
    JSON.stringify({ kind: 'database', url: database.url, namespace: '', options: { ...options, log: undefined } })
  return {
    name: 'the database',
    open: (options) => openByText(address(options), options?.log),
    address,
    renew: async () => {
      const client = new pg.Client({ connectionString: database.ownerUrl })
      await client.connect()
      await client.query('TRUNCATE bus_work, bus_dead_letter')
      await client.end()
    },
    killServer: async () => {
      const pid = database.processId()
      if (pid !== null) process.kill(pid, 'SIGKILL')
    },
    // The supervisor restarts it.
    startServer: async () => {
      while (database.processId() === null) await sleep(50)
    },
    remove: async () => {
      await database.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Null if no NATS server is installed. */
export async function natsUnderTest(): Promise<BusUnderTest | null> {
  const nats = await startOwnNats('the tests of the bus on NATS')
  if (nats === null) return null
  let namespace = ''
  const address = (options: OpenOptions = {}) =>
    JSON.stringify({ kind: 'nats', url: nats.url, namespace, options: { ...options, log: undefined } })
  return {
    name: 'NATS',
    open: (options) => openByText(address(options), options?.log),
    address,
    renew: async () => {
      namespace = `t${randomBytes(4).toString('hex')}`
    },
    killServer: nats.kill,
    startServer: nats.start,
    remove: nats.remove,
  }
}
