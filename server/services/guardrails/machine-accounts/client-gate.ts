/**
 * How programs prove their identity, and their tokens. A token ends within a second after its account or secret does,
 * and also loses a group that its account left. Its own list of groups is a ceiling.
 */
import { decodeJwt } from 'jose'
import type { Settings } from '../../../config/settings'
import type { Store } from '../../../database/store'
import { demandPermission } from '../../access/permit'
import type { ProcessGroup } from '../../access/process-group'
import type { Caller } from '../../calls/caller'
import { OutsideProvider } from './outside-provider'
import { type OwnToken, OwnTokens } from './own-tokens'
import {
  grantElsewhere,
  notOfGroup,
  OPEN_CLIENT,
  type PlatformClient,
  providerDemanded,
  type TokenAudience,
  tokenDemanded,
  tokenUnknown,
  wrongAudience,
} from './platform-client'
import { type ProvenAccount, SecretService } from './secret-service'
import { tokenKey } from './token-key'
import { TokenStatus, type TokenStatusDependencies } from './token-status'

export interface IssuedToken {
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
}

export interface ClientGate {
  /** @throws Refusal CREDENTIAL_INVALID; BAD_REQUEST (429) after too many wrong tries */
  exchange(username: string, serviceToken: string, addressKey: string): Promise<IssuedToken>
  /**
   * The client credentials grant.
   * @throws Refusal as {@link exchange}; BAD_REQUEST if an outside provider issues access tokens
   */
  grant(username: string, apiKey: string, addressKey: string): Promise<IssuedToken>
  /** Issues a token for a signed-in person's page and their namespace's group. @throws Refusal CREDENTIAL_SCOPE */
  issueForPerson(caller: Caller): Promise<IssuedToken>
  /** @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID; ENGINE_BUSY if the outside provider does not answer */
  verify(token: string | undefined, audience: TokenAudience): Promise<PlatformClient>
  /** @throws Refusal CREDENTIAL_SCOPE (403) for a group that the client does not have */
  callerIn(client: PlatformClient, group: string): Promise<Caller>
  /** JSON. */
  jwks(): Promise<string>
}

export interface ClientGateDependencies {
  readonly store: TokenStatusDependencies['store'] &
    Pick<Store, 'findServiceSecret' | 'noteServiceSecretUse' | 'ensureGroup'>
  readonly now: () => Date
  readonly randomBytes: (count: number) => Uint8Array
  /** The issuer, without a final slash. */
  readonly publicUrl: string
  readonly authSecret: string
  readonly clientAuth: Settings['platform']['clientAuth']
  readonly identityProvider: Settings['platform']['identityProvider']
  readonly group: ProcessGroup
  /** For the outside provider's documents. */
  readonly fetch?: typeof fetch
}

/** Seconds. */
const TOKEN_LIFE_SECONDS = 3_600
const PAGE_TOKEN_LIFE_SECONDS = 600

export function createClientGate(dependencies: ClientGateDependencies): ClientGate {
  const { store, now, publicUrl, clientAuth, identityProvider, group } = dependencies
  const key = tokenKey(dependencies.authSecret)
  const tokens = new OwnTokens({ key, issuer: publicUrl, now, randomBytes: dependencies.randomBytes })
  const secrets = new SecretService({ store, now, group })
  const status = new TokenStatus({ store, now: () => now().getTime() })
  const provider =
    identityProvider === null
      ? null
      : new OutsideProvider({ settings: identityProvider, now, fetch: dependencies.fetch ?? fetch })

  function issue(proven: ProvenAccount, audiences: readonly TokenAudience[]): Promise<IssuedToken> {
    const { id, username, groups, secretId, secretExpiresAt } = proven
    return signed(
      { subject: { kind: 'service', id, secretId }, username, groups, audiences },
      TOKEN_LIFE_SECONDS,
      secretExpiresAt,
    )
  }

  async function signed(claims: Omit<OwnToken, 'id' | 'expiresAt'>, life: number, noLaterThan: Date | null) {
    const issuedAt = Math.floor(now().getTime() / 1_000)
    const last = noLaterThan === null ? Number.POSITIVE_INFINITY : Math.ceil(noLaterThan.getTime() / 1_000)
    const expires = Math.min(issuedAt + life, last)
    const token = await tokens.sign({ ...claims, expiresAt: new Date(expires * 1_000) })
    return { token, expiresIn: expires - issuedAt }
  }

  async function ownClient(token: OwnToken, audience: TokenAudience): Promise<PlatformClient> {
    const { username, groups, audiences, expiresAt } = token
    if (audience === 'api' && identityProvider !== null) throw providerDemanded(identityProvider.issuer)
    if (!audiences.includes(audience)) throw wrongAudience(publicUrl)
    const owner = await status.ownerOf(token)
    const granted = owner.groups.filter(({ name }) => groups.includes(name))
    return { ...owner, label: username, groups: granted, isOpen: false, expiresAt }
  }

  async function outsideClient(provider: OutsideProvider, token: string): Promise<PlatformClient> {
    const { label, subject, groups, expiresAt } = await provider.read(token)
    const granted = await status.groupsNamed(groups)
    return { label, subject, serviceAccountId: null, groups: granted, isOpen: false, expiresAt }
  }

  return {
    exchange: async (username, serviceToken, addressKey) =>
      issue(await secrets.prove('service_token', username, serviceToken, addressKey), ['client']),

    grant: async (username, apiKey, addressKey) => {
      if (identityProvider !== null) throw grantElsewhere(identityProvider.issuer)
      return issue(await secrets.prove('api_key', username, apiKey, addressKey), ['api', 'client'])
    },

    issueForPerson: async (caller) => {
      demandPermission(caller, 'send_frames')
      const { person, namespaceId, label } = caller
      if (person === null || namespaceId === null) throw new Error('a token for a page is for a person in a namespace')
      const issuedAt = now()
      const group = await store.ensureGroup(namespaceId, { actor: label, at: issuedAt })
      const subject = { kind: 'person', id: person.id, issuedAt } as const
      return signed({ subject, username: label, groups: [group], audiences: ['client'] }, PAGE_TOKEN_LIFE_SECONDS, null)
    },

    verify: async (token, audience) => {
      if (token === undefined || token === '') {
        if (audience === 'client' && clientAuth === 'none') return OPEN_CLIENT
        throw tokenDemanded(audience, publicUrl, identityProvider?.issuer ?? null)
      }
      if (tokens.knows(token) || provider === null || issuerOf(token) === publicUrl)
        return ownClient(await tokens.read(token), audience)
      return outsideClient(provider, token)
    },

    callerIn: async (client, group) => {
      const owner = client.groups.find(({ name }) => name === group)
      const caller = owner === undefined ? null : await status.callerFor(client, owner.namespaceId)
      if (caller === null) throw notOfGroup(client, group)
      return caller
    },

    jwks: async () => JSON.stringify({ keys: [key.publicJwk] }),
  }
}

/** Verifies nothing. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss
  } catch {
    throw tokenUnknown()
  }
}
