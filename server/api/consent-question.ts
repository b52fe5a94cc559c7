import type { ViewerPermission } from './viewer'

export interface ConsentQuestion {
  readonly client: {
    /** The client's own name for itself, not verified. */
    readonly name: string
    /** Host of the home page that the client states, not verified; null if it states no page. */
    readonly site: string | null
  }
  readonly returnsTo: {
    readonly host: string
    /** Whether the host is the reader's own machine. */
    readonly thisComputer: boolean
  }
  /** Why the last try failed, for the reader. */
  readonly problem: string | null
  readonly step: ConsentStep
}

export type ConsentStep =
  /** The page asks for a credential or a person's account. */
  | { readonly kind: 'credential'; readonly account: ConsentingAccount }
  | { readonly kind: 'decision'; readonly credential: ConsentingCredential }
  | { readonly kind: 'person'; readonly person: ConsentingPerson }
  /** The browser goes to `next`, which completes the authorisation. */
  | { readonly kind: 'answered'; readonly allowed: boolean; readonly next: string }

/** The alternative to a credential: the signed-in person's name, or the address to sign in at. */
export type ConsentingAccount = { readonly name: string } | { readonly signIn: string }

export interface ConsentingCredential {
  readonly label: string
  readonly grade: 'evaluation' | 'full'
  readonly tier: 'evaluation' | 'standard' | 'read_only'
  /** Caps on counted calls; null means no cap. */
  readonly callsPerDay: number | null
  readonly callsTotal: number | null
  /** ISO 8601; null if it does not expire. */
  readonly expiresAt: string | null
}

export interface ConsentingPerson {
  /** Identifies the person and namespace. The form sends it back, so consent applies only to what was shown. */
  readonly as: string
  readonly name: string
  readonly email: string
  readonly namespace: string
  readonly permissions: readonly ViewerPermission[]
}

/** Values of `answer` in the page's form. */
export type ConsentAnswer = 'use_credential' | 'other_credential' | 'use_account' | 'allow' | 'deny'

/** Values of `reason` in the problem page's query. */
export type ConsentProblem = 'expired' | 'invalid_client' | 'invalid_redirect_uri' | 'invalid_request' | 'server_error'
