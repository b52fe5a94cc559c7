'use client'

import { ArrowLeftRight } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '../ui/badge'
import { HashText } from '../ui/hash-text'
import { TimeText } from '../ui/time-text'
import { comparePath, type Pair, restorePath } from './history-data'
import { useGraph } from './use-graph'

/** Which two revisions are compared: the older reading stands first, whatever their times. */
export function ComparedPair({ name, from, to }: { readonly name: string } & Pair) {
  return (
    <div className="mb-5 grid items-stretch gap-3 sm:grid-cols-[1fr_auto_1fr]">
      <Side name={name} hash={from} word="Before" />
      <Link
        href={comparePath(name, { from: to, to: from })}
        aria-label="Swap the two"
        className="inline-flex size-8 items-center justify-center self-center justify-self-center rounded-md border border-line-strong/50 bg-raised hover:bg-canvas"
      >
        <ArrowLeftRight size={15} aria-hidden />
      </Link>
      <Side name={name} hash={to} word="After" />
    </div>
  )
}

function Side({ name, hash, word }: { readonly name: string; readonly hash: string; readonly word: string }) {
  const { revisions, current } = useGraph(name)
  const latest = revisions.find(({ node }) => node.hash === hash)?.bindings[0]
  return (
    <section aria-label={word} className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <span className="font-medium text-ink">{word}</span>
        <HashText hash={hash} what={`hash ${word.toLowerCase()}`} />
        {hash === current && <Badge tone="accent">{name} now</Badge>}
      </p>
      {latest !== undefined && (
        <p className="text-sm break-words">
          {latest.message ?? 'No message'}{' '}
          <span className="text-ink-soft">
            {latest.by}, <TimeText at={latest.at} />
          </span>
        </p>
      )}
      {hash !== current && (
        <Link
          href={restorePath(name, hash)}
          aria-label={`Open to restore ${hash.slice(0, 10)}`}
          className="text-sm text-accent hover:underline"
        >
          Open to restore
        </Link>
      )}
    </section>
  )
}
