import { emailFailures, nameFailures, normalEmail, readName } from '../services/accounts/account-details'
import { type CommandReading, readCommandLine, wrong } from './command/command-line'

export type PersonCommand =
  | { readonly kind: 'disable' | 'enable'; readonly email: string }
  | { readonly kind: 'rename'; readonly email: string; readonly name: string }

export const USAGE = `How it is used:
  npm run person -- disable <e-mail address>
      ends every session of the account and ends every way to sign in to it; agents that it allowed act no more.
  npm run person -- enable <e-mail address>
      lets the person sign in again.
  npm run person -- rename <e-mail address> <name>
      changes the name that is printed under what the person signs from then on.
Each change stands in the log of every namespace of the person, as the operator's act.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const SYNTAXES = {
  disable: { operand: 'an e-mail address' },
  enable: { operand: 'an e-mail address' },
  rename: { operand: 'an e-mail address and a name', manyOperands: true },
}

export function readArguments(args: readonly string[]): CommandReading<PersonCommand> {
  if (args.length === 0) return { ok: true, command: { kind: 'help' } }
  return readCommandLine<keyof typeof SYNTAXES, PersonCommand>(args, SYNTAXES, ({ word, operands }) => {
    const [address = '', ...names] = operands
    const email = normalEmail(address)
    if (emailFailures(email).length > 0) return wrong(`"${address}" is not an e-mail address.`)
    if (word !== 'rename') return { ok: true, command: { kind: word, email } }
    const name = readName(names.join(' '))
    const [failure] = nameFailures('name', name, 'a name')
    if (failure !== undefined) return wrong(`The name: expected ${failure.expected}, received ${failure.received}.`)
    return { ok: true, command: { kind: word, email, name } }
  })
}
