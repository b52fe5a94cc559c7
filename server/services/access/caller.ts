/**
 * Who is calling and what they may do: the one type that every operation decides by.
 */
import type { Actor, Role } from './permissions'

export type Grade = 'evaluation' | 'full' | 'open' | 'playground' | 'person' | 'service'

/** What the operator bars a credential from: `read_only` may not change what the namespace stores. */
export type Tier = 'evaluation' | 'standard' | 'read_only'

/** What holds for the namespace as a whole, as it was at most a second ago. */
export interface Account {
  /** Hash of the unit library in force; null for the six built-in standards. */
  readonly unitLibraryHash: string | null
  /** Whether labels are stored and shown. */
  readonly labelingAllowed: boolean
  /** Whether an approval must be recorded by a person, never by an agent. */
  readonly peopleApprove: boolean
  /** Whether the author of a revision may not approve it. */
  readonly separateApprover: boolean
  /** Whether an approval under an engine that gave other results does not count. */
  readonly currentEngine: boolean
  /** Whether a failing test case of a name prevents the approval of the bytes that it points at. */
  readonly passingCases: boolean
  /** Whether approvals without a person's signature are recorded at all. */
  readonly unsignedApprovals: boolean
  /** Whether signing needs a passkey or the provider. */
  readonly passkeyToSign: boolean
  /** Whether administration needs a session opened with a passkey or at the provider. */
  readonly passkeyToAdminister: boolean
  /** Successful checks allowed in a UTC month; null where the operator set no allowance. */
  readonly checksPerMonth: number | null
}

/** The person behind a session. */
export interface CallingPerson {
  readonly id: string
  /** As printed under signatures. */
  readonly name: string
  readonly email: string
  /** In the namespace of the caller; never empty. */
  readonly roles: readonly Role[]
  /** How the session was opened; absent or null where there is none, as for an agent that acts for the person. */
  readonly signedInBy?: 'password' | 'passkey' | 'oidc' | null
}

export interface Caller {
  /**
   * `evaluation` and `full` hold a credential; `open` is anybody on a deployment that demands none; `playground` is the
   * page of this deployment, which may compute but stores nothing; `person` signed in; `service` is a service account,
   * or the platform itself, acting for a group.
   */
  readonly grade: Grade
  readonly tier: Tier
  /** The namespace whose rulesets the caller sees; null for the playground, which has none. */
  readonly namespaceId: string | null
  readonly credentialId: string | null
  /** Null for every other grade than `person`. */
  readonly person: CallingPerson | null
  /** The label of the credential or of the person (`Name <e-mail>`), for people. */
  readonly label: string
  readonly expiresAt: Date | null
  /** Caps on counted calls; null where there is none. */
  readonly caps: { readonly perDay: number | null; readonly total: number | null }
  readonly account: Account
}

/** The rows of the permission matrix that a caller has. */
export function actorsOf({ grade, tier, person }: Caller): readonly Actor[] {
  switch (grade) {
    case 'person':
      return person?.roles ?? []
    case 'evaluation':
    case 'open':
    case 'playground':
      return [grade]
    case 'full':
      return [tier]
    case 'service':
      return ['service_account']
  }
}

export const PLAIN_ACCOUNT: Account = {
  unitLibraryHash: null,
  labelingAllowed: true,
  peopleApprove: false,
  separateApprover: false,
  currentEngine: false,
  passingCases: false,
  unsignedApprovals: true,
  passkeyToSign: false,
  passkeyToAdminister: false,
  checksPerMonth: null,
}

/** A caller without a credential. */
export function callerWithoutCredential(grade: 'open' | 'playground', namespaceId: string | null): Caller {
  return {
    grade,
    tier: 'standard',
    namespaceId,
    credentialId: null,
    person: null,
    label: grade,
    expiresAt: null,
    caps: { perDay: null, total: null },
    account: PLAIN_ACCOUNT,
  }
}

/** A service account, or the platform itself, that acts for a group. */
export function serviceCaller(namespaceId: string, label: string, account: Account): Caller {
  return { ...callerWithoutCredential('open', namespaceId), grade: 'service', label, account }
}

/** How a person is named in lists, logs and histories. */
export function personLabel({ name, email }: Pick<CallingPerson, 'name' | 'email'>): string {
  return `${name} <${email}>`
}

/**
 * The namespace that a caller stores in. Trusts that `permit` let the caller through: a caller who may use a storage
 * operation has a namespace.
 */
export function namespaceOf({ namespaceId, grade }: Caller): string {
  if (namespaceId === null) throw new Error(`a caller of grade ${grade} has no namespace to store in`)
  return namespaceId
}
