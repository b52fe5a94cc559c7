import { LRUCache } from 'lru-cache'
import type { PersonInGroups } from '../../../database/guardrails/groups'
import type { Store } from '../../../database/store'
import { CALLER_CACHE_MS } from '../../access/authenticate'
import { type Account, type Caller, createServiceCaller } from '../../calls/caller'
import { hasPermission } from '../../calls/permissions'
import type { OwnToken, TokenSubject } from './own-tokens'
import { type PlatformClient, type PlatformGroup, tokenRefused } from './platform-client'

export interface TokenStatusDependencies {
  readonly store: Pick<Store, 'findServiceAccount' | 'findGroups' | 'findGroupsOfPerson' | 'findGroupAccount'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type TokenOwner = Pick<PlatformClient, 'serviceAccountId' | 'person' | 'groups'>

/**
 * An earlier token of the same owner may have been checked before a secret was issued, or a group or role was given.
 * Therefore each token, and each namespace of a person, has a separate cached read.
 */
export class TokenStatus {
  private readonly store
  private readonly accounts
  private readonly people
  private readonly namespaces
  private readonly named

  constructor({ store, now }: TokenStatusDependencies) {
    this.store = store
    this.accounts = new FreshReads<Awaited<ReturnType<Store['findServiceAccount']>>>(now)
    this.people = new FreshReads<PersonInGroups | null>(now)
    this.namespaces = new FreshReads<Account | null>(now)
    this.named = new FreshReads<readonly PlatformGroup[]>(now, 1_000)
  }

  /** @throws Refusal CREDENTIAL_INVALID if the token is no longer valid */
  ownerOf({ id, subject }: Pick<OwnToken, 'id' | 'subject'>): Promise<TokenOwner> {
    return subject.kind === 'service' ? this.ownerOfSecret(id, subject) : this.ownerOfPage(id, subject)
  }

  private async ownerOfSecret(
    token: string,
    { id, secretId }: Extract<TokenSubject, { kind: 'service' }>,
  ): Promise<TokenOwner> {
    const account = await this.accounts.get(JSON.stringify([id, token]), () => this.store.findServiceAccount(id))
    if (account === null || account.disabledAt !== null)
      throw tokenRefused('The service account of this access token was disabled.')
    if (!account.secretIds.has(secretId)) throw tokenRefused('The secret behind this access token was revoked.')
    return { serviceAccountId: id, groups: account.groups }
  }

  private async ownerOfPage(
    token: string,
    { id, issuedAt }: Extract<TokenSubject, { kind: 'person' }>,
  ): Promise<TokenOwner> {
    const holder = await this.people.get(JSON.stringify([id, token]), () => this.store.findGroupsOfPerson(id))
    if (holder === null || holder.disabledAt !== null)
      throw tokenRefused('The account of the person of this access token is closed.')
    if (holder.sessionsFrom > issuedAt)
      throw tokenRefused('The person of this access token has signed out everywhere since it was issued.')
    const { name, email } = holder
    const groups = holder.groups.filter(({ roles }) => hasPermission(roles, 'send_frames'))
    return { serviceAccountId: null, person: { id, name, email }, groups }
  }

  /** Ignores names without a group here. */
  async groupsNamed(names: readonly string[]): Promise<readonly PlatformGroup[]> {
    return names.length === 0 ? [] : this.named.get(JSON.stringify(names), () => this.store.findGroups(names))
  }

  /** Null if the group was deleted. */
  async callerFor({ label, person }: PlatformClient, namespaceId: string): Promise<Caller | null> {
    const account = await this.namespaces.get(namespaceId, () => this.store.findGroupAccount(namespaceId))
    if (account === null) return null
    const caller = createServiceCaller(namespaceId, label, account)
    if (person === undefined) return caller
    // A person acts with their own roles, not with a service account's permissions.
    const key = JSON.stringify([person.id, namespaceId])
    const groups = (await this.people.get(key, () => this.store.findGroupsOfPerson(person.id)))?.groups ?? []
    const roles = groups.find((group) => group.namespaceId === namespaceId)?.roles ?? []
    return { ...caller, grade: 'person', person: { ...person, roles } }
  }
}

interface CachedRead<T> {
  readonly value: Promise<T>
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Caches a result for {@link CALLER_CACHE_MS} milliseconds from the start of its read. Failed reads are repeated. */
class FreshReads<T> {
  private readonly cache: LRUCache<string, CachedRead<T>>

  constructor(
    private readonly now: () => number,
    max = 10_000,
  ) {
    this.cache = new LRUCache({ max })
  }

  get(key: string, read: () => Promise<T>): Promise<T> {
    const now = this.now()
    const known = this.cache.get(key)
    if (known !== undefined && now < known.until) return known.value
    const entry = { value: read(), until: now + CALLER_CACHE_MS }
    this.cache.set(key, entry)
    entry.value.catch(() => {
      if (this.cache.peek(key) === entry) this.cache.delete(key)
    })
    return entry.value
  }
}
