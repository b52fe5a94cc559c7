/**
 * What the MCP door asks of whoever issued a token.
 */
import type { Caller } from '../services/access/caller'

export interface TokenVerifier {
  /**
   * Who holds this access token; null when it is unknown, expired, revoked or meant for another resource.
   * @throws Refusal CREDENTIAL_INVALID where the caller is told which of these it is
   */
  verify(token: string): Promise<Caller | null>
}
