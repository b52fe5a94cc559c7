/**
 * What `npm run admin-link` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given.
 */
import { parseArgs } from 'node:util'

export type AdminLinkCommand =
  | { readonly kind: 'help' }
  /** Null: whoever uses the link names a new namespace. */
  | { readonly kind: 'link'; readonly namespace: string | null }

export type ReadArguments =
  | { readonly ok: true; readonly command: AdminLinkCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run admin-link [-- --namespace <id or name>]
      prints a link that can be used once, within a day: whoever opens it makes an account with every role in a new
      namespace, or in the one that is named.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const OPTIONS = { namespace: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

export function readArguments(args: readonly string[]): ReadArguments {
  try {
    const { namespace, help } = parseArgs({ args: [...args], options: OPTIONS }).values
    if (help === true) return { ok: true, command: { kind: 'help' } }
    if (namespace === '') return { ok: false, problem: '--namespace needs an id or a name.' }
    return { ok: true, command: { kind: 'link', namespace: namespace ?? null } }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { ok: false, problem: error.message }
  }
}
