/** Which warnings a start gives about its database role. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnvironment } from '../config/settings'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/embedded-postgres'
import { silentLog } from '../database/testing/fresh-database'
import { type Closers, openDatabase } from './open-database'

let directory: string
let database: EmbeddedPostgres
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'open-database-'))
  database = await startEmbeddedPostgres({ dataDir: directory, log: silentLog })
})
afterAll(async () => {
  await database.stop()
  rmSync(directory, { recursive: true })
})

/** Returns the warnings of a start. */
async function start(environment: Record<string, string>) {
  const parsed = parseEnvironment(environment)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const closers: Closers = []
  const { url, store } = await openDatabase({ settings: parsed.settings, log, closers })
  const { protection } = store
  for (const close of closers.reverse()) await close()
  return { url, protection, lines: lines.map((line) => (JSON.parse(line) as { msg: string }).msg) }
}

it('warns in one line if the server owns the tables, and is silent with a separate role', {
  tags: ['nightly'],
}, async () => {
  expect(await start({ DATABASE_URL: database.ownerUrl })).toEqual({
    url: database.ownerUrl,
    protection: { grants: false, triggers: true },
    lines: [expect.stringMatching(/^the role of DATABASE_URL may change every row of the database, so triggers alone/)],
  })
  const separate = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
  expect(await start(separate)).toEqual({ url: database.url, protection: { grants: true, triggers: true }, lines: [] })
  expect(await start({ DATABASE_URL: database.url })).toMatchObject({ lines: [] })
})
