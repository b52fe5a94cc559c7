import { existsSync } from 'node:fs'
import { describeProblems, parseEnvironment, type Settings } from '../../config/settings'
import type { DatabaseAddresses, StoreLog } from '../../database/client/database'
import { StartRefusal } from '../../database/client/storage-fault'
import { visitEmbeddedPostgres } from '../../database/embedded/visit-embedded-postgres'
import { openStoreForCommand } from '../../database/open-store-for-command'
import type { Store } from '../../database/store'
import { chooseNamespace } from '../../services/access/full-credentials'
import type { CommandReading } from './command-line'

/** The message explains to the operator why the command failed. */
export class CommandRefusal extends Error {}

/** Prints only the messages of warnings and errors, on standard error. */
export const COMMAND_LOG: StoreLog = {
  debug: () => {},
  info: () => {},
  warn: (_, message) => console.error(message),
  error: (_, message) => console.error(message),
}

/**
 * Runs a command after its arguments were read, with the variables of `.env`, and prints why it was refused.
 * @param run may return false if it found something wrong; any other value means success
 * @returns the exit code: 0; 1 if the command was refused, failed or found something wrong; 2 for wrong arguments
 */
export async function runOperatorCommand<Command extends { readonly kind: string }>(
  reading: CommandReading<Command>,
  usage: string,
  run: (command: Exclude<Command, { readonly kind: 'help' }>) => Promise<unknown>,
): Promise<number> {
  if (!reading.ok) {
    console.error(`${reading.problem}\n\n${usage}`)
    return 2
  }
  if (reading.command.kind === 'help') {
    console.log(usage)
    return 0
  }
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    const holds = await run(reading.command as Exclude<Command, { readonly kind: 'help' }>)
    return holds === false ? 1 : 0
  } catch (error) {
    const isForOperator = error instanceof CommandRefusal || error instanceof StartRefusal
    console.error(isForOperator ? error.message : error)
    return 1
  }
}

/** @throws CommandRefusal that names each wrong variable */
export function serverSettings(): Settings {
  const parsed = parseEnvironment(process.env)
  if (!parsed.ok) throw new CommandRefusal(describeProblems(parsed.problems))
  return parsed.settings
}

/** Opens the store of the server's settings for `use`, whether or not the server runs. */
export async function withStore<T>(settings: Settings, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStoreForCommand({ ...settings, log: COMMAND_LOG })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** @throws CommandRefusal unless exactly one namespace has the id or name */
export async function namespaceOf(store: Store, idOrName: string): Promise<string> {
  const choice = await chooseNamespace({ store }, idOrName)
  if (choice.kind === 'chosen' && 'id' in choice.namespace) return choice.namespace.id
  if (choice.kind !== 'ambiguous') throw new CommandRefusal(`There is no namespace "${idOrName}".`)
  throw new CommandRefusal(`Several namespaces are named "${idOrName}"; give the id of one: ${choice.ids.join(', ')}`)
}

export interface OpenedDatabase extends DatabaseAddresses {
  /** Whether a server runs on it; unknown, so false, for an outside database. */
  readonly serverRuns: boolean
  /** Stops what the command started. */
  close(): Promise<void>
}

/**
 * Opens the database of the settings, whether or not a server runs on it.
 * @throws StartRefusal with a message for the operator
 */
export async function openDatabase(
  settings: {
    /** Null for the embedded PostgreSQL in `dataDir`. */
    readonly databaseUrl: string | null
    readonly databaseOwnerUrl: string | null
    readonly dataDir: string
  },
  /** `make`: whether an embedded database is made if it is missing. */
  { make, log }: { readonly make: boolean; readonly log: StoreLog },
): Promise<OpenedDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  if (databaseUrl !== null)
    return { url: databaseUrl, ownerUrl: databaseOwnerUrl, serverRuns: false, close: async () => {} }
  const { url, ownerUrl, serverRuns, leave } = await visitEmbeddedPostgres({ dataDir, log, make })
  return { url, ownerUrl, serverRuns, close: leave }
}

/** Prints one line. Text from files and rows is escaped, so that it can neither end the line nor move the cursor. */
export function printLine(line: string): void {
  console.log(line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`))
}

/** Aligns rows in columns for a terminal, with two spaces between them. */
export function textTable(head: readonly string[] | null, rows: readonly (readonly string[])[]): string {
  const all = head === null ? rows : [head, ...rows]
  const widths = all.map((row) => row.map(widthOf))
  const columns = widths.reduce<number[]>((widest, row) => row.map((width, i) => Math.max(width, widest[i] ?? 0)), [])
  const line = (row: readonly string[], index: number) =>
    row.map((cell, i) => cell + ' '.repeat((columns[i] ?? 0) - (widths[index]?.[i] ?? 0)))
  return all.map((row, index) => line(row, index).join('  ').trimEnd()).join('\n')
}

const segmenter = new Intl.Segmenter()

/** Counts characters as people do; most terminals come close to that. */
function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : [...segmenter.segment(text)].length
}
