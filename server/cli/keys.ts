/**
 * `npm run keys`. The running server uses a new key from its next signature; the previous key stays published, and the
 * log of every namespace has an entry of both. Private keys are never printed, except the one that `new` makes.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { logOrigin } from '../attestation/checkpoint'
import { KEY_PURPOSES, type KeyPurpose } from '../attestation/published-keys'
import { noteVerifierKey } from '../attestation/signed-note'
import { newKeyPem } from '../attestation/signing-key'
import type { Settings } from '../config/settings'
import { AUTH_SECRET_FILE, findAuthSecret } from '../database/access/auth-secret'
import { findSigningKeys, makeMissingKeys, replaceSigningKey } from '../database/signing/signing-key-files'
import { publishedPurposes } from '../database/signing/signing-keys'
import type { Store } from '../database/store'
import { KeyRing } from '../services/audit/key-ring'
import { printLine, runOperatorCommand, serverSettings, textTable, withStore } from './command/operator-command'
import { type KeysCommand, readArguments, USAGE } from './keys-arguments'

async function withKeys(settings: Settings, use: (ring: KeyRing, store: Store) => Promise<void>): Promise<void> {
  await withStore(settings, async (store) => {
    await use(new KeyRing(store, findSigningKeys(settings, await publishedPurposes(store)), () => new Date()), store)
  })
}

async function list(ring: KeyRing): Promise<void> {
  const keys = await ring.published()
  const rows = keys.map(({ publicKey, purpose, createdAt, retiredAt }) => [
    publicKey.id,
    purpose,
    createdAt ?? '-',
    retiredAt ?? '-',
  ])
  console.log(textTable(['id', 'signs', 'since', 'retired'], rows))
}

/** Prints lines of a policy (C2SP tlog-policy), each after a comment with the name of its namespace. */
async function listLogs(settings: Settings): Promise<void> {
  await withKeys(settings, async (ring, store) => {
    const { publicKey } = await ring.inForce('checkpoint')
    for (const id of await store.listNamespaces())
      for (const { displayName } of await store.findNamespaces(id)) {
        const name = logOrigin(settings.publicUrl, id)
        printLine(`# ${displayName}`)
        printLine(`log ${noteVerifierKey({ name, publicKey }, 'signature')}`)
      }
  })
}

async function rotate(settings: Settings, purpose: KeyPurpose): Promise<void> {
  await withKeys(settings, async (ring) => {
    // The one before is published first, if it was not: its retirement is logged.
    const before = await ring.inForce(purpose)
    replaceSigningKey(settings, purpose)
    const after = await ring.inForce(purpose)
    console.log(`The ${purpose} key ${after.publicKey.id} signs from now on; ${before.publicKey.id} is retired.`)
  })
}

/**
 * Replaces lost keys and the lost secret. The old keys are retired, and the log of every namespace has an entry of
 * both.
 */
async function acceptNew(settings: Settings): Promise<void> {
  await withStore(settings, async (store) => {
    const made = makeMissingKeys(settings)
    // Publishes the new keys and retires the previous ones.
    const ring = new KeyRing(store, findSigningKeys(settings, new Set(KEY_PURPOSES)), () => new Date())
    await ring.published()
    for (const purpose of made)
      console.log(`The ${purpose} key ${(await ring.inForce(purpose)).publicKey.id} is new and signs from now on.`)
    const secretFile = join(settings.dataDir, AUTH_SECRET_FILE)
    const secretMade = settings.authSecret === null && !existsSync(secretFile)
    if (secretMade) {
      findAuthSecret({ ...settings, randomBytes }, false)
      console.log('The secret of this deployment is new: every user signs in again, and agents are connected again.')
    }
    if (made.length === 0 && !secretMade)
      console.log('Nothing is lost: every key and the secret are there. Nothing was changed.')
  })
}

async function run(command: KeysCommand): Promise<void> {
  if (command.kind === 'new') console.log(newKeyPem().replaceAll(/-----[^-]+-----|\n/g, ''))
  else if (command.kind === 'list') await withKeys(serverSettings(), list)
  else if (command.kind === 'logs') await listLogs(serverSettings())
  else if (command.kind === 'accept-new') await acceptNew(serverSettings())
  else await rotate(serverSettings(), command.purpose)
}

process.exitCode = await runOperatorCommand(readArguments(process.argv.slice(2)), USAGE, run)
