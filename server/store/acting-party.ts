/**
 * Who stores or binds bytes, as the tables record it: the person, or the credential, and the way it came in.
 *
 * Promises: at most one of the two ids is set. Both are null on a deployment that demands no credentials.
 */

export interface ActingParty {
  /** A person on a page, or the person behind an AI agent. */
  readonly personId: string | null
  /** The credential of a program or of an AI agent. */
  readonly credentialId: string | null
  /** `agent` for an AI agent, whether a person or a credential is behind it. */
  readonly channel: 'program' | 'person' | 'agent'
}
