import type { inferRouterOutputs } from '@trpc/server'
import { useId } from 'react'
import type { AppRouter } from '../../server/http/trpc/router'
import { HashText } from '../ui/hash-text'
import { TimeText } from '../ui/time-text'

export type OpenedRuleset = inferRouterOutputs<AppRouter>['revisions']['open']

/** Which revision is checked: what the name points at, or an earlier one. */
export function RevisionChoice(props: {
  readonly opened: OpenedRuleset
  readonly hash: string
  readonly onChoose: (hash: string) => void
}) {
  const { opened, hash, onChoose } = props
  const id = useId()
  const saved = opened.history.find((revision) => revision.hash === hash)
  // The same bytes may have been saved more than once.
  const hashes = new Map(opened.history.map((revision) => [revision.hash, revision]))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id} className="sr-only">
        Revision
      </label>
      <select
        id={id}
        value={hash}
        onChange={(event) => onChoose(event.target.value)}
        className="h-8 max-w-full min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 print:hidden"
      >
        {!hashes.has(hash) && <option value={hash}>{hash.slice(0, 10)} (an earlier revision)</option>}
        {[...hashes.values()].map((revision) => (
          <option key={revision.hash} value={revision.hash}>
            {revision.hash.slice(0, 10)}
            {revision.hash === opened.hash ? ' (current)' : ''}
            {revision.message === null ? '' : ` · ${revision.message.slice(0, 60)}`}
          </option>
        ))}
      </select>
      <HashText hash={hash} what="ruleset hash" />
      {saved !== undefined && (
        <span>
          saved <TimeText at={saved.savedAt} /> by {saved.savedBy}
        </span>
      )}
    </div>
  )
}
