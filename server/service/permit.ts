/**
 * Whether a caller may do something at all.
 *
 * Promises: decided by the permission matrix alone, before anything is read, charged or stored (contract,
 * "Authentication" 3 and 4; service.md, "Statuses and codes"). The refusal says who could.
 */
import type { Operation, OperationId } from '../contract/operations'
import { Refusal } from '../contract/refusal'
import { actorsOf, type Caller } from './caller'
import { mayDo, OPERATION_PERMISSIONS, PERMISSIONS, type Permission, ROLES } from './permissions'

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export function permit({ id }: Pick<Operation, 'id'>, caller: Caller): void {
  const permission = OPERATION_PERMISSIONS[id as OperationId]
  if (permission !== null) demandPermission(caller, permission)
}

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export function demandPermission(caller: Caller, permission: Permission): void {
  if (mayDo(actorsOf(caller), permission)) return
  throw caller.grade === 'person' ? roleDemanded(permission) : credentialBarred(caller, permission)
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
      'This credential is of the tier read_only, which may not change what the namespace keeps. Use another credential, or ask the operator.',
    )
  if (mayDo(['standard'], permission))
    return new Refusal(
      'CREDENTIAL_SCOPE',
      'An evaluation credential covers compile, check and the prompt pack. This operation needs a full credential, which the operator issues.',
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
  const roles = ROLES.filter((role) => mayDo([role], permission))
  const who =
    roles.length === 0
      ? 'No role allows it here.'
      : `It needs the role ${roles.join(' or ')} in this namespace, which an administrator gives.`
  return new Refusal('CREDENTIAL_SCOPE', `You may not ${PERMISSIONS[permission].to}. ${who}`)
}
