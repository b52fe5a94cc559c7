/** The arguments of `npm run data`. */
import { type CommandReading, readCommandLine, wrong } from './command/command-line'

export type DataCommand =
  | { readonly kind: 'backup'; readonly file: string }
  | { readonly kind: 'restore'; readonly file: string; readonly replace: boolean }
  | { readonly kind: 'to-postgres'; readonly url: string; readonly replace: boolean }
  | { readonly kind: 'migrate' }

export const USAGE = `How it is used:
  npm run data -- backup <file>                    writes everything that is stored into a new file
  npm run data -- restore <file> [--replace]       fills the database from a backup
  npm run data -- to-postgres <url> [--replace]    copies the embedded database into the PostgreSQL database
                                                   postgresql://user:password@host:5432/database
  npm run data -- migrate                          brings the tables to this release, as a start does, and ends
--replace deletes what the database holds; without it one that holds anything is refused.
The database is the one of DATABASE_URL, or else the embedded one in DATA_DIR, as for the server.`

const SYNTAXES = {
  backup: { operand: 'a file', flags: ['replace'] },
  restore: { operand: 'a file', flags: ['replace'] },
  'to-postgres': { operand: 'the address of a PostgreSQL database', flags: ['replace'] },
  migrate: {},
}

export function readArguments(args: readonly string[]): CommandReading<DataCommand> {
  return readCommandLine<keyof typeof SYNTAXES, DataCommand>(args, SYNTAXES, ({ word, operands, flags }) => {
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
    }
  })
}

function isDatabaseAddress(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}
