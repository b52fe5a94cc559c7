/**
 * What `npm run data` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given.
 */
import { parseArgs } from 'node:util'

export type DataCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'restore'; readonly file: string; readonly replace: boolean }
  | { readonly kind: 'to-postgres'; readonly url: string; readonly replace: boolean }
  | { readonly kind: 'migrate' }

export type ReadArguments =
  | { readonly ok: true; readonly command: DataCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run data -- backup <file>                    writes everything that is kept into a new file
  npm run data -- restore <file> [--replace]       fills the database from a backup
  npm run data -- to-postgres <url> [--replace]    copies the embedded database into the PostgreSQL database
                                                   postgresql://user:password@host:5432/database
  npm run data -- migrate                          brings the tables to this release, as a start does, and ends
--replace gives up what the database holds; without it one that holds anything is refused.
The database is the one of DATABASE_URL, or else the embedded one in DATA_DIR, as for the server.`

const KINDS = ['backup', 'restore', 'to-postgres', 'migrate'] as const

export function readArguments(args: readonly string[]): ReadArguments {
  let given: { positionals: string[]; values: { replace?: boolean; help?: boolean } }
  try {
    given = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { replace: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  if (given.values.help) return { ok: true, command: { kind: 'help' } }
  const [word, operand, ...rest] = given.positionals
  const replace = given.values.replace === true
  const kind = KINDS.find((known) => known === word)
  if (word === undefined) return wrong('Nothing was asked for.')
  if (kind === undefined) return wrong(`There is no command "${word}".`)
  if (kind === 'migrate') {
    if (replace || operand !== undefined) return wrong('migrate takes nothing.')
    return { ok: true, command: { kind } }
  }
  const needed = kind === 'to-postgres' ? 'the address of a PostgreSQL database' : 'a file'
  if (operand === undefined) return wrong(`${kind} needs ${needed}.`)
  if (rest.length > 0) return wrong(`${kind} takes ${needed} and nothing else, not "${rest[0]}".`)
  if (kind === 'backup') {
    if (replace) return wrong('backup takes no --replace: a file is never written over.')
    return { ok: true, command: { kind, file: operand } }
  }
  if (kind === 'restore') return { ok: true, command: { kind, file: operand, replace } }
  if (!isDatabaseAddress(operand))
    return wrong('to-postgres needs an address of the form postgresql://user:password@host:5432/database.')
  return { ok: true, command: { kind, url: operand, replace } }
}

function wrong(problem: string): ReadArguments {
  return { ok: false, problem }
}

function isDatabaseAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
