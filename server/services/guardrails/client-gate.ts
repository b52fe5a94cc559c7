/**
 * How programs prove themselves to the platform, and what they get for it.
 *
 * Promises: a secret is compared by its hash alone; a token ends with its account, with the very secret it was
 * issued for, or with its hour, and loses a group with the membership in it, within a second of the change. One issuer and key set with the authorisation server of the MCP door.
 */
import type { Caller } from '../access/caller'
import type { PlatformClient } from './platform-client'

export interface IssuedToken {
  /** A JWT. */
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
}

/** Which door a token was presented at: a client token opens the client endpoints, an access token both. */
export type Door = 'client' | 'api'

export interface ClientGate {
  /**
   * POST /client-api/auth/token.
   * @throws Refusal CREDENTIAL_INVALID; BAD_REQUEST (429) after too many wrong tries
   */
  exchange(username: string, serviceToken: string, addressKey: string): Promise<IssuedToken>
  /**
   * The client credentials grant: username and API key.
   * @throws Refusal as {@link exchange}; BAD_REQUEST where an outside provider issues access tokens
   */
  grant(username: string, apiKey: string, addressKey: string): Promise<IssuedToken>
  /** A token for a page on which a person is signed in, for the group of their namespace. */
  issueForPerson(caller: Caller): Promise<IssuedToken>
  /**
   * The client behind a token; undefined is no token.
   * @throws Refusal CREDENTIAL_REQUIRED, CREDENTIAL_INVALID; ENGINE_BUSY where an outside provider does not answer
   */
  verify(token: string | undefined, door: Door): Promise<PlatformClient>
  /**
   * The caller who acts for one of the client's groups.
   * @throws Refusal CREDENTIAL_SCOPE (403) for a group that the client has not
   */
  callerIn(client: PlatformClient, group: string): Promise<Caller>
  /** The key set that verifies tokens, as JSON. */
  jwks(): Promise<string>
}
