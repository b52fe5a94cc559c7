/**
 * What `npm run admin-link` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given.
 */
import { parseArgs } from 'node:util'
import { emailFailures, normalEmail } from '../services/accounts/account-details'

export type AdminLinkCommand =
  | { readonly kind: 'help' }
  /** Null: whoever uses the link names a new namespace. */
  | { readonly kind: 'link'; readonly namespace: string | null }
  /** In lower case: whose password is set. */
  | { readonly kind: 'password'; readonly email: string }
  /** The rules that demand a passkey are switched off. */
  | { readonly kind: 'allow_passwords'; readonly namespace: string }

export type ReadArguments =
  | { readonly ok: true; readonly command: AdminLinkCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run admin-link [-- --namespace <id or name>]
      prints a link that can be used once, within a day: whoever opens it makes an account with every role in a new
      namespace, or in the one that is named.
  npm run admin-link -- --person <e-mail address>
      prints a link that can be used once, within a day: whoever opens it sets another password for the account of this
      address. It replaces links that were made for the account before.
  npm run admin-link -- --allow-passwords <id or name of a namespace>
      prints no link: it switches off the rules of this namespace that demand a passkey or the provider, for
      administrators who are locked out by them. The log of the namespace shows it as the operator's act.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const OPTIONS = {
  namespace: { type: 'string' },
  person: { type: 'string' },
  'allow-passwords': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export function readArguments(args: readonly string[]): ReadArguments {
  try {
    const {
      namespace,
      person,
      help,
      'allow-passwords': allowed,
    } = parseArgs({ args: [...args], options: OPTIONS }).values
    if (help === true) return { ok: true, command: { kind: 'help' } }
    if (namespace === '') return { ok: false, problem: '--namespace needs an id or a name.' }
    if (allowed !== undefined) {
      if (allowed === '') return { ok: false, problem: '--allow-passwords needs the id or the name of a namespace.' }
      if (namespace !== undefined || person !== undefined)
        return { ok: false, problem: '--allow-passwords makes no link: it goes with no other option.' }
      return { ok: true, command: { kind: 'allow_passwords', namespace: allowed } }
    }
    if (person === undefined) return { ok: true, command: { kind: 'link', namespace: namespace ?? null } }
    if (namespace !== undefined)
      return { ok: false, problem: '--person and --namespace are for two links: an account is of no one namespace.' }
    const email = normalEmail(person)
    if (emailFailures(email).length > 0) return { ok: false, problem: `"${person}" is no e-mail address.` }
    return { ok: true, command: { kind: 'password', email } }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { ok: false, problem: error.message }
  }
}
