'use client'

import { useState } from 'react'
import { Button } from '../../ui/controls'
import { Badge, RefusalNotice } from '../../ui/notice'
import { refusalOf } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { EndDialog } from './end-dialog'
import type { ListedRevision } from './history-data'
import { type Span, useTimeline } from './in-force-data'
import { PutDialog } from './put-dialog'

/** Shows which revision applied when, and changes what applies from now on. */
export default function InForcePanel(props: { readonly name: string; readonly revisions: readonly ListedRevision[] }) {
  const { name, revisions } = props
  const { data, error, refetch } = useTimeline(name)
  const [open, setOpen] = useState<'put' | 'end' | null>(null)
  if (error !== null) return <RefusalNotice refusal={refusalOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return null
  const approved = revisions.map(({ node }) => node).filter(({ approval }) => approval === 'approved')
  const { now, spans, mayChange } = data
  if (spans.length === 0 && (approved.length === 0 || !mayChange)) return null
  return (
    <section aria-labelledby="in-force" className="mb-5 rounded-lg border border-line bg-surface p-4">
      <h2 id="in-force" className="font-semibold">
        In force
      </h2>
      {spans.length === 0 ? (
        <p className="mt-1 text-ink-soft">No revision of this ruleset was ever put in force.</p>
      ) : (
        <ol className="mt-2 flex flex-col" aria-label="Revisions in force, newest first">
          {spans.toReversed().map((span) => (
            <SpanRow key={span.from} span={span} isNow={span.from === now?.from} />
          ))}
        </ol>
      )}
      {mayChange && (
        <div className="mt-3 flex flex-wrap gap-2">
          {approved.length > 0 && <Button onClick={() => setOpen('put')}>Put in force</Button>}
          {now !== null && <Button onClick={() => setOpen('end')}>End</Button>}
        </div>
      )}
      {open === 'put' && <PutDialog name={name} spans={spans} approved={approved} onClose={() => setOpen(null)} />}
      {open === 'end' && now !== null && <EndDialog name={name} span={now} onClose={() => setOpen(null)} />}
    </section>
  )
}

function SpanRow({ span, isNow }: { readonly span: Span; readonly isNow: boolean }) {
  const { revision, hash, from, until, setBy, approved, reason } = span
  return (
    <li className="flex gap-3">
      <span aria-hidden className="flex flex-col items-center pt-1.5">
        <span className={`size-2.5 rounded-full ${isNow ? 'bg-accent' : 'border-2 border-line-strong bg-surface'}`} />
        <span className="w-0.5 flex-1 bg-line" />
      </span>
      <div className="min-w-0 pb-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">Revision {revision}</span>
          <code className="font-mono text-sm text-ink-faint">{hash.slice(0, 10)}</code>
          {isNow && <Badge tone="accent">now</Badge>}
          {!approved && <Badge tone="warning">{isNow ? 'in force, but no longer approved' : 'not approved now'}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          From <TimeText at={from} />
          {until !== null && (
            <>
              {' '}
              until <TimeText at={until} />
            </>
          )}
          , set by <span className="break-words">{setBy}</span>
        </p>
        {!approved && reason !== null && <p className="text-sm text-ink-soft">{reason}</p>}
      </div>
    </li>
  )
}
