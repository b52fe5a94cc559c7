/**
 * Makes the gate of the platform's programs.
 *
 * Promises: what is asked of a token, its account and its groups is at most a second old; an unknown username and a wrong
 * secret are told alike, and in the same time.
 */
import { decodeJwt } from 'jose'
import { Refusal } from '../../contract/refusal'
import type { Settings } from '../../env'
import type { Store } from '../../store/store'
import { type Caller, serviceCaller } from '../caller'
import { mayDo } from '../permissions'
import { demandPermission } from '../permit'
import type { ClientGate, Door, IssuedToken } from './client-gate'
import { FreshReads } from './fresh-reads'
import { OutsideProvider, type OutsideToken } from './outside-provider'
import { type OwnToken, OwnTokens, type TokenSubject } from './own-tokens'
import { OPEN_CLIENT, type PlatformClient, type PlatformGroup } from './platform-client'
import { type ProvenAccount, SecretDesk } from './secret-desk'
import { tokenKey } from './token-key'
import { tokenRefused, tokenUnknown } from './token-refusals'

export interface ClientGateParts {
  readonly store: Pick<
    Store,
    | 'findServiceSecret'
    | 'findServiceAccount'
    | 'noteServiceSecretUse'
    | 'ensureGroup'
    | 'findGroups'
    | 'findGroupsOfPerson'
    | 'findGroupAccount'
  >
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
  /** Address of this deployment as its users see it, without a final slash: the issuer of its tokens. */
  readonly publicUrl: string
  readonly authSecret: string
  readonly clientAuth: Settings['platform']['clientAuth']
  readonly identityProvider: Settings['platform']['identityProvider']
  /** The outside provider's documents are fetched with it; the global one where absent. */
  readonly fetch?: typeof fetch
}

/** Seconds. */
const LIFE = 3_600
const LIFE_FOR_PEOPLE = 600
/** Groups that a refusal lists. */
const MOST_TOLD = 20

