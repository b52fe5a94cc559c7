import { type ApprovalRules, PLAIN_APPROVAL_RULES } from '../../api/terms/approval-rules'
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import type { Actor, Role } from './permissions'

export type Grade = 'evaluation' | 'full' | 'open' | 'playground' | 'person' | 'service'

/** `read_only` may not change stored data. */
export type Tier = 'evaluation' | 'standard' | 'read_only'

/** At most a second old. */
export interface Account extends ApprovalRules {
  /** Null for the built-in standards. */
  readonly unitLibraryHash: string | null
  readonly labelingAllowed: boolean
  /** Only a person may record an approval. */
  readonly peopleApprove: boolean
  /** Authors may not approve their own revision. */
  readonly separateApprover: boolean
  /** An engine with other results invalidates approvals. */
  readonly currentEngine: boolean
  /** Failing test cases of a name block approval. */
  readonly passingCases: boolean
  /** The approving signature puts the revision in force. */
  readonly inForceWhenApproved: boolean
  readonly unsignedApprovals: boolean
  /** Signing needs a passkey or the provider. */
  readonly passkeyToSign: boolean
  /** Administration needs one of them too. */
  readonly passkeyToAdminister: boolean
  /** Null until it is set, which means that checks are not recorded. */
  readonly decisionLog: DecisionLogSettings | null
  /** Per UTC month; null for no limit. */
  readonly checksPerMonth: number | null
}

export interface CallingPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Never empty. */
  readonly roles: readonly Role[]
  /** Null or absent for an agent that acts for the person. */
  readonly signedInBy?: 'password' | 'passkey' | 'oidc' | null
}

export interface Caller {
  /**
   * `open` is anybody on a deployment without credentials. `service` is a service account, or the platform, acting for
   * a group.
   */
  readonly grade: Grade
  readonly tier: Tier
  /** Null only for the playground, which stores nothing. */
  readonly namespaceId: string | null
  readonly credentialId: string | null
  readonly person: CallingPerson | null
  /** `Name <e-mail>` for a person. */
  readonly label: string
  readonly expiresAt: Date | null
  /** Null for no cap. */
  readonly caps: { readonly perDay: number | null; readonly total: number | null }
  readonly account: Account
}

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
  ...PLAIN_APPROVAL_RULES,
  inForceWhenApproved: true,
  unsignedApprovals: true,
  passkeyToSign: false,
  passkeyToAdminister: false,
  decisionLog: null,
  checksPerMonth: null,
}

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

export function createServiceCaller(namespaceId: string, label: string, account: Account): Caller {
  return { ...callerWithoutCredential('open', namespaceId), grade: 'service', label, account }
}

export function personLabel({ name, email }: Pick<CallingPerson, 'name' | 'email'>): string {
  return `${name} <${email}>`
}

/** `permit` has refused callers without a namespace. */
export function namespaceOf({ namespaceId, grade }: Caller): string {
  if (namespaceId === null) throw new Error(`a caller of grade ${grade} has no namespace to store in`)
  return namespaceId
}

export const PLAYGROUND_CALLER: Caller = callerWithoutCredential('playground', null)
