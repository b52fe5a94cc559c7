/** The arguments of `npm run verify`. */
import { type CommandReading, readCommandLine } from './command-line'

export type VerifyCommand =
  | { readonly kind: 'receipt'; readonly file: string; readonly keys: string | null }
  | { readonly kind: 'export'; readonly file: string; readonly keys: string | null }
  | {
      readonly kind: 'log'
      /** Null: every namespace that has a log. */
      readonly namespace: string | null
      readonly checkpoints: readonly string[]
      readonly keys: string | null
    }

export const USAGE = `How it is used:
  npm run verify -- receipt <file> [--keys <file>]
      verifies the receipt of a signature. Needs neither network nor database.
  npm run verify -- export <file> [--keys <file>]
      verifies an exported log (JSON Lines) against the checkpoint that it ends with. Needs neither network nor database.
  npm run verify -- log [--namespace <id>] [--checkpoint <file>]... [--keys <file>]
      verifies the logs in this deployment's database, or that of one namespace, and every signed record that they
      name. --checkpoint gives a checkpoint that was stored elsewhere, or a receipt that holds one.
--keys gives the published keys, /.well-known/touchstone-keys.json of the deployment, as a file. Without it a receipt or
an export can only be shown to agree with itself.
It ends with 0 where everything verifies, with 1 where something does not, and with 2 where it is used wrongly.`

const SYNTAXES = {
  receipt: { operand: 'a file', values: ['keys'] },
  export: { operand: 'a file', values: ['keys'] },
  log: {
    values: ['keys', 'namespace'],
    lists: ['checkpoint'],
    insteadOfOperand: '--checkpoint <file> gives a checkpoint',
  },
}

export function readArguments(args: readonly string[]): CommandReading<VerifyCommand> {
  return readCommandLine<keyof typeof SYNTAXES, VerifyCommand>(args, SYNTAXES, ({ word, operands, values, lists }) => {
    const { keys = null, namespace = null } = values
    if (word !== 'log') return { ok: true, command: { kind: word, file: operands[0] ?? '', keys } }
    return { ok: true, command: { kind: word, namespace, checkpoints: lists.checkpoint ?? [], keys } }
  })
}
