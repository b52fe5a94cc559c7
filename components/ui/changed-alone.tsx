import { Badge } from './badge'
import { Notice } from './notice'
import { TimeText } from './time-text'
import { useViewer } from './viewer'

/** That an administrator changed the rules of the namespace without a second one: shown for ever. */
export function ChangedAloneNotice({ since }: { readonly since: string }) {
  return (
    <Notice kind="warning" title="Rules changed by one administrator alone">
      <p>
        Since <TimeText at={since} /> the rules of this namespace were changed by one administrator alone. Approvals
        from then on are marked.
      </p>
    </Notice>
  )
}

/** The mark of what was approved at this time; nothing for an approval from before. */
export function ChangedAloneMark({ at }: { readonly at: string }) {
  const { changedAloneAt } = useViewer()
  if (changedAloneAt === null || at < changedAloneAt) return null
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1">
      <Badge tone="warning">rules changed by one administrator alone</Badge>
      <span className="text-xs text-ink-faint">
        since <TimeText at={changedAloneAt} />
      </span>
    </span>
  )
}
