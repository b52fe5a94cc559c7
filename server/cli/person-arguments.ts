/**
 * What `npm run person` is asked to do.
 *
 * Promises: every wrong use is answered in words that name what was given.
 */
import { parseArgs } from 'node:util'
import { emailFailures, nameFailures, normalEmail, readName } from '../services/accounts/account-details'

export type PersonCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'disable' | 'enable'; readonly email: string }
  | { readonly kind: 'rename'; readonly email: string; readonly name: string }

export type ReadPersonArguments =
  | { readonly ok: true; readonly command: PersonCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run person -- disable <e-mail address>
      ends every session of the account and lets nobody sign in to it any more; agents that it allowed act no more.
  npm run person -- enable <e-mail address>
      lets the person sign in again.
  npm run person -- rename <e-mail address> <name>
      changes the name that is printed under what the person signs from then on.
Each change stands in the log of every namespace of the person, as the operator's act.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

export function readArguments(args: readonly string[]): ReadPersonArguments {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [verb, address, ...rest] = positionals
    if (values.help === true || verb === undefined) return { ok: true, command: { kind: 'help' } }
    if (verb !== 'disable' && verb !== 'enable' && verb !== 'rename')
      return { ok: false, problem: `"${verb}" is none of disable, enable and rename.` }
    const email = normalEmail(address ?? '')
    if (emailFailures(email).length > 0) return { ok: false, problem: `"${address ?? ''}" is no e-mail address.` }
    if (verb !== 'rename')
      return rest.length === 0
        ? { ok: true, command: { kind: verb, email } }
        : { ok: false, problem: `Nothing follows the e-mail address, but "${rest.join(' ')}" does.` }
    const name = readName(rest.join(' '))
    const [failure] = nameFailures('name', name, 'a name')
    if (failure !== undefined)
      return { ok: false, problem: `The name: expected ${failure.expected}, received ${failure.received}.` }
    return { ok: true, command: { kind: 'rename', email, name } }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { ok: false, problem: error.message }
  }
}
