/**
 * `npm run data`: backup, restore, the move from the embedded database to a PostgreSQL of the operator's own, and migration.
 *
 * Promises: everything that the database keeps, exactly, or nothing; the server may run meanwhile. A signal undoes what
 * was begun. Status 1 tells that it could not be done, 2 that it was used wrongly.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { describeProblems, parseEnvironment } from '../config/parse-environment'
import type { Settings } from '../config/settings'
import { fillDatabase } from '../database/backup/fill-database'
import { checkBackup, readBackup } from '../database/backup/read-backup'
import { readSnapshot } from '../database/backup/read-snapshot'
import { TransferRefusal } from '../database/backup/transfer-source'
import { refuseUnwritable, writeBackup } from '../database/backup/write-backup'
import { StartRefusal } from '../database/client/start-refusal'
import { demandOwner } from '../database/roles/find-owner'
import { prepareDatabase } from '../database/roles/prepare-database'
import { type DataCommand, readArguments, USAGE } from './data-arguments'
import { backupReport, migrationReport, moveReport, restoreReport } from './data-report'
import { type OpenedDatabase, openDatabase } from './open-database'

type Command<Kind extends DataCommand['kind']> = Extract<DataCommand, { kind: Kind }>

const log = pino({ level: 'error' }, pino.destination(2))
const now = () => new Date()

async function backup(command: Command<'backup'>, settings: Settings, signal: AbortSignal): Promise<string> {
  const file = filePath(command.file)
  refuseUnwritable(file)
  return opened(settings, false, ({ url, ownerUrl }) =>
    readSnapshot({ url: ownerUrl ?? url, now, signal }, async (snapshot) => {
      const written = await writeBackup(snapshot, file)
      return backupReport(file, snapshot.header, written, snapshot.leftOut, settings)
    }),
  )
}

async function restore(command: Command<'restore'>, settings: Settings, signal: AbortSignal): Promise<string> {
  const { replace } = command
  const file = filePath(command.file)
  const { header } = await checkBackup(file, signal)
  return opened(settings, true, async ({ serverRuns, ...addresses }) => {
    const { ownerUrl: url, serverRole } = await demandOwner(addresses)
    const advice = 'Nothing was changed. With --replace its content is given up for that of the backup.'
    const filled = await readBackup(file, signal, (source) =>
      fillDatabase({ url, serverRole, replace, serverRuns, endSessions: true, advice, signal }, source),
    )
    return restoreReport(url, header, filled, serverRuns, settings)
  })
}

async function toPostgres(command: Command<'to-postgres'>, settings: Settings, signal: AbortSignal): Promise<string> {
  const { url: target, replace } = command
  if (settings.databaseUrl !== null)
    throw new TransferRefusal(
      'DATABASE_URL is set, and this copies the embedded database of DATA_DIR. Unset it for this command.',
    )
  return opened(settings, false, ({ url, ownerUrl, serverRuns }) =>
    readSnapshot({ url: ownerUrl ?? url, now, signal }, async (snapshot) => {
      const advice = 'Nothing was changed. With --replace its content is given up for that of the embedded database.'
      const filled = await fillDatabase(
        { url: target, serverRole: null, replace, serverRuns: false, endSessions: false, advice, signal },
        snapshot,
      )
      return moveReport(target, snapshot.header, filled, snapshot.leftOut, serverRuns, settings)
    }),
  )
}

async function migrate(settings: Settings): Promise<string> {
  return opened(settings, true, async (addresses) => migrationReport(await prepareDatabase(addresses)))
}

/** Opens the database, and closes it whatever happens. */
async function opened<T>(settings: Settings, make: boolean, use: (database: OpenedDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings, { make, log })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** npm runs a script in the folder of the package; the operator meant the folder in which npm was called. */
function filePath(file: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

async function run(command: Exclude<DataCommand, { kind: 'help' }>, signal: AbortSignal): Promise<string> {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new StartRefusal(describeProblems(parsed.problems))
  if (command.kind === 'backup') return backup(command, parsed.settings, signal)
  if (command.kind === 'restore') return restore(command, parsed.settings, signal)
  if (command.kind === 'migrate') return migrate(parsed.settings)
  return toPostgres(command, parsed.settings, signal)
}

async function main(): Promise<number> {
  const read = readArguments(process.argv.slice(2))
  if (!read.ok) {
    console.error(`${read.problem}\n\n${USAGE}`)
    return 2
  }
  if (read.command.kind === 'help') {
    console.log(USAGE)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
  try {
    console.log(await run(read.command, interrupted.signal))
    return 0
  } catch (error) {
    const inWords = error instanceof TransferRefusal || error instanceof StartRefusal
    if (interrupted.signal.aborted) console.error('Stopped. Nothing was changed.')
    else console.error(inWords ? error.message : error)
    return 1
  }
}

process.exitCode = await main()
