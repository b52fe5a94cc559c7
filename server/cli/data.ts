/**
 * `npm run data`: copies everything that the database stores, or a decision log, or nothing. The server may run
 * meanwhile. A signal undoes an unfinished copy.
 */
import { resolve } from 'node:path'
import { pino } from 'pino'
import type { Settings } from '../config/settings'
import { fillDatabase } from '../database/backup/fill-database'
import { checkBackup, readBackup } from '../database/backup/read-backup'
import { readSnapshot } from '../database/backup/read-snapshot'
import { TransferRefusal } from '../database/backup/transfer-source'
import { refuseUnwritable, writeBackup } from '../database/backup/write-backup'
import { demandOwner } from '../database/roles/find-owner'
import { prepareDatabase } from '../database/roles/prepare-database'
import {
  CommandRefusal,
  namespaceOf,
  type OpenedDatabase,
  openDatabase,
  runOperatorCommand,
  serverSettings,
  withStore,
} from './command/operator-command'
import { type DataCommand, readArguments, USAGE } from './data-arguments'
import { backupReport, checksReport, migrationReport, moveReport, restoreReport } from './data-report'
import { exportChecks } from './decision-log/export-checks'
import { WrongUseError } from './touchstone/policy-files'

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

async function checks(command: Command<'checks'>, settings: Settings, signal: AbortSignal): Promise<string> {
  const { from, to, withClaims } = command
  const file = filePath(command.file)
  refuseUnwritable(file)
  return withStore(settings, async (store) => {
    const namespaceId = await namespaceOf(store, command.namespace)
    const show = (words: string) => console.error(words)
    const request = { namespaceId, file, from, to, withClaims }
    return checksReport(request, await exportChecks({ store, now, show, signal }, request))
  })
}

async function opened<T>(settings: Settings, make: boolean, use: (database: OpenedDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings, { make, log })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Resolves a path in the folder that npm was called in; npm runs scripts in the package's folder. */
function filePath(file: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

async function textOf(command: DataCommand, signal: AbortSignal): Promise<string> {
  const settings = serverSettings()
  if (command.kind === 'backup') return backup(command, settings, signal)
  if (command.kind === 'restore') return restore(command, settings, signal)
  if (command.kind === 'migrate') return migrate(settings)
  if (command.kind === 'checks') return checks(command, settings, signal)
  return toPostgres(command, settings, signal)
}

async function run(command: DataCommand): Promise<void> {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
  try {
    console.log(await textOf(command, interrupted.signal))
  } catch (error) {
    if (interrupted.signal.aborted) throw new CommandRefusal('Stopped. Nothing was changed.')
    const isForOperator = error instanceof TransferRefusal || error instanceof WrongUseError
    throw isForOperator ? new CommandRefusal(error.message) : error
  }
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
