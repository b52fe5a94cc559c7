import Link from 'next/link'
import { rulesetPath } from '../../../server/api/page-paths'
import { HashText } from '../../ui/copy-text'
import { Badge } from '../../ui/notice'
import { TimeText } from '../../ui/time-text'
import type { OpenedRuleset } from '../ruleset-data'

/** Lists the latest revisions; the history page has all. */
export function HistoryPanel({ opened }: { readonly opened: OpenedRuleset | null }) {
  if (opened === null) return <p className="p-5 text-ink-soft">No revisions yet. The first save creates one.</p>
  const { name, history, hash } = opened
  return (
    <div className="px-5 py-4">
      <ol className="divide-y divide-line" data-testid="recent-revisions">
        {history.map(({ hash: of, message, savedAt, savedBy }, position) => (
          <li key={`${savedAt} ${of}`} className="py-2.5">
            <p className="break-words whitespace-pre-wrap">
              {message ?? <span className="text-ink-faint">No message</span>}
            </p>
            <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
              <span className="break-words">{savedBy}</span>
              <TimeText at={savedAt} />
              <HashText hash={of} what="hash of this revision" />
              {position === 0 && of === hash && <Badge tone="accent">Newest</Badge>}
            </p>
          </li>
        ))}
      </ol>
      <Link href={rulesetPath(name, 'history')} className="mt-3 inline-block text-accent hover:underline">
        Compare revisions
      </Link>
    </div>
  )
}
