import { Refusal } from '../../api/refusal'
import type { NamedRevision, NamedRevisionVerbs, OpenedRevision } from '../../database/rulesets/named-revisions'
import { type Caller, namespaceOf } from '../calls/caller'
import {
  type ApprovalStatus,
  decideApprovalStatus,
  type JudgeDependencies,
  judgeDemands,
} from '../signing/approval-status'

export interface NameStatusDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & Pick<NamedRevisionVerbs, 'openName' | 'namedRevisions'>
}

export interface NameStatus {
  readonly newest: OpenedRevision
  readonly approval: ApprovalStatus
}

/** @throws Refusal RULESET_NOT_FOUND, ENGINE_BUSY */
export async function readNameStatus(
  dependencies: NameStatusDependencies,
  caller: Caller,
  name: string,
): Promise<NameStatus> {
  const newest = await dependencies.store.openName(namespaceOf(caller), name, dependencies.now())
  if (newest === null) throw unknownName(name)
  const demands = await judgeDemands(dependencies, caller, [newest.hash])
  return { newest, approval: decideApprovalStatus(newest, demands(newest.hash)) }
}

/** Reads the states of several names at once and leaves out names that point at nothing. @throws Refusal ENGINE_BUSY */
export async function readNameStatuses(
  dependencies: NameStatusDependencies,
  caller: Caller,
  names: readonly string[],
): Promise<ReadonlyMap<string, { readonly newest: NamedRevision; readonly approval: ApprovalStatus }>> {
  const named = await dependencies.store.namedRevisions(namespaceOf(caller), names, dependencies.now())
  const demands = await judgeDemands(
    dependencies,
    caller,
    named.map(({ hash }) => hash),
  )
  return new Map(
    named.map((newest) => [newest.name, { newest, approval: decideApprovalStatus(newest, demands(newest.hash)) }]),
  )
}

export function unknownName(name: string): Refusal {
  return new Refusal('RULESET_NOT_FOUND', `No ruleset is saved under the name "${name}" in this namespace.`)
}
