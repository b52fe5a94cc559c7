/**
 * What the consent page shows: who asks, where the answer goes, and on whose rights.
 */
import type { ViewerPermission } from './viewer'

export interface ConsentQuestion {
  readonly client: {
    /** What the client calls itself. Not verified. */
    readonly name: string
    /** Host of the address that the client gives as its home; null where it gives none. Not verified either. */
    readonly site: string | null
  }
  /** Where the browser goes with the answer. */
  readonly returnsTo: {
    readonly host: string
    /** Whether that is the reader's own machine. */
    readonly thisComputer: boolean
  }
  /** Why the last try did not succeed, in words for the reader. */
  readonly problem: string | null
  readonly step: ConsentStep
}

export type ConsentStep =
  /** A credential is asked for, or the account of a person. */
  | { readonly kind: 'credential'; readonly account: ConsentingAccount }
  /** The credential is known: the reader allows or denies. */
  | { readonly kind: 'decision'; readonly credential: ConsentingCredential }
  /** The reader is signed in: they allow or deny. */
  | { readonly kind: 'person'; readonly person: ConsentingPerson }
  /** Answered: the browser goes on to `next`, which ends the authorisation. */
  | { readonly kind: 'answered'; readonly allowed: boolean; readonly next: string }

/** The other way than a credential: the name of the person who is signed in, or the address to sign in at. */
export type ConsentingAccount = { readonly name: string } | { readonly signIn: string }

export interface ConsentingCredential {
  readonly label: string
  readonly grade: 'evaluation' | 'full'
  readonly tier: 'evaluation' | 'standard' | 'read_only'
  /** Caps on counted calls; null is no cap. */
  readonly callsPerDay: number | null
  readonly callsTotal: number | null
  /** ISO 8601; null for one that does not expire. */
  readonly expiresAt: string | null
}

export interface ConsentingPerson {
  /** Who in which namespace: the answer brings it back, so that it is allowed for what was shown. */
  readonly as: string
  readonly name: string
  readonly email: string
  readonly namespace: string
  readonly permissions: readonly ViewerPermission[]
}

/** Values of the member `answer` of the page's form. */
export type ConsentAnswer = 'use_credential' | 'other_credential' | 'use_account' | 'allow' | 'deny'

/** Why there is no question to show, by the member `reason` of the problem page's query. */
export type ConsentProblem = 'expired' | 'invalid_client' | 'invalid_redirect_uri' | 'invalid_request' | 'server_error'
