/**
 * From an access token to the caller behind it.
 *
 * Promises: a token counts only while it, its grant and the account that consented are in force, and only for this
 * resource; what is cached of any of them is at most a second old.
 */
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { Caller } from '../../services/access/caller'
import type { Agents } from '../../services/accounts/agents'

export interface AgentTokensDependencies {
  readonly authorizationServer: Provider
  readonly agents: Pick<Agents, 'callerBehind'>
  /** The audience that a token must be for. */
  readonly resource: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Milliseconds for which a token that was found is not looked up again. */
const REUSE = 900
const LONGEST_TOKEN = 200

interface Known {
  readonly account: string
  readonly until: number
}

export class AgentTokens {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 })

  constructor(private readonly dependencies: AgentTokensDependencies) {}

  /**
   * The caller that holds this access token; null when it is unknown, expired, revoked or meant for another resource.
   * @throws Refusal CREDENTIAL_INVALID where the message says which of these it is
   */
  async verify(token: string): Promise<Caller | null> {
    const { agents, now } = this.dependencies
    const known = this.known.get(token)
    const account = known !== undefined && now() < known.until ? known.account : await this.lookUp(token)
    return account === null ? null : agents.callerBehind(account)
  }

  private async lookUp(token: string): Promise<string | null> {
    if (token.length > LONGEST_TOKEN) return null
    const { authorizationServer, resource, now } = this.dependencies
    // Counted from before the look-up: the answer may be as old as that.
    const until = now() + REUSE
    const accessToken = await authorizationServer.AccessToken.find(token)
    if (accessToken?.grantId === undefined || accessToken.aud !== resource) return null
    // Revoking a grant removes it first: a token that was issued at that very moment opens nothing.
    if ((await authorizationServer.Grant.find(accessToken.grantId)) === undefined) return null
    const expiresAt = (accessToken.exp ?? 0) * 1_000
    this.known.set(token, { account: accessToken.accountId, until: Math.min(until, expiresAt) })
    return accessToken.accountId
  }
}
