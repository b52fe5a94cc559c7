import { CopyText } from '../ui/copy-text'
import { TimeText } from '../ui/time-text'

/** The id that frames are sent to, and who changed it last. */
export function TargetFacts(props: {
  readonly id: string
  readonly what: string
  readonly updatedAt: string
  readonly updatedBy: string
}) {
  const { id, what, updatedAt, updatedBy } = props
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="inline-flex min-w-0 items-center gap-1">
        <span className="text-ink-faint">target_id</span>
        <code className="font-mono text-xs break-all">{id}</code>
        <CopyText text={id} what={`the id of this ${what}`} />
      </span>
      <span className="text-ink-faint">
        Changed <TimeText at={updatedAt} /> by {updatedBy.replace(/ <.*>$/, '')}
      </span>
    </p>
  )
}
