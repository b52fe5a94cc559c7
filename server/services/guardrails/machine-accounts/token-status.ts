import { LRUCache } from 'lru-cache'
import type { Store } from '../../../database/store'
import { CALLER_CACHE_MS } from '../../access/authenticate'
import { type Account, type Caller, createServiceCaller } from '../../calls/caller'
import { hasPermission } from '../../calls/permissions'
import type { TokenSubject } from './own-tokens'
import { type PlatformClient, type PlatformGroup, tokenRefused } from './platform-client'

export interface TokenStatusDependencies {
  readonly store: Pick<Store, 'findServiceAccount' | 'findGroups' | 'findGroupsOfPerson' | 'findGroupAccount'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type TokenOwner = Pick<PlatformClient, 'serviceAccountId' | 'person' | 'groups'>

export class TokenStatus {
  private readonly accounts
  private readonly people
  private readonly namespaces
  private readonly named

  constructor({ store, now }: TokenStatusDependencies) {
    this.accounts = new FreshReads((id) => store.findServiceAccount(id), now)
    this.people = new FreshReads((id) => store.findGroupsOfPerson(id), now)
    this.namespaces = new FreshReads((id) => store.findGroupAccount(id), now)
    this.named = new FreshReads((names) => store.findGroups(JSON.parse(names) as string[]), now, 1_000)
  }

  /** @throws Refusal CREDENTIAL_INVALID if the token is no longer valid */
  ownerOf(subject: TokenSubject): Promise<TokenOwner> {
    return subject.kind === 'service' ? this.ownerOfSecret(subject) : this.ownerOfPage(subject)
  }

  private async ownerOfSecret({ id, secretId }: Extract<TokenSubject, { kind: 'service' }>): Promise<TokenOwner> {
    const account = await this.accounts.get(id)
    if (account === null || account.disabledAt !== null)
      throw tokenRefused('The service account of this access token was disabled.')
    if (!account.secretIds.has(secretId)) throw tokenRefused('The secret behind this access token was revoked.')
    return { serviceAccountId: id, groups: account.groups }
  }

  private async ownerOfPage({ id, issuedAt }: Extract<TokenSubject, { kind: 'person' }>): Promise<TokenOwner> {
    const holder = await this.people.get(id)
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
    return names.length === 0 ? [] : this.named.get(JSON.stringify(names))
  }

  /** Null if the group was deleted. */
  async callerFor({ label, person }: PlatformClient, namespaceId: string): Promise<Caller | null> {
    const account: Account | null = await this.namespaces.get(namespaceId)
    if (account === null) return null
    const caller = createServiceCaller(namespaceId, label, account)
    if (person === undefined) return caller
    // A person acts with their own roles, not with a service account's permissions.
    const groups = (await this.people.get(person.id))?.groups ?? []
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
    private readonly read: (key: string) => Promise<T>,
    private readonly now: () => number,
    max = 10_000,
  ) {
    this.cache = new LRUCache({ max })
  }

  get(key: string): Promise<T> {
    const now = this.now()
    const known = this.cache.get(key)
    if (known !== undefined && now < known.until) return known.value
    const entry = { value: this.read(key), until: now + CALLER_CACHE_MS }
    this.cache.set(key, entry)
    entry.value.catch(() => {
      if (this.cache.peek(key) === entry) this.cache.delete(key)
    })
    return entry.value
  }
}
