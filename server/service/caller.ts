/**
 * Who is calling and what they may do: the one type that every operation decides by.
 */
export type Grade = 'evaluation' | 'full' | 'open' | 'playground'

/** What the operator bars a credential from: `read_only` may not change what the namespace keeps. */
export type Tier = 'evaluation' | 'standard' | 'read_only'

/** What holds for the namespace as a whole, as it was at most a second ago. */
export interface Account {
  /** Hash of the unit library in force; null for the six built-in standards. */
  readonly unitLibraryHash: string | null
  /** Whether labels are kept and shown. */
  readonly labelingAllowed: boolean
  /** Whether an approval must be recorded by a person, never by an agent. */
  readonly peopleApprove: boolean
  /** Successful checks allowed in a UTC month; null where the operator set no allowance. */
  readonly checksPerMonth: number | null
}

export interface Caller {
  /**
   * `evaluation` and `full` hold a credential; `open` is anybody on a deployment that demands none; `playground` is
   * the page of this deployment, which may compute but stores nothing.
   */
  readonly grade: Grade
  readonly tier: Tier
  /** The namespace whose rulesets the caller sees; null for the playground, which has none. */
  readonly namespaceId: string | null
  readonly credentialId: string | null
  /** The label of the credential, for people. */
  readonly label: string
  readonly expiresAt: Date | null
  /** Caps on counted calls; null where there is none. */
  readonly caps: { readonly perDay: number | null; readonly total: number | null }
  readonly account: Account
}

export const PLAIN_ACCOUNT: Account = {
  unitLibraryHash: null,
  labelingAllowed: true,
  peopleApprove: false,
  checksPerMonth: null,
}

/** A caller without a credential. */
export function callerWithoutCredential(grade: 'open' | 'playground', namespaceId: string | null): Caller {
  return {
    grade,
    tier: 'standard',
    namespaceId,
    credentialId: null,
    label: grade,
    expiresAt: null,
    caps: { perDay: null, total: null },
    account: PLAIN_ACCOUNT,
  }
}
