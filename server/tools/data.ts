/**
 * `npm run data`: backup, restore, and the move from the embedded database to a PostgreSQL of the operator's own.
 *
 * Promises: everything that the database keeps, exactly, or nothing; the server may run meanwhile; what is wrong is said
 * in words, with status 1, and a wrong use with status 2. A signal undoes what was begun.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { describeProblems, parseEnvironment, type Settings } from '../env'
import { AUTH_SECRET_FILE } from '../store/auth-secret'
import { StartRefusal } from '../store/start-refusal'
import { type Filled, fillDatabase } from '../store/transfer/fill-database'
import { checkBackup, readBackup } from '../store/transfer/read-backup'
import { readSnapshot, type Snapshot } from '../store/transfer/read-snapshot'
import type { RowsSeal } from '../store/transfer/table-rows'
import { placeOf } from '../store/transfer/transfer-connection'
import { TransferRefusal } from '../store/transfer/transfer-refusal'
import { refuseUnwritable, writeBackup } from '../store/transfer/write-backup'
import { type DataCommand, readArguments, USAGE } from './data-arguments'
import { type OpenedDatabase, openDatabase } from './open-database'

const log = pino({ level: 'warn' }, pino.destination(2))
const now = () => new Date()

async function run(command: DataCommand, settings: Settings, signal: AbortSignal): Promise<void> {
  if (command.kind === 'backup') return backup(filePath(command.file), settings, signal)
  if (command.kind === 'restore') return restore({ ...command, file: filePath(command.file) }, settings, signal)
  return toPostgres(command, settings, signal)
}

async function backup(file: string, settings: Settings, signal: AbortSignal): Promise<void> {
  refuseUnwritable(file)
  await opened(settings, false, async ({ url }) => {
    const { leftOut, header, written } = await readSnapshot({ url, now, signal }, async (snapshot) => ({
      leftOut: snapshot.leftOut,
      header: snapshot.header,
      written: await writeBackup(snapshot, file),
    }))
    say(table(written.tables))
    say(`Written to ${file} (${number(written.bytes)} bytes), as everything was at ${header.made_at}.`)
    tellLeftOut(leftOut)
    say(`The file holds every ruleset and the hashes of credentials: keep it as safe as the database.`)
    tellSecret(settings, 'is not in the file: keep a copy of it with the file.')
  })
}

async function restore(
  { file, replace }: Extract<DataCommand, { kind: 'restore' }>,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  const { header } = await checkBackup(file, signal)
  await opened(settings, true, async ({ url, serverRuns }) => {
    const advice = 'Nothing was changed. With --replace its content is given up for that of the backup.'
    const filled = await readBackup(file, signal, (source) =>
      fillDatabase({ url, replace, serverRuns, advice, signal }, source),
    )
    say(table(filled.tables))
    say(
      `Restored into ${placeOf(url)}, as everything was at ${header.made_at}; every table was read back and is the same.`,
    )
    tellMigrated(filled)
    if (serverRuns) say('Restart the server that runs on it, so that nothing is answered from what it remembers.')
    tellSecret(settings, 'is not in a backup: use the one of the deployment that it was made of.')
  })
}

async function toPostgres(
  { url: target, replace }: Extract<DataCommand, { kind: 'to-postgres' }>,
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  if (settings.databaseUrl !== null)
    throw new TransferRefusal(
      'DATABASE_URL is set, and this copies the embedded database of DATA_DIR. Unset it for this command.',
    )
  await opened(settings, false, async ({ url, serverRuns }) => {
    const advice = 'Nothing was changed. With --replace its content is given up for that of the embedded database.'
    const { snapshot, filled } = await readSnapshot({ url, now, signal }, async (snapshot) => ({
      snapshot,
      filled: await fillDatabase({ url: target, replace, serverRuns: false, advice, signal }, snapshot),
    }))
    say(table(filled.tables))
    say(`Copied to ${placeOf(target)}; rows and sha256 of every table are the same on both sides.`)
    say('The embedded database is as it was.')
    tellLeftOut(snapshot.leftOut)
    tellMigrated(filled)
    tellWhatIsNext(settings, snapshot, serverRuns)
  })
}

function tellWhatIsNext(settings: Settings, { header }: Snapshot, serverRuns: boolean): void {
  if (serverRuns)
    say(
      `A server runs on the embedded database: what it wrote after ${header.made_at} is not in the copy.\nTo move for good, stop it and copy again with --replace.`,
    )
  const secret = settings.authSecret === null ? `the content of ${secretFile(settings)}` : 'what it is now'
  say(`Set next, for every server that is to work on it:
  DATABASE_URL  the address that was given here
  AUTH_SECRET   ${secret}; with another one ${WITHOUT_SECRET}`)
}

/** Opens the database, and closes it whatever happens. */
async function opened(
  settings: Settings,
  make: boolean,
  use: (database: OpenedDatabase) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(settings, { make, log })
  try {
    await use(database)
  } finally {
    await database.close()
  }
}

const WITHOUT_SECRET = 'people and agents must sign in anew, and proposed terms are counted anew'

function tellSecret(settings: Settings, what: string): void {
  const place = settings.authSecret === null && settings.databaseUrl === null ? ` (${secretFile(settings)})` : ''
  say(`AUTH_SECRET${place} ${what} With another one ${WITHOUT_SECRET}.`)
}

function tellLeftOut(names: readonly string[]): void {
  if (names.length > 0) say(`Left out, since no migration of this release made them: ${names.join(', ')}.`)
}

function tellMigrated({ migrated }: Filled): void {
  if (migrated.length > 0) say(`Brought up to this release by the migrations ${migrated.join(', ')}.`)
}

function secretFile({ dataDir }: Settings): string {
  return join(dataDir, AUTH_SECRET_FILE)
}

function table(seals: readonly RowsSeal[]): string {
  const width = Math.max(...seals.map(({ name }) => name.length))
  return seals.map(({ name, rows }) => `  ${name.padEnd(width)}  ${number(rows).padStart(12)} rows`).join('\n')
}

/** npm runs a script in the folder of the package; the operator meant the folder in which npm was called. */
function filePath(file: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function say(text: string): void {
  console.log(text)
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2))
  if (!read.ok) {
    console.error(`${read.problem}\n\n${USAGE}`)
    return 2
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) {
    console.error(describeProblems(parsed.problems))
    return 1
  }
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
  try {
    await run(read.command, parsed.settings, interrupted.signal)
    return 0
  } catch (error) {
    if (interrupted.signal.aborted) console.error('Stopped. Nothing was changed.')
    else console.error(error instanceof TransferRefusal || error instanceof StartRefusal ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
