/** Runs before anything is read, charged or stored (public/docs/api.md, "Errors"). */
import type { Operation, OperationId } from '../../api/operations'
import { Refusal } from '../../api/refusal'
import { actorsOf, type Caller } from '../calls/caller'
import { hasPermission, OPERATION_PERMISSIONS, PERMISSIONS, type Permission, ROLES } from '../calls/permissions'
import { EVALUATION_SCOPE } from './issue-evaluation-credential'

/** For the rule "Administration needs a passkey or the provider". */
const ADMINISTRATION: readonly Permission[] = [
  'manage_credentials',
  'manage_members',
  'manage_settings',
  'manage_service_accounts',
  'erase_checks',
]

/** For the rule "Signing needs a passkey or the provider". */
const SIGNATURES: readonly Permission[] = ['sign', 'grant_calls', 'confirm_guards']

export const STRONGER_SESSION =
  'This namespace demands more than a password for this. Add a passkey under Settings, Your account; then sign out and sign in with it, or sign in at your provider.'

const COVERED = EVALUATION_SCOPE.join(', ')
  .replaceAll('_', ' ')
  .replace(/, (?=[^,]*$)/, ' and ')

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export function demandOperationPermission({ id }: Pick<Operation, 'id'>, caller: Caller): void {
  const permission = OPERATION_PERMISSIONS[id as OperationId]
  if (permission !== null) demandPermission(caller, permission)
}

/**
 * Permits changes and signatures, which may need a session from a passkey or the provider.
 * @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE
 */
export function demandPermission(caller: Caller, permission: Permission): void {
  demandReading(caller, permission)
  if (needsStrongerSession(caller, permission)) throw strongerSessionDemanded(permission)
}

export function needsStrongerSession({ person, account }: Caller, permission: Permission): boolean {
  if (person === null || person.signedInBy === 'passkey' || person.signedInBy === 'oidc') return false
  return SIGNATURES.includes(permission)
    ? account.passkeyToSign
    : ADMINISTRATION.includes(permission) && account.passkeyToAdminister
}

/** Permits pages that only show data. @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export function demandReading(caller: Caller, permission: Permission): void {
  if (hasPermission(actorsOf(caller), permission)) return
  throw caller.grade === 'person' ? roleDemanded(permission) : credentialBarred(caller, permission)
}

function strongerSessionDemanded(permission: Permission): Refusal {
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `${STRONGER_SESSION} You may not ${PERMISSIONS[permission].to} in this session.`,
  )
}

function credentialBarred({ grade, tier }: Caller, permission: Permission): Refusal {
  if (grade === 'service')
    return new Refusal(
      'CREDENTIAL_SCOPE',
      `A service account may not ${PERMISSIONS[permission].to}: it acts on the guardrail platform alone.`,
    )
  if (tier === 'read_only')
    return new Refusal(
      'TIER_UNAVAILABLE',
      'This credential is of the tier read_only, which may not change what the namespace stores. Use another credential, or ask the operator.',
    )
  if (hasPermission(['standard'], permission))
    return new Refusal(
      'CREDENTIAL_SCOPE',
      `An evaluation credential covers ${COVERED}. This operation needs a full credential, which the operator issues.`,
    )
  return new Refusal(
    'CREDENTIAL_SCOPE',
    `No credential may ${PERMISSIONS[permission].to}: a person does that, signed in.`,
  )
}

function roleDemanded(permission: Permission): Refusal {
  if (permission === 'approve_unsigned')
    return new Refusal(
      'CREDENTIAL_SCOPE',
      'An approval of a person is signed by that person, on the page /approve/{ruleset_hash} of this deployment. It needs the role reviewer.',
    )
  const roles = ROLES.filter((role) => hasPermission([role], permission))
  const who =
    roles.length === 0
      ? 'No role allows it here.'
      : `It needs the role ${roles.join(' or ')} in this namespace, which an administrator gives.`
  return new Refusal('CREDENTIAL_SCOPE', `You may not ${PERMISSIONS[permission].to}. ${who}`)
}
