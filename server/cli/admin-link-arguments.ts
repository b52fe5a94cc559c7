import { emailFailures, normalEmail } from '../services/accounts/account-details'
import { type CommandReading, readOptions, wrong } from './command/command-line'

export type AdminLinkCommand =
  /** Null if the person who uses the link names a new namespace. */
  | { readonly kind: 'link'; readonly namespace: string | null }
  /** Address in lower case of the person whose password is set. */
  | { readonly kind: 'password'; readonly email: string; readonly output: PasswordLinkOutput }
  /** Switches off the rules that require a passkey. */
  | { readonly kind: 'allow_passwords'; readonly namespace: string }

/** Prints the link or a message with it, or sends the message to the person. */
export type PasswordLinkOutput = 'link' | 'message' | 'mail'

export const USAGE = `How it is used:
  npm run admin-link [-- --namespace <id or name>]
      prints a link that can be used once, within a day: the person who opens it makes an account with every role in
      a new namespace, or in the one that is named.
  npm run admin-link -- --person <e-mail address>
      prints a link that can be used once, within a day: the person who opens it sets another password for the account
      of this address. It replaces links that were made for the account before. With --message it prints the message to
      pass on, with the link in it; with --send it sends that message to the address (SMTP_URL) and prints no link.
  npm run admin-link -- --allow-passwords <id or name of a namespace>
      prints no link: it switches off the rules of this namespace that demand a passkey or the provider, for
      administrators who are locked out by them. The log of the namespace shows it as the operator's act.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const SYNTAX = { values: ['namespace', 'person', 'allow-passwords'], flags: ['send', 'message'] }
const OUTPUTS = ['send', 'message'] as const
const OUTPUT_OF = { send: 'mail', message: 'message' } as const

export function readArguments(args: readonly string[]): CommandReading<AdminLinkCommand> {
  return readOptions<'admin-link', AdminLinkCommand>(args, 'admin-link', SYNTAX, ({ values, flags }) => {
    const { namespace, person, 'allow-passwords': allowed } = values
    const given = OUTPUTS.filter((each) => flags.has(each))
    if (given.length > 1)
      return wrong('--send and --message do not go together: one sends the message, the other prints it.')
    if (given.length > 0 && person === undefined) return wrong(`--${given[0]} goes with --person.`)
    if (allowed !== undefined) {
      if (namespace !== undefined || person !== undefined)
        return wrong('--allow-passwords makes no link: it goes with no other option.')
      return { ok: true, command: { kind: 'allow_passwords', namespace: allowed } }
    }
    if (person === undefined) return { ok: true, command: { kind: 'link', namespace: namespace ?? null } }
    if (namespace !== undefined)
      return wrong('--person and --namespace are for two links: an account is of no one namespace.')
    const email = normalEmail(person)
    if (emailFailures(email).length > 0) return wrong(`"${person}" is not an e-mail address.`)
    return {
      ok: true,
      command: { kind: 'password', email, output: given[0] === undefined ? 'link' : OUTPUT_OF[given[0]] },
    }
  })
}
