/**
 * Who stands behind a token as of now: what its account, person or group is at the moment, not when it was signed.
 *
 * Promises: what it answers is at most a second old; one reading serves all tokens of an account.
 */
import type { Store } from '../../database/store'
import { type Account, type Caller, serviceCaller } from '../access/caller'
import { mayDo } from '../access/permissions'
import { FreshReads } from './fresh-reads'
import type { TokenSubject } from './own-tokens'
import type { PlatformClient, PlatformGroup } from './platform-client'
import { tokenRefused } from './token-refusals'

export interface TokenStandingParts {
  readonly store: Pick<Store, 'findServiceAccount' | 'findGroups' | 'findGroupsOfPerson' | 'findGroupAccount'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

type Standing = Pick<PlatformClient, 'serviceAccountId' | 'person' | 'groups'>

export class TokenStanding {
  private readonly accounts
  private readonly people
  private readonly namespaces
  private readonly named

  constructor({ store, now }: TokenStandingParts) {
    this.accounts = new FreshReads((id) => store.findServiceAccount(id), now)
    this.people = new FreshReads((id) => store.findGroupsOfPerson(id), now)
    this.namespaces = new FreshReads((id) => store.findGroupAccount(id), now)
    this.named = new FreshReads((names) => store.findGroups(JSON.parse(names) as string[]), now, 1_000)
  }

  /** @throws Refusal CREDENTIAL_INVALID where nobody stands behind it any more */
  behind(subject: TokenSubject): Promise<Standing> {
    return subject.kind === 'service' ? this.behindSecret(subject) : this.behindPage(subject)
  }

  private async behindSecret({ id, secretId }: Extract<TokenSubject, { kind: 'service' }>): Promise<Standing> {
    const account = await this.accounts.get(id)
    if (account === null || account.disabledAt !== null)
      throw tokenRefused('The service account of this access token was disabled.')
    if (!account.secretIds.has(secretId))
      throw tokenRefused('The secret that this access token was issued for was revoked.')
    return { serviceAccountId: id, groups: account.groups }
  }

  private async behindPage({ id, issuedAt }: Extract<TokenSubject, { kind: 'person' }>): Promise<Standing> {
    const found = await this.people.get(id)
    if (found === null || found.disabledAt !== null)
      throw tokenRefused('The account of the person of this access token is closed.')
    if (found.sessionsFrom > issuedAt)
      throw tokenRefused('The person of this access token signed out everywhere since.')
    const { name, email } = found
    const groups = found.groups.filter(({ roles }) => mayDo(roles, 'send_frames'))
    return { serviceAccountId: null, person: { id, name, email }, groups }
  }

  /** Those of an outside provider's names that are groups here. */
  async groupsNamed(names: readonly string[]): Promise<readonly PlatformGroup[]> {
    return names.length === 0 ? [] : this.named.get(JSON.stringify(names))
  }

  /** Whoever acts for a group of theirs; null where the group is gone. */
  async callerFor({ label, person }: PlatformClient, namespaceId: string): Promise<Caller | null> {
    const account: Account | null = await this.namespaces.get(namespaceId)
    if (account === null) return null
    const caller = serviceCaller(namespaceId, label, account)
    if (person === undefined) return caller
    // A person has the roles that they have, and never what a service account may.
    const groups = (await this.people.get(person.id))?.groups ?? []
    const roles = groups.find((group) => group.namespaceId === namespaceId)?.roles ?? []
    return { ...caller, grade: 'person', person: { ...person, roles } }
  }
}
