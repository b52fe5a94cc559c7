/**
 * Where a service account proves itself by a secret.
 *
 * Promises: only hashes are compared; what is asked of the database, and how long it takes, is the same for an unknown
 * username and for a wrong secret. The same secret presented many times at once is looked up once.
 */
import { timingSafeEqual } from 'node:crypto'
import type {
  PresentedSecret,
  ServiceAccountVerbs,
  ServiceSecretKind,
} from '../../database/guardrails/service-accounts'
import { hashToken } from '../access/authenticate'
import { USERNAME } from './account-forms'
import { SecretGate } from './secret-gate'
import { secretRefused, tokenRefused } from './token-refusals'

export interface ProvenAccount {
  readonly id: string
  readonly username: string
  /** Names of those that it may act for. */
  readonly groups: readonly string[]
  readonly secretId: string
  readonly secretExpiresAt: Date | null
}

export interface SecretServiceParts {
  readonly store: Pick<ServiceAccountVerbs, 'findServiceSecret' | 'findServiceAccount' | 'noteServiceSecretUse'>
  readonly now: () => Date
}

/** Milliseconds in which the uses of a secret are noted once. */
const NOTED_EVERY = 60_000
const NO_HASH = new Uint8Array(32)

const PLACES: Readonly<Record<ServiceSecretKind, string>> = {
  service_token: 'This is a service token, which /client-api/auth/token takes. The grant takes an API key.',
  api_key: 'This is an API key, which the client credentials grant takes. This endpoint takes a service token.',
}

export class SecretService {
  private readonly gate: SecretGate
  private readonly running = new Map<string, Promise<ProvenAccount>>()

  constructor(private readonly parts: SecretServiceParts) {
    this.gate = new SecretGate(() => parts.now().getTime())
  }

  /** @throws Refusal CREDENTIAL_INVALID; BAD_REQUEST 429 after too many wrong tries */
  prove(kind: ServiceSecretKind, username: string, secret: string, addressKey: string): Promise<ProvenAccount> {
    const sha256 = hashToken(secret)
    const key = JSON.stringify([kind, username, addressKey, Buffer.from(sha256).toString('base64')])
    const running = this.running.get(key)
    if (running !== undefined) return running
    const begun = this.look(kind, username, sha256, addressKey).finally(() => this.running.delete(key))
    this.running.set(key, begun)
    return begun
  }

  private async look(
    kind: ServiceSecretKind,
    username: string,
    sha256: Uint8Array,
    addressKey: string,
  ): Promise<ProvenAccount> {
    const { store, now } = this.parts
    // No account has an empty name: what cannot be a username is looked up as one that nobody has.
    const asked = USERNAME.test(username) ? username : ''
    const succeed = this.gate.admit(addressKey, asked)
    const found = await store.findServiceSecret(asked, sha256)
    const isRight = timingSafeEqual(found?.sha256 ?? NO_HASH, sha256)
    if (found === null || !isRight) throw secretRefused()
    demandInForce(found, kind, now())
    const account = await store.findServiceAccount(found.accountId)
    if (account === null) throw secretRefused()
    succeed()
    const at = now()
    if (found.lastUsedAt === null || at.getTime() - found.lastUsedAt.getTime() >= NOTED_EVERY)
      await store.noteServiceSecretUse(found.id, at)
    const groups = account.groups.map(({ name }) => name)
    const { id } = account
    return { id, username: account.username, groups, secretId: found.id, secretExpiresAt: found.expiresAt }
  }
}

/** Whoever holds the secret may know what became of it. */
function demandInForce(
  { kind, revokedAt, expiresAt, disabledAt }: PresentedSecret,
  wanted: ServiceSecretKind,
  at: Date,
) {
  if (revokedAt !== null) throw tokenRefused(`This secret was revoked on ${revokedAt.toISOString()}.`)
  if (expiresAt !== null && expiresAt <= at) throw tokenRefused(`This secret expired on ${expiresAt.toISOString()}.`)
  if (disabledAt !== null) throw tokenRefused('This service account was disabled. Ask an administrator.')
  if (kind !== wanted) throw tokenRefused(PLACES[kind])
}
