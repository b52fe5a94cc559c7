import type { ApprovalCountVerbs } from '../../database/rulesets/approval-counts'
import { type ForceSpan, spanAt } from '../../database/signing/force-timeline'
import type { InForceVerbs } from '../../database/signing/revisions-in-force'
import { type Caller, namespaceOf } from '../calls/caller'
import { type ApprovalStatus, type JudgeDependencies, readApprovalStatus } from '../signing/approval-status'

export interface InForceSpan {
  readonly hash: string
  /** Number of the revision, from 1. */
  readonly revision: number
  readonly from: string
  /** Null without an end. */
  readonly until: string | null
  /** Label of the person, and when they said so. */
  readonly setBy: string
  readonly setAt: string
  readonly approved: boolean
  /** Why it is no longer approved, if approvals are in force that do not count. */
  readonly reason: string | null
}

export interface NowInForceDependencies extends JudgeDependencies {
  readonly store: JudgeDependencies['store'] & ApprovalCountVerbs & Pick<InForceVerbs, 'forceSpans'>
}

/** By name; a name without a revision in force has no entry. @throws Refusal ENGINE_BUSY */
export async function readNowInForce(
  dependencies: NowInForceDependencies,
  caller: Caller,
  names: readonly string[],
): Promise<ReadonlyMap<string, InForceSpan>> {
  const { store, now } = dependencies
  const at = now()
  const current = [...(await store.forceSpans(namespaceOf(caller), names))].flatMap(([name, spans]) => {
    const span = spanAt(spans, at)
    return span === null ? [] : [{ name, span }]
  })
  if (current.length === 0) return new Map()
  const status = await readApprovalStatus(dependencies, caller, [...new Set(current.map(({ span }) => span.hash))])
  return new Map(current.map(({ name, span }) => [name, toInForceSpan(span, status(span.hash))]))
}

export function toInForceSpan(
  { hash, revision, from, until, setBy, setAt }: ForceSpan,
  { state, reason }: ApprovalStatus,
): InForceSpan {
  return {
    hash,
    revision,
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    setBy,
    setAt: setAt.toISOString(),
    approved: state === 'approved',
    reason,
  }
}