export function createClientGate(parts: ClientGateParts): ClientGate {
  const { store, now, publicUrl, clientAuth, identityProvider } = parts
  const milliseconds = () => now().getTime()
  const key = tokenKey(parts.authSecret)
  const tokens = new OwnTokens({ key, issuer: publicUrl, now, randomBytes: parts.randomBytes })
  const desk = new SecretDesk({ store, now })
  const provider =
    identityProvider === null
      ? null
      : new OutsideProvider({ settings: identityProvider, now, fetch: parts.fetch ?? fetch })
  const accounts = new FreshReads((id) => store.findServiceAccount(id), milliseconds)
  const people = new FreshReads((id) => store.findGroupsOfPerson(id), milliseconds)
  const namespaces = new FreshReads((id) => store.findGroupAccount(id), milliseconds)
  const groupsNamed = new FreshReads((names) => store.findGroups(JSON.parse(names) as string[]), milliseconds, 1_000)

  async function issue(proven: ProvenAccount, doors: readonly Door[]): Promise<IssuedToken> {
    const { id, username, groups, secretId, secretExpiresAt } = proven
    const subject = { kind: 'service', id, secretId } as const
    return signed({ subject, username, groups, doors }, LIFE, secretExpiresAt)
  }

  /** @param noLaterThan the token ends with what it was made for */
  async function signed(told: Omit<OwnToken, 'expiresAt'>, life: number, noLaterThan: Date | null) {
    const issuedAt = Math.floor(milliseconds() / 1_000)
    const last = noLaterThan === null ? Number.POSITIVE_INFINITY : Math.ceil(noLaterThan.getTime() / 1_000)
    const expires = Math.min(issuedAt + life, last)
    const token = await tokens.sign({ ...told, expiresAt: new Date(expires * 1_000) })
    return { token, expiresIn: expires - issuedAt }
  }

  async function ownClient(token: string, door: Door): Promise<PlatformClient> {
    const { subject, username, groups, doors, expiresAt } = await tokens.read(token)
    if (!doors.includes(door)) throw wrongDoor(publicUrl)
    if (door === 'api' && identityProvider !== null) throw providerDemanded(identityProvider.issuer)
    const named = new Set(groups)
    const { has, ...found } = await behind(subject, username)
    return { ...found, groups: has.filter(({ name }) => named.has(name)), isOpen: false, expiresAt }
  }

  /** Who stands behind a token as of now. */
  async function behind(
    subject: TokenSubject,
    username: string,
  ): Promise<Pick<PlatformClient, 'label' | 'serviceAccountId' | 'person'> & { has: readonly PlatformGroup[] }> {
    if (subject.kind === 'service') {
      const account = await accounts.get(subject.id)
      if (account === null || account.disabledAt !== null)
        throw tokenRefused('The service account of this access token was disabled.')
      if (!account.secretIds.has(subject.secretId))
        throw tokenRefused('The secret that this access token was issued for was revoked.')
      return { label: username, serviceAccountId: account.id, has: account.groups }
    }
    const person = await people.get(subject.id)
    if (person === null || person.disabledAt !== null)
      throw tokenRefused('The account of the person of this access token is closed.')
    if (person.sessionsFrom > subject.issuedAt)
      throw tokenRefused('The person of this access token signed out everywhere since.')
    const has = person.groups.filter(({ roles }) => mayDo(roles, 'send_frames'))
    const { id, name, email } = person
    return { label: username, serviceAccountId: null, person: { id, name, email }, has }
  }

  async function outsideClient({ label, groups, expiresAt }: OutsideToken): Promise<PlatformClient> {
    const has = groups.length === 0 ? [] : await groupsNamed.get(JSON.stringify(groups))
    return { label, serviceAccountId: null, groups: has, isOpen: false, expiresAt }
  }

  return {
    exchange: async (username, serviceToken, addressKey) =>
      issue(await desk.prove('service_token', username, serviceToken, addressKey), ['client']),

    grant: async (username, apiKey, addressKey) => {
      if (identityProvider !== null) throw grantElsewhere(identityProvider.issuer)
      return issue(await desk.prove('api_key', username, apiKey, addressKey), ['api', 'client'])
    },

    issueForPerson: async (caller) => {
      demandPermission(caller, 'send_frames')
      const { person, namespaceId, label } = caller
      if (person === null || namespaceId === null) throw new Error('a token for a page is for a person in a namespace')
      const issuedAt = now()
      const group = await store.ensureGroup(namespaceId, { actor: label, at: issuedAt })
      const subject = { kind: 'person', id: person.id, issuedAt } as const
      return signed({ subject, username: label, groups: [group], doors: ['client'] }, LIFE_FOR_PEOPLE, null)
    },

    verify: async (token, door) => {
      if (token === undefined || token === '') {
        if (door === 'client' && clientAuth === 'none') return OPEN_CLIENT
        throw new Refusal('CREDENTIAL_REQUIRED', demandOf(door, publicUrl))
      }
      const issuer = issuerOf(token)
      if (issuer === publicUrl) return ownClient(token, door)
      if (provider !== null) return outsideClient(await provider.read(token))
      throw tokenUnknown()
    },

    callerIn: async (client, group) => {
      const found = client.groups.find(({ name }) => name === group)
      const account = found === undefined ? null : await namespaces.get(found.namespaceId)
      if (found === undefined || account === null) throw notOfGroup(client, group)
      const caller = serviceCaller(found.namespaceId, client.label, account)
      return client.person === undefined ? caller : asPerson(caller, client.person)
    },

    jwks: async () => JSON.stringify({ keys: [key.publicJwk] }),
  }

  /** A person has the roles that they have, and never what a service account may. */
  async function asPerson(caller: Caller, person: NonNullable<PlatformClient['person']>): Promise<Caller> {
    const groups = (await people.get(person.id))?.groups ?? []
    const roles = groups.find(({ namespaceId }) => namespaceId === caller.namespaceId)?.roles ?? []
    return { ...caller, grade: 'person', person: { ...person, roles } }
  }
}

/** Whom a token says it is of; nothing is believed of it yet. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw tokenUnknown()
  }
}

function demandOf(door: Door, publicUrl: string): string {
  return door === 'client'
    ? `This needs an access token. POST ${publicUrl}/client-api/auth/token exchanges a username and a service token for one.`
    : `This needs an access token in the header Authorization, as "Bearer" and the token. The client credentials grant at ${publicUrl}/application/o/token/ issues one.`
}

function wrongDoor(publicUrl: string): Refusal {
  return tokenRefused(
    `This token opens the client endpoints alone. The client credentials grant at ${publicUrl}/application/o/token/ issues an access token for the main REST API.`,
  )
}

function providerDemanded(issuer: string): Refusal {
  return tokenRefused(`Access tokens for this deployment are issued by the identity provider ${issuer}. Get one there.`)
}

function grantElsewhere(issuer: string): Refusal {
  return new Refusal(
    'BAD_REQUEST',
    `This deployment takes the access tokens of the identity provider ${issuer} and grants none of its own. Ask that provider for one.`,
  )
}

function notOfGroup({ groups, isOpen }: PlatformClient, group: string): Refusal {
  const told = groups.slice(0, MOST_TOLD).map(({ name }) => JSON.stringify(name))
  const more = groups.length > MOST_TOLD ? ` and ${groups.length - MOST_TOLD} more` : ''
  const has = isOpen
    ? 'Without a token there is no group to act for.'
    : told.length === 0
      ? 'It may act for no group at the moment.'
      : `It may act for ${told.join(', ')}${more}.`
  return new Refusal('CREDENTIAL_SCOPE', `The access token may not act for the group ${JSON.stringify(group)}. ${has}`)
}
