import { Badge, Notice } from '../notice'
import { TimeText } from '../time-text'
import { useViewer } from './viewer'

export interface InForce {
  /** Number of the revision, from 1. */
  readonly revision: number
  readonly from: string
  /** Null without an end. */
  readonly until: string | null
  readonly approved: boolean
  /** Why it is no longer approved, if the reason is known. */
  readonly reason: string | null
}

/** Says which revision applies, since when and until when, and whether it is still approved. */
export function InForceLine({ inForce }: { readonly inForce: InForce }) {
  const { revision, from, until, approved, reason } = inForce
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-sm text-ink-soft" data-testid="in-force">
      <span>
        Revision {revision} in force since <TimeText at={from} />
        {until !== null && (
          <>
            , until <TimeText at={until} />
          </>
        )}
      </span>
      {!approved && <Badge tone="warning">in force, but no longer approved</Badge>}
      {!approved && reason !== null && <span className="basis-full">{reason}</span>}
    </span>
  )
}

/** Never disappears. */
export function ChangedAloneNotice({ since }: { readonly since: string }) {
  return (
    <Notice kind="warning" title="Rules changed by one administrator">
      <p>
        One administrator changed the rules of this namespace without a second one (<TimeText at={since} />
        ). Approvals since then are marked.
      </p>
    </Notice>
  )
}

export function ChangedAloneMark({ at }: { readonly at: string }) {
  const { changedAloneAt } = useViewer()
  if (changedAloneAt === null || at < changedAloneAt) return null
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1">
      <Badge tone="warning">rules changed by one administrator</Badge>
      <span className="text-xs text-ink-faint">
        since <TimeText at={changedAloneAt} />
      </span>
    </span>
  )
}
