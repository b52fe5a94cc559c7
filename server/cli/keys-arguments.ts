/**
 * What `npm run keys` is asked to do.
 *
 * Promises: every wrong use is told in words that name what was given.
 */
import { KEY_PURPOSES, type KeyPurpose } from '../attestation/signing-key'

export type KeysCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'accept-new' }
  | { readonly kind: 'rotate'; readonly purpose: KeyPurpose }

export type ReadArguments =
  | { readonly ok: true; readonly command: KeysCommand }
  | { readonly ok: false; readonly problem: string }

export const USAGE = `How it is used:
  npm run keys -- list
      lists every key by its id, with what it signs and since when; one that is retired signs no more.
  npm run keys -- rotate statement|checkpoint
      makes a new key, publishes it and retires the one before. For keys that are kept in DATA_DIR; those of
      SIGNING_KEY_STATEMENT and SIGNING_KEY_CHECKPOINT are rotated by giving every server another one.
  npm run keys -- accept-new
      makes new keys, and a new secret, in the place of those that are lost from DATA_DIR, and retires the lost keys; the
      log of every namespace has an entry of both. Put the lost files back instead where a copy exists.
  npm run keys -- new
      prints a new private key for one of those two, as PKCS #8 in Base64. It is kept nowhere.
It works on the database of the server's settings (DATABASE_URL, or else DATA_DIR), whether or not the server runs.`

export function readArguments(args: readonly string[]): ReadArguments {
  const [word, operand, ...rest] = args
  if (word === 'help' || word === '--help' || word === '-h') return { ok: true, command: { kind: 'help' } }
  if (word === undefined) return wrong('Nothing was asked for.')
  if (word === 'rotate') {
    const purpose = KEY_PURPOSES.find((known) => known === operand)
    if (purpose === undefined) return wrong(`rotate needs ${KEY_PURPOSES.join(' or ')}.`)
    return rest.length === 0 ? { ok: true, command: { kind: word, purpose } } : wrong('rotate takes one key at a time.')
  }
  if (word !== 'list' && word !== 'new' && word !== 'accept-new') return wrong(`There is no command "${word}".`)
  return operand === undefined ? { ok: true, command: { kind: word } } : wrong(`${word} takes nothing else.`)
}

function wrong(problem: string): ReadArguments {
  return { ok: false, problem }
}
