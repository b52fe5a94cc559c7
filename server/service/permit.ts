/**
 * Whether a caller may use an operation at all.
 *
 * Promises: decided by the operations table, the grade and the tier alone, before anything is read, charged or stored
 * (contract, "Authentication" 3 and 4; service.md, "Statuses and codes").
 */
import type { Operation } from '../contract/operations'
import { Refusal } from '../contract/refusal'
import type { Caller } from './caller'

/** @throws Refusal CREDENTIAL_SCOPE, TIER_UNAVAILABLE */
export function permit(operation: Operation, { grade, tier }: Caller): void {
  if (operation.access === 'full' && grade === 'evaluation')
    throw new Refusal(
      'CREDENTIAL_SCOPE',
      'An evaluation credential covers compile, check and the prompt pack. This operation needs a full credential, which the operator issues.',
    )
  if (operation.writes && tier === 'read_only')
    throw new Refusal(
      'TIER_UNAVAILABLE',
      'This credential is of the tier read_only, which may not change what the namespace keeps. Use another credential, or ask the operator.',
    )
}
