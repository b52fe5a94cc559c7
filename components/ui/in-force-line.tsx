import { Badge } from './notice'
import { TimeText } from './time-text'

interface InForce {
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
