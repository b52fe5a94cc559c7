/** The arguments of `npm run verify`. */
import { type CommandReading, readCommandLine, wrong } from './command/command-line'
import { DEFAULT_SECONDS } from './obligations/verify-obligations'

export type VerifyCommand =
  | {
      readonly kind: 'receipt'
      readonly file: string
      readonly keys: string | null
      /** A file of the policy (C2SP tlog-policy); null demands no witness. */
      readonly witnesses: string | null
      /** The file to which the proof is written for other programs, or null. */
      readonly proof: string | null
    }
  | {
      readonly kind: 'export'
      readonly file: string
      readonly keys: string | null
      readonly witnesses: string | null
    }
  | {
      readonly kind: 'log'
      /** Null for every namespace that has a log. */
      readonly namespace: string | null
      readonly checkpoints: readonly string[]
      readonly keys: string | null
    }
  | {
      readonly kind: 'obligations'
      /** Files and folders; with `written`, only the folder to write to. */
      readonly paths: readonly string[]
      readonly seconds: number
      /** Rulesets whose obligations are written first, or null. */
      readonly written: { readonly ruleset: string; readonly base: string | null } | null
    }

export const USAGE = `How it is used:
  npm run verify -- receipt <file> [--keys <file>] [--witnesses <file>] [--tlog-proof <new file>]
      verifies the receipt of a signature. --tlog-proof writes the proof that its entry is in the log, for other
      programs. Needs neither network nor database.
  npm run verify -- export <file> [--keys <file>] [--witnesses <file>]
      verifies an exported log (JSON Lines) against the checkpoint that it ends with. Needs neither network nor database.
  npm run verify -- log [--namespace <id>] [--checkpoint <file>]... [--keys <file>]
      verifies the logs in this deployment's database, or that of one namespace, and every signed record that they
      name. --checkpoint gives a checkpoint that was stored elsewhere, or a receipt that holds one.
  npm run verify -- obligations <file or folder>... [--time-limit <seconds>]
      lets the solvers of this machine (z3, cvc5) verify proofs that were exported as SMT-LIB. The limit is for each file
      and solver, ${DEFAULT_SECONDS} seconds by default. Needs neither network nor database.
  npm run verify -- obligations <new folder> --ruleset <file> [--base <file>] [--time-limit <seconds>]
      writes what is proved of a ruleset to the folder, then verifies it; with --base, also what is proved of the change
      from that ruleset. Units are those of the built-in library.
--keys gives the published keys, /.well-known/touchstone-keys.json of the deployment, as a file. Without it a receipt or
an export can only be shown to agree with itself.
--witnesses gives the witnesses that must have cosigned, as a file in the form of C2SP tlog-policy.
It ends with 0 where everything verifies, with 1 where something does not, and with 2 where it is used wrongly.`

const SYNTAXES = {
  receipt: { operand: 'a file', values: ['keys', 'witnesses', 'tlog-proof'] },
  export: { operand: 'a file', values: ['keys', 'witnesses'] },
  log: {
    values: ['keys', 'namespace'],
    lists: ['checkpoint'],
    insteadOfOperand: '--checkpoint <file> gives a checkpoint',
  },
  obligations: { operand: 'a file or folder', manyOperands: true, values: ['ruleset', 'base', 'time-limit'] },
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_SECONDS = 86_400

export function readArguments(args: readonly string[]): CommandReading<VerifyCommand> {
  return readCommandLine<keyof typeof SYNTAXES, VerifyCommand>(args, SYNTAXES, ({ word, operands, values, lists }) => {
    const { keys = null, namespace = null, witnesses = null, 'tlog-proof': proof = null } = values
    if (word === 'obligations') return readObligations(operands, values)
    const [file = ''] = operands
    if (word === 'receipt') return { ok: true, command: { kind: word, file, keys, witnesses, proof } }
    if (word === 'export') return { ok: true, command: { kind: word, file, keys, witnesses } }
    if (namespace !== null && !ID.test(namespace))
      return wrong(`--namespace takes the id of a namespace, not "${namespace}".`)
    const id = namespace?.toLowerCase() ?? null
    return { ok: true, command: { kind: word, namespace: id, checkpoints: lists.checkpoint ?? [], keys } }
  })
}

function readObligations(
  paths: readonly string[],
  values: Readonly<Partial<Record<string, string>>>,
): CommandReading<VerifyCommand> {
  const { ruleset, base = null, 'time-limit': limit = String(DEFAULT_SECONDS) } = values
  const seconds = /^\d{1,5}$/.test(limit) ? Number(limit) : 0
  if (seconds < 1 || seconds > MAX_SECONDS)
    return wrong(`--time-limit takes whole seconds from 1 to ${MAX_SECONDS}, not "${limit}".`)
  if (ruleset === undefined && base !== null) return wrong('--base needs --ruleset, the later ruleset.')
  if (ruleset !== undefined && paths.length > 1)
    return wrong(`With --ruleset, obligations takes one folder to write to, not also "${paths[1]}".`)
  const written = ruleset === undefined ? null : { ruleset, base }
  return { ok: true, command: { kind: 'obligations', paths, seconds, written } }
}
