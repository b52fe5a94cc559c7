/**
 * Whether a ruleset may decide calls of tools now: it is approved, and if revisions of its names were put in force, it is
 * the one in force under one of them. Read for every call, so that a withdrawn approval stops the guard at once.
 */
import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import { spanAt } from '../../database/signing/force-timeline'
import type { InForceVerbs } from '../../database/signing/revisions-in-force'
import { type Caller, namespaceOf } from '../calls/caller'
import { type ApprovalState, type JudgeDependencies, readApprovalStatus } from '../signing/approval-status'

export interface DecidingDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & ApprovalCountVerbs & Pick<InForceVerbs, 'forceSpansOfBytes'>
}

export type DecidingState =
  | { readonly decides: true }
  | {
      readonly decides: false
      readonly code: 'RULESET_NOT_APPROVED' | 'RULESET_NOT_IN_FORCE'
      readonly reason: string
    }

/** @throws Refusal ENGINE_BUSY */
export async function readDecidingState(
  dependencies: DecidingDependencies,
  caller: Caller,
  hash: string,
): Promise<DecidingState> {
  const [status, spans] = await Promise.all([
    readApprovalStatus(dependencies, caller, [hash]),
    dependencies.store.forceSpansOfBytes(namespaceOf(caller), hash),
  ])
  const { state, reason } = status(hash)
  if (state !== 'approved')
    return {
      ...{ decides: false, code: 'RULESET_NOT_APPROVED' },
      reason: `The ruleset ${hash} of this guard is not approved: ${UNAPPROVED[state]}.${reason === null ? '' : ` ${reason}`} No call passes until it is.`,
    }
  const current = [...spans].map(([name, own]) => ({ name, span: spanAt(own, dependencies.now()) }))
  if (current.length === 0 || current.some(({ span }) => span?.hash === hash)) return { decides: true }
  const other = current.find(({ span }) => span !== null)
  const instead =
    other?.span == null
      ? 'no revision is'
      : `the revision ${other.span.hash} of “${other.name}” is. Change the guard to that hash`
  return {
    ...{ decides: false, code: 'RULESET_NOT_IN_FORCE' },
    reason: `The ruleset ${hash} of this guard is not in force: ${instead}. No call passes until then.`,
  }
}

const UNAPPROVED: Readonly<Record<Exclude<ApprovalState, 'approved'>, string>> = {
  not_counted: 'it needs another approval',
  unsigned: 'no person has signed it',
  changes_requested: 'changes are requested',
  none: 'it has no approval, or its approval was withdrawn or has ended',
}
