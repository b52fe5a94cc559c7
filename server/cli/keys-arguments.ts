import { KEY_PURPOSES, type KeyPurpose } from '../attestation/published-keys'
import { type CommandReading, readCommandLine, wrong } from './command/command-line'

export type KeysCommand =
  | { readonly kind: 'list' }
  | { readonly kind: 'logs' }
  | { readonly kind: 'new' }
  | { readonly kind: 'accept-new' }
  | { readonly kind: 'rotate'; readonly purpose: KeyPurpose }

export const USAGE = `How it is used:
  npm run keys -- list
      lists every key by its id, with what it signs and since when; one that is retired signs no more.
  npm run keys -- logs
      lists the log of every namespace with the key of its checkpoints, in the form that the operator of a witness needs.
  npm run keys -- rotate statement|checkpoint
      makes a new key, publishes it and retires the one before. For keys that are stored in DATA_DIR; those of
      SIGNING_KEY_STATEMENT and SIGNING_KEY_CHECKPOINT are rotated by giving every server another one.
  npm run keys -- accept-new
      makes new keys, and a new secret, in the place of those that are lost from DATA_DIR, and retires the lost keys; the
      log of every namespace has an entry of both. Put the lost files back instead where a copy exists.
  npm run keys -- new
      prints a new private key for one of those two, as PKCS #8 in Base64. It is stored nowhere.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

const SYNTAXES = { list: {}, logs: {}, rotate: { operand: KEY_PURPOSES.join(' or ') }, 'accept-new': {}, new: {} }

export function readArguments(args: readonly string[]): CommandReading<KeysCommand> {
  return readCommandLine<keyof typeof SYNTAXES, KeysCommand>(args, SYNTAXES, ({ word, operands }) => {
    if (word !== 'rotate') return { ok: true, command: { kind: word } }
    const purpose = KEY_PURPOSES.find((known) => known === operands[0])
    if (purpose === undefined) return wrong(`rotate needs ${KEY_PURPOSES.join(' or ')}, not "${operands[0]}".`)
    return { ok: true, command: { kind: word, purpose } }
  })
}
