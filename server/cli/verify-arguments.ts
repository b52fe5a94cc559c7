/**
 * What `npm run verify` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given.
 */
import { parseArgs } from 'node:util'

export type VerifyCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'receipt'; readonly file: string; readonly keys: string | null }
  | { readonly kind: 'export'; readonly file: string; readonly keys: string | null }
  | {
      readonly kind: 'log'
      /** Null: every namespace that has a log. */
      readonly namespace: string | null
      readonly checkpoints: readonly string[]
      readonly keys: string | null
    }

export type ReadArguments =
  | { readonly ok: true; readonly command: VerifyCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run verify -- receipt <file> [--keys <file>]
      verifies the receipt of a signature. Needs neither network nor database.
  npm run verify -- export <file> [--keys <file>]
      verifies an exported log (JSON Lines) against the checkpoint that it ends with. Needs neither network nor database.
  npm run verify -- log [--namespace <id>] [--checkpoint <file>]... [--keys <file>]
      verifies the logs in this deployment's database, or that of one namespace, and every signed record that they tell
      of. --checkpoint gives a checkpoint that was kept elsewhere, or a receipt that holds one.
--keys gives the published keys, /.well-known/touchstone-keys.json of the deployment, as a file. Without it a receipt or
an export can only be shown to agree with itself.
It ends with 0 where everything verifies, with 1 where something does not, and with 2 where it is used wrongly.`

export function readArguments(args: readonly string[]): ReadArguments {
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { keys = null, namespace = null, checkpoint = [], help } = given.values
  if (help === true) return { ok: true, command: { kind: 'help' } }
  const [kind, file, ...rest] = given.positionals
  if (kind === undefined) return wrong('Nothing was asked for.')
  if (kind === 'log') {
    if (file !== undefined) return wrong(`log takes no file; --checkpoint ${file} gives a checkpoint.`)
    return { ok: true, command: { kind, namespace, checkpoints: checkpoint, keys } }
  }
  if (kind !== 'receipt' && kind !== 'export') return wrong(`There is no command "${kind}".`)
  if (file === undefined) return wrong(`${kind} needs a file.`)
  if (rest.length > 0) return wrong(`${kind} takes one file, not "${rest[0]}" too.`)
  if (namespace !== null || checkpoint.length > 0) return wrong(`${kind} takes --keys and no other option.`)
  return { ok: true, command: { kind, file, keys } }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      keys: { type: 'string' },
      namespace: { type: 'string' },
      checkpoint: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })
}

function wrong(problem: string): ReadArguments {
  return { ok: false, problem }
}
