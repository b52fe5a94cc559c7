/**
 * With the embedded database the secret is stored in DATA_DIR. An outside database may serve several machines, so the
 * operator supplies it. Never logged.
 */
import { join } from 'node:path'
import { readSecretFile, storeSecretFile } from '../client/secret-file'
import { StartRefusal } from '../client/storage-fault'

export interface AuthSecretSource {
  readonly authSecret: string | null
  /** Null: the embedded database. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly randomBytes: (count: number) => Uint8Array
}

export const AUTH_SECRET_FILE = 'auth-secret'
const SECRET_BYTES = 32
const STORED_FORM = /^[\w-]{43}$/

/** @throws StartRefusal */
export function demandAuthSecret({
  authSecret,
  databaseUrl,
}: Pick<AuthSecretSource, 'authSecret' | 'databaseUrl'>): void {
  if (authSecret === null && databaseUrl !== null)
    throw new StartRefusal(
      `AUTH_SECRET must be set where DATABASE_URL is: every server on one database needs the same one. Make one with
  node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"
and give it to every server, at every start.`,
    )
}

/**
 * @param exists whether the deployment had one before: only a command replaces a lost one
 * @throws StartRefusal
 */
export function findAuthSecret(source: AuthSecretSource, exists: boolean): string {
  const { authSecret, dataDir, randomBytes } = source
  if (authSecret !== null) return authSecret
  demandAuthSecret(source)
  const file = join(dataDir, AUTH_SECRET_FILE)
  try {
    const stored = readSecret(file)
    if (stored === null && exists) throw lostSecret(file)
    return stored ?? storeSecret(file, Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url'))
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `The secret of this deployment cannot be stored in ${file}: ${error instanceof Error ? error.message : String(error)}. Start as the user whom DATA_DIR belongs to, use another one, or set AUTH_SECRET.`,
    )
  }
}

function lostSecret(file: string): StartRefusal {
  return new StartRefusal(
    `The secret of this deployment is lost: ${file} is absent. Put it back from its copy and start again. Where no copy exists, accept a new one with npm run keys -- accept-new: every user then signs in again, and agents are connected again.`,
  )
}

function readSecret(file: string): string | null {
  const secret = readSecretFile(file)?.trim() ?? null
  if (secret === null || STORED_FORM.test(secret)) return secret
  throw new StartRefusal(
    `${file} does not hold the secret that was written there. Put it back from its copy; where there is none, remove the file and accept a new secret with npm run keys -- accept-new.`,
  )
}

function storeSecret(file: string, secret: string): string {
  storeSecretFile(file, `${secret}\n`, secret.slice(0, 8))
  const stored = readSecret(file)
  if (stored === null) throw new Error('it was absent right after it was written')
  return stored
}
