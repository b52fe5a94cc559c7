/**
 * With the embedded database private keys are stored in DATA_DIR/keys, and a lost one is never replaced silently. An
 * outside database may serve several machines, so the operator supplies them. Never logged or stored in the database.
 * Every use reads the file, so a rotation needs no restart.
 */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KEY_PURPOSES, type KeyPurpose, type PrivateKey } from '../../attestation/published-keys'
import { newKeyPem, readPrivateKey } from '../../attestation/signing-key'
import { readSecretFile, replaceSecretFile, storeSecretFile } from '../client/secret-file'
import { StartRefusal } from '../client/storage-fault'

export interface SigningKeySource {
  /** From the environment. */
  readonly signingKeys: Readonly<Record<KeyPurpose, string | null>>
  /** Null: the embedded database. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

export interface SigningKeys {
  /** @throws StartRefusal */
  current(purpose: KeyPurpose): PrivateKey
}

export const KEYS_FOLDER = 'keys'
export const KEY_VARIABLES: Readonly<Record<KeyPurpose, string>> = {
  statement: 'SIGNING_KEY_STATEMENT',
  checkpoint: 'SIGNING_KEY_CHECKPOINT',
}

/**
 * @param published purposes with a key in force, which is never replaced here
 * @throws StartRefusal if a key is lost, unreadable or serves both purposes
 */
export function findSigningKeys(source: SigningKeySource, published: ReadonlySet<KeyPurpose>): SigningKeys {
  // A key counts as lost if it is missing after it was read.
  const existing = new Set(published)
  const current = (purpose: KeyPurpose) => {
    const key = findKey(source, purpose, existing.has(purpose))
    existing.add(purpose)
    return key
  }
  const [statement, checkpoint] = KEY_PURPOSES.map((purpose) => current(purpose).publicKey.id)
  if (statement === checkpoint)
    throw new StartRefusal(
      'The keys that sign statements and checkpoints are the same one; each must have its own. npm run keys -- new makes one.',
    )
  return { current }
}

/** @throws StartRefusal if the key comes from configuration */
export function replaceSigningKey({ signingKeys, databaseUrl, dataDir }: SigningKeySource, purpose: KeyPurpose): void {
  const variable = KEY_VARIABLES[purpose]
  if (signingKeys[purpose] !== null || databaseUrl !== null)
    throw new StartRefusal(
      `This key comes from ${variable}. Make a new one with npm run keys -- new, set it on every server and start them again: the first start publishes it and retires the one before.`,
    )
  const pem = newKeyPem()
  replaceSecretFile(fileOf(dataDir, purpose), pem, draftName(pem))
}

/** @throws StartRefusal if keys come from configuration */
export function makeMissingKeys(source: SigningKeySource): KeyPurpose[] {
  const missing = KEY_PURPOSES.filter(
    (purpose) => source.signingKeys[purpose] === null && readSecretFile(fileOf(source.dataDir, purpose)) === null,
  )
  for (const purpose of missing) findKey(source, purpose, false)
  return missing
}

function findKey(
  { signingKeys, databaseUrl, dataDir }: SigningKeySource,
  purpose: KeyPurpose,
  exists: boolean,
): PrivateKey {
  const variable = KEY_VARIABLES[purpose]
  const configured = signingKeys[purpose]
  if (configured !== null) return readKey(configured, variable)
  if (databaseUrl !== null)
    throw new StartRefusal(
      `${variable} must be set where DATABASE_URL is: every server on one database signs with the same key. Make one with
  npm run keys -- new
and give it to every server, at every start.`,
    )
  const file = fileOf(dataDir, purpose)
  try {
    const stored = readSecretFile(file)
    if (stored === null && exists) throw lostKey(file, purpose)
    return readKey(stored ?? makeFile(file), file)
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `The key in ${file} cannot be stored: ${error instanceof Error ? error.message : String(error)}. Start as the user whom DATA_DIR belongs to, use another one, or set ${variable}.`,
    )
  }
}

function lostKey(file: string, purpose: KeyPurpose): StartRefusal {
  return new StartRefusal(
    `The ${purpose} key that is in force is lost: ${file} is absent. Put the folder ${dirname(file)} back from its copy and start again. Where no copy exists, accept new keys with npm run keys -- accept-new: the logs then say that the keys changed, and what the old ones signed still verifies.`,
  )
}

function makeFile(file: string): string {
  const pem = newKeyPem()
  const folder = dirname(file)
  // DATA_DIR itself may be open to the database's user.
  mkdirSync(dirname(folder), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  storeSecretFile(file, pem, draftName(pem))
  const stored = readSecretFile(file)
  if (stored === null) throw new Error('it was gone as soon as it was written')
  return stored
}

function readKey(text: string, source: string): PrivateKey {
  const key = readPrivateKey(text)
  if (key === null)
    throw new StartRefusal(
      `${source} does not hold a private key of Ed25519, in PEM or as PKCS #8 in Base64. Put it back from a backup; npm run keys -- new makes a new one.`,
    )
  return key
}

/** The public half reveals nothing. */
function draftName(pem: string): string {
  return readPrivateKey(pem)!.publicKey.id.slice(0, 12)
}

function fileOf(dataDir: string, purpose: KeyPurpose): string {
  return join(dataDir, KEYS_FOLDER, `${purpose}.pem`)
}
