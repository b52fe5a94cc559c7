/** What the log of a namespace tells of the end of a pending change. */
import type { LogKind } from '../../api/log-kinds'
import type { ChangeOutcome } from '../../api/proposed-change'
import type { LogEvent } from '../signing/log-event'

export interface ChangeEnd {
  readonly id: string
  readonly outcome: ChangeOutcome
  readonly at: Date
  /** Null where time or another change ended it. */
  readonly endedById: string | null
  readonly endedBy: string | null
}

const KINDS: Readonly<Record<ChangeOutcome, LogKind>> = {
  confirmed: 'change_confirmed',
  declined: 'change_declined',
  withdrawn: 'change_withdrawn',
  expired: 'change_expired',
  applied_alone: 'change_applied_alone',
  void: 'change_voided',
}

/** The actor of an end that nobody decided. */
const NOBODY = 'this deployment'

export function endEvent({ id, outcome, at, endedById, endedBy }: ChangeEnd): LogEvent {
  const details = { change: id, outcome, ended_at: at.toISOString(), ended_by_id: endedById }
  return { kind: KINDS[outcome], actor: endedBy ?? NOBODY, details }
}
