/**
 * From an access token to the caller behind it.
 *
 * Promises: a token counts only while it, its grant and whoever consented are alive, and only for this
 * resource; what is known of any of them is at most a second old.
 */
import { LRUCache } from 'lru-cache'
import type { Provider } from 'oidc-provider'
import type { Caller } from '../../services/access/caller'
import type { Agents } from '../../services/accounts/agents'
import type { TokenVerifier } from '../token-verifier'

export interface AgentTokensParts {
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

export class AgentTokens implements TokenVerifier {
  private readonly known = new LRUCache<string, Known>({ max: 10_000 })

  constructor(private readonly parts: AgentTokensParts) {}

  async verify(token: string): Promise<Caller | null> {
    const { agents, now } = this.parts
    const known = this.known.get(token)
    const account = known !== undefined && now() < known.until ? known.account : await this.lookUp(token)
    return account === null ? null : agents.callerBehind(account)
  }

  private async lookUp(token: string): Promise<string | null> {
    if (token.length > LONGEST_TOKEN) return null
    const { authorizationServer, resource, now } = this.parts
    // Counted from before the look-up: the answer may be as old as that.
    const until = now() + REUSE
    const found = await authorizationServer.AccessToken.find(token)
    if (found?.grantId === undefined || found.aud !== resource) return null
    // Revoking a grant removes it first: a token that was issued at that very moment opens nothing.
    if ((await authorizationServer.Grant.find(found.grantId)) === undefined) return null
    const expiresAt = (found.exp ?? 0) * 1_000
    this.known.set(token, { account: found.accountId, until: Math.min(until, expiresAt) })
    return found.accountId
  }
}
