/** The token, its grant and the consenting account must be in force; cached facts are at most a second old. */
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { Agents } from '../../services/accounts/agents'
import type { Caller } from '../../services/calls/caller'

export interface AgentTokensDependencies {
  readonly authorizationServer: Provider
  readonly agents: Pick<Agents, 'callerBehind'>
  readonly resource: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Milliseconds for which a result is reused. */
const REUSE_MS = 900
const MAX_TOKEN_CHARS = 200

interface Known {
  readonly account: string
  readonly until: number
}

export class AgentTokens {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 })

  constructor(private readonly dependencies: AgentTokensDependencies) {}

  /**
   * Returns null if the token is unknown, expired, revoked or for another resource.
   * @throws Refusal CREDENTIAL_INVALID if the account may no longer act
   */
  async verify(token: string): Promise<Caller | null> {
    const { agents, now } = this.dependencies
    const known = this.known.get(token)
    const account = known !== undefined && now() < known.until ? known.account : await this.lookUp(token)
    return account === null ? null : agents.callerBehind(account)
  }

  private async lookUp(token: string): Promise<string | null> {
    if (token.length > MAX_TOKEN_CHARS) return null
    const { authorizationServer, resource, now } = this.dependencies
    // The result may be as old as the start of the look-up.
    const until = now() + REUSE_MS
    const accessToken = await authorizationServer.AccessToken.find(token)
    if (accessToken?.grantId === undefined || accessToken.aud !== resource) return null
    // A revocation removes the grant first, so a token issued meanwhile is invalid.
    if ((await authorizationServer.Grant.find(accessToken.grantId)) === undefined) return null
    const expiresAt = (accessToken.exp ?? 0) * 1_000
    this.known.set(token, { account: accessToken.accountId, until: Math.min(until, expiresAt) })
    return accessToken.accountId
  }
}
