/**
 * Makes the gate of the platform's programs.
 *
 * Promises: what is asked of a token, its account and its groups is at most a second old; the groups that a token names are
 * a ceiling, what counts is what its account has now.
 */
import { decodeJwt } from 'jose'
import type { Settings } from '../../config/settings'
import type { Store } from '../../database/store'
import { demandPermission } from '../access/permit'
import type { ClientGate, Door, IssuedToken } from './client-gate'
import { OutsideProvider } from './outside-provider'
import { type OwnToken, OwnTokens } from './own-tokens'
import { OPEN_CLIENT, type PlatformClient } from './platform-client'
import { type ProvenAccount, SecretService } from './secret-service'
import { tokenKey } from './token-key'
import { grantElsewhere, notOfGroup, providerDemanded, tokenDemanded, tokenUnknown, wrongDoor } from './token-refusals'
import { TokenStanding, type TokenStandingParts } from './token-standing'

export interface ClientGateParts {
  readonly store: TokenStandingParts['store'] &
    Pick<Store, 'findServiceSecret' | 'noteServiceSecretUse' | 'ensureGroup'>
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

export function createClientGate(parts: ClientGateParts): ClientGate {
  const { store, now, publicUrl, clientAuth, identityProvider } = parts
  const key = tokenKey(parts.authSecret)
  const tokens = new OwnTokens({ key, issuer: publicUrl, now, randomBytes: parts.randomBytes })
  const desk = new SecretService({ store, now })
  const standing = new TokenStanding({ store, now: () => now().getTime() })
  const provider =
    identityProvider === null
      ? null
      : new OutsideProvider({ settings: identityProvider, now, fetch: parts.fetch ?? fetch })

  function issue(proven: ProvenAccount, doors: readonly Door[]): Promise<IssuedToken> {
    const { id, username, groups, secretId, secretExpiresAt } = proven
    return signed({ subject: { kind: 'service', id, secretId }, username, groups, doors }, LIFE, secretExpiresAt)
  }

  /** @param noLaterThan the token ends with what it was made for */
  async function signed(told: Omit<OwnToken, 'expiresAt'>, life: number, noLaterThan: Date | null) {
    const issuedAt = Math.floor(now().getTime() / 1_000)
    const last = noLaterThan === null ? Number.POSITIVE_INFINITY : Math.ceil(noLaterThan.getTime() / 1_000)
    const expires = Math.min(issuedAt + life, last)
    const token = await tokens.sign({ ...told, expiresAt: new Date(expires * 1_000) })
    return { token, expiresIn: expires - issuedAt }
  }

  async function ownClient(
    { subject, username, groups, doors, expiresAt }: OwnToken,
    door: Door,
  ): Promise<PlatformClient> {
    if (door === 'api' && identityProvider !== null) throw providerDemanded(identityProvider.issuer)
    if (!doors.includes(door)) throw wrongDoor(publicUrl)
    const found = await standing.behind(subject)
    const has = found.groups.filter(({ name }) => groups.includes(name))
    return { ...found, label: username, groups: has, isOpen: false, expiresAt }
  }

  async function outsideClient(provider: OutsideProvider, token: string): Promise<PlatformClient> {
    const { label, groups, expiresAt } = await provider.read(token)
    const has = await standing.groupsNamed(groups)
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
        throw tokenDemanded(door, publicUrl, identityProvider?.issuer ?? null)
      }
      if (tokens.knows(token) || provider === null || issuerOf(token) === publicUrl)
        return ownClient(await tokens.read(token), door)
      return outsideClient(provider, token)
    },

    callerIn: async (client, group) => {
      const found = client.groups.find(({ name }) => name === group)
      const caller = found === undefined ? null : await standing.callerFor(client, found.namespaceId)
      if (caller === null) throw notOfGroup(client, group)
      return caller
    },

    jwks: async () => JSON.stringify({ keys: [key.publicJwk] }),
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
