/** The arguments of `npm run data`. */
import { type CommandReading, moment, readCommandLine, wrong } from './command/command-line'

export type DataCommand =
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'restore'; readonly file: string; readonly replace: boolean }
  | { readonly kind: 'to-postgres'; readonly url: string; readonly replace: boolean }
  | { readonly kind: 'migrate' }
  | {
      readonly kind: 'checks'
      readonly file: string
      /** An id or a name. */
      readonly namespace: string
      readonly from: Date | null
      readonly to: Date | null
      readonly withClaims: boolean
    }

export const USAGE = `How it is used:
  npm run data -- backup <file>                    writes everything that is stored into a new file
  npm run data -- restore <file> [--replace]       fills the database from a backup
  npm run data -- to-postgres <url> [--replace]    copies the embedded database into the PostgreSQL database
                                                   postgresql://user:password@host:5432/database
  npm run data -- migrate                          brings the tables to this release, as a start does, and ends
  npm run data -- checks <new file> --namespace <id or name> [--from <time>] [--to <time>] [--with-claims]
                                                   writes the decision log of a namespace as a Parquet file: the checks
                                                   from one time up to another, a day (2027-01-01, from its beginning
                                                   in UTC) or a moment (2027-01-01T12:00:00Z); --with-claims adds the
                                                   kept values of their claims
--replace deletes what the database holds; without it one that holds anything is refused.
The database is the one of DATABASE_URL, or else the embedded one in DATA_DIR, as for the server.`

const A_MOMENT = 'a day such as 2027-01-01, or a moment such as 2027-01-01T12:00:00Z'

const SYNTAXES = {
  backup: { operand: 'a file', flags: ['replace'] },
  restore: { operand: 'a file', flags: ['replace'] },
  'to-postgres': { operand: 'the address of a PostgreSQL database', flags: ['replace'] },
  migrate: {},
  checks: { operand: 'a new file', values: ['namespace', 'from', 'to'], flags: ['with-claims'] },
}

export function readArguments(args: readonly string[]): CommandReading<DataCommand> {
  return readCommandLine<keyof typeof SYNTAXES, DataCommand>(args, SYNTAXES, ({ word, operands, values, flags }) => {
    const [operand = ''] = operands
    const replace = flags.has('replace')
    switch (word) {
      case 'migrate':
        return { ok: true, command: { kind: word } }
      case 'backup':
        if (replace) return wrong('backup takes no --replace: a file is never written over.')
        return { ok: true, command: { kind: word, file: operand } }
      case 'restore':
        return { ok: true, command: { kind: word, file: operand, replace } }
      case 'to-postgres':
        if (!isDatabaseAddress(operand))
          return wrong('to-postgres needs an address of the form postgresql://user:password@host:5432/database.')
        return { ok: true, command: { kind: word, url: operand, replace } }
      case 'checks':
        return readChecks(operand, values, flags.has('with-claims'))
    }
  })
}

function readChecks(
  file: string,
  { namespace, from, to }: Readonly<Partial<Record<string, string>>>,
  withClaims: boolean,
): CommandReading<DataCommand> {
  if (namespace === undefined) return wrong('checks needs --namespace, the id or name of a namespace.')
  const [begin, end] = [from, to].map((text) => (text === undefined ? null : moment.safeParse(text).data))
  if (begin === undefined) return wrong(`--from takes ${A_MOMENT}, not "${from}".`)
  if (end === undefined) return wrong(`--to takes ${A_MOMENT}, not "${to}".`)
  if (begin !== null && end !== null && begin >= end) return wrong('--to has to be after --from.')
  return { ok: true, command: { kind: 'checks', file, namespace, from: begin, to: end, withClaims } }
}

function isDatabaseAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
