import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../../api/refusal'
import type {
  PresentedSecret,
  ServiceAccountVerbs,
  ServiceSecretKind,
} from '../../../database/guardrails/service-accounts'
import type { Gate, ProcessGroup } from '../../access/process-group'
import { hashToken } from '../../access/secrets'
import { USERNAME } from './account-forms'
import { secretRefused, tokenRefused } from './platform-client'

export interface ProvenAccount {
  readonly id: string
  readonly username: string
  readonly groups: readonly string[]
  readonly secretId: string
  readonly secretExpiresAt: Date | null
}

export interface SecretServiceDependencies {
  readonly store: Pick<ServiceAccountVerbs, 'findServiceSecret' | 'findServiceAccount' | 'noteServiceSecretUse'>
  readonly now: () => Date
  readonly group: ProcessGroup
}

/** Between two notes of a secret's use. */
const NOTED_EVERY_MS = 60_000
const NO_HASH = new Uint8Array(32)

const WRONG_KIND: Readonly<Record<ServiceSecretKind, string>> = {
  service_token: 'This is a service token, which /client-api/auth/token takes. The grant takes an API key.',
  api_key: 'This is an API key, which the client credentials grant takes. This endpoint takes a service token.',
}

export class SecretService {
  private readonly gate: SecretGate
  private readonly running = new Map<string, Promise<ProvenAccount>>()

  constructor(private readonly dependencies: SecretServiceDependencies) {
    this.gate = new SecretGate(dependencies.group)
  }

  /**
   * Takes the same time for an unknown username and a wrong secret. Concurrent calls with one secret share a look-up. A
   * right secret costs no try.
   * @throws Refusal CREDENTIAL_INVALID; BAD_REQUEST 429 after too many wrong tries
   */
  prove(kind: ServiceSecretKind, username: string, secret: string, addressKey: string): Promise<ProvenAccount> {
    const sha256 = hashToken(secret)
    const key = JSON.stringify([kind, username, addressKey, Buffer.from(sha256).toString('base64')])
    const running = this.running.get(key)
    if (running !== undefined) return running
    const begun = this.find(kind, username, sha256, addressKey).finally(() => this.running.delete(key))
    this.running.set(key, begun)
    return begun
  }

  private async find(
    kind: ServiceSecretKind,
    username: string,
    sha256: Uint8Array,
    addressKey: string,
  ): Promise<ProvenAccount> {
    const { store, now } = this.dependencies
    // No account has an empty name.
    const lookedUp = USERNAME.test(username) ? username : ''
    const succeed = await this.gate.admit(addressKey, lookedUp)
    const presented = await store.findServiceSecret(lookedUp, sha256)
    const isRight = timingSafeEqual(presented?.sha256 ?? NO_HASH, sha256)
    if (presented === null || !isRight) throw secretRefused()
    demandInForce(presented, kind, now())
    const account = await store.findServiceAccount(presented.accountId)
    if (account === null) throw secretRefused()
    await succeed()
    const at = now()
    if (presented.lastUsedAt === null || at.getTime() - presented.lastUsedAt.getTime() >= NOTED_EVERY_MS)
      await store.noteServiceSecretUse(presented.id, at)
    const groups = account.groups.map(({ name }) => name)
    const { id } = account
    return { id, username: account.username, groups, secretId: presented.id, secretExpiresAt: presented.expiresAt }
  }
}

function demandInForce(
  { kind, revokedAt, expiresAt, disabledAt }: PresentedSecret,
  wanted: ServiceSecretKind,
  at: Date,
) {
  if (revokedAt !== null) throw tokenRefused(`This secret was revoked on ${revokedAt.toISOString()}.`)
  if (expiresAt !== null && expiresAt <= at) throw tokenRefused(`This secret expired on ${expiresAt.toISOString()}.`)
  if (disabledAt !== null) throw tokenRefused('This service account was disabled. Ask an administrator.')
  if (kind !== wanted) throw tokenRefused(WRONG_KIND[kind])
}

/** Tries in {@link PERIOD_MS}; those of one username count from all addresses together. */
export const TRIES_PER_ADDRESS = 60
export const TRIES_PER_USERNAME = 30
const PERIOD_MS = 10 * 60_000
const MAX_KNOWN = 50_000

/**
 * Limits wrong tries over all processes of the machine. A pair of address and username with a former right secret has
 * its own limit, so that others cannot lock an account out.
 */
class SecretGate {
  private readonly addresses: Gate
  private readonly usernames: Gate
  private readonly pairs: Gate
  /** Pairs that presented a right secret. */
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN })

  constructor(private readonly group: ProcessGroup) {
    this.addresses = group.gate('secret_address', { calls: TRIES_PER_ADDRESS, periodMs: PERIOD_MS })
    this.usernames = group.gate('secret_username', { calls: TRIES_PER_USERNAME, periodMs: PERIOD_MS })
    this.pairs = group.gate('secret_pair', { calls: TRIES_PER_ADDRESS, periodMs: PERIOD_MS })
    group.subscribe('known_secret', (pair) => void this.known.set(pair, true))
  }

  /**
   * Counts a try as wrong in advance, so that concurrent tries are limited too.
   * @returns a function to call if the secret was right
   * @throws Refusal BAD_REQUEST 429 with the time to wait
   */
  async admit(addressKey: string, username: string): Promise<() => Promise<void>> {
    const pair = JSON.stringify([addressKey, username])
    const buckets: [Gate, string][] = this.known.has(pair)
      ? [[this.pairs, pair]]
      : [
          [this.addresses, addressKey],
          [this.usernames, username],
        ]
    const taken: [Gate, string][] = []
    const refund = () => {
      for (const [gate, key] of taken) gate.refund(key)
    }
    for (const [gate, key] of buckets) {
      const wait = await gate.take(key)
      if (wait !== null) {
        refund()
        throw tooOften(wait)
      }
      taken.push([gate, key])
    }
    return async () => {
      refund()
      if (this.known.has(pair)) return
      this.known.set(pair, true)
      await this.group.publish('known_secret', pair)
    }
  }
}

function tooOften(wait: number): Refusal {
  const seconds = Math.max(1, Math.ceil(wait / 1_000))
  return new Refusal(
    'BAD_REQUEST',
    `Too many secrets were tried that open nothing. Wait ${seconds} second${seconds === 1 ? '' : 's'} and try again.`,
    { retry_after_ms: wait },
    { status: 429 },
  )
}
