import Link from 'next/link'
import { Badge } from '../ui/badge'
import { HashText } from '../ui/hash-text'
import { rulesetPath } from '../ui/ruleset-path'
import { TimeText } from '../ui/time-text'
import { ApprovalBadge } from './approval-badge'
import { comparePath, restorePath } from './history-data'
import type { LaneRow } from './lanes'
import { Rail } from './rail'
import { SignedRecords } from './signed-records'
import type { ListedRevision } from './use-graph'

/** One revision: why, who, when, which bytes, what was signed of them, and where to go from here. */
export function RevisionRow(props: {
  readonly name: string
  readonly revision: ListedRevision
  readonly drawing: LaneRow
  readonly lanes: number
  /** Whether the name points at it now. */
  readonly current: boolean
  readonly chosen: boolean
  readonly onChoose: (on: boolean) => void
}) {
  const { name, revision, drawing, lanes, current, chosen, onChoose } = props
  const { node, bindings } = revision
  const [latest, ...earlier] = bindings
  const elsewhere = node.savedAs.filter((other) => other.name !== name)
  const short = node.hash.slice(0, 10)
  const title = latest?.message?.split('\n')[0] || 'No message'
  return (
    <li className="flex border-b border-line last:border-b-0" data-revision={node.hash}>
      <Rail drawing={drawing} lanes={lanes} current={current} />
      <div className="min-w-0 flex-1 py-3 pr-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="min-w-0 font-medium break-words">{title}</h2>
          {current && <Badge tone="accent">{name} now</Badge>}
          <ApprovalBadge state={node.approval} hash={node.hash} />
        </div>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
          <span className="break-words">{latest?.by}</span>
          {latest !== undefined && <TimeText at={latest.at} />}
          <HashText hash={node.hash} what="hash of this revision" />
        </p>
        <p className="text-sm text-ink-faint">
          {node.parent === null ? (
            'The first revision'
          ) : (
            <>
              Made from <code className="font-mono">{node.parent.slice(0, 10)}</code>
            </>
          )}
          {earlier.length > 0 && `, bound ${bindings.length} times`}
        </p>
        {elsewhere.length > 0 && (
          <ul className="text-sm text-ink-faint" aria-label="Saved under other names">
            {elsewhere.map(({ name: other, at }) => (
              <li key={other} className="break-words">
                The same text was saved as{' '}
                <Link href={rulesetPath(other, 'history')} className="text-accent underline">
                  {other}
                </Link>
                , <TimeText at={at} />
              </li>
            ))}
          </ul>
        )}
        {earlier.length > 0 && (
          <ul className="mt-1 space-y-0.5 border-l-2 border-line pl-2 text-sm text-ink-soft">
            {earlier.map(({ id, at, by, message }) => (
              <li key={id} className="break-words">
                Before: {message ?? 'No message'}, {by}, <TimeText at={at} />
              </li>
            ))}
          </ul>
        )}
        {node.approvalReason !== null && <p className="mt-1 text-sm text-ink-soft">{node.approvalReason}</p>}
        {node.underOlderEngine !== null && <p className="mt-1 text-sm text-ink-soft">{node.underOlderEngine}</p>}
        <SignedRecords node={node} />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <label className="inline-flex min-h-6 items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen}
              onChange={(event) => onChoose(event.target.checked)}
              aria-label={`Compare revision ${short}`}
              className="size-4 accent-accent"
            />
            Compare
          </label>
          {node.parent !== null && (
            <Link
              href={comparePath(name, { from: node.parent, to: node.hash })}
              className="text-accent hover:underline"
              aria-label={`What changed in ${short}`}
            >
              What changed
            </Link>
          )}
          <Link
            href={`${rulesetPath(name, 'check')}?hash=${node.hash}`}
            className="text-accent hover:underline"
            aria-label={`Check claims on ${short}`}
          >
            Check
          </Link>
          <Link
            href={current ? rulesetPath(name) : restorePath(name, node.hash)}
            className="text-accent hover:underline"
            aria-label={`${current ? 'Edit' : 'Open to restore'} ${short}`}
          >
            {current ? 'Edit' : 'Open to restore'}
          </Link>
        </div>
      </div>
    </li>
  )
}
