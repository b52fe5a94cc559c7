'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { Button } from '../ui/controls'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'
import { joinReplays, type ReplayPage, type ReplaySoFar, replaySentence } from './frames/frame-history'
import { RulesetChoice } from './ruleset-choice'

const PAGE_FRAMES = 200
/** A person waits; more frames are replayed on request. */
const PAGES_AT_ONCE = 5

/** Answers the stored frames of a guardrail again by another ruleset, before anybody signs it. */
export function ReplaySection({ guardrailId }: { readonly guardrailId: string }) {
  const [chosen, setChosen] = useState<{ readonly hash: string; readonly name: string | null } | null>(null)
  const [pages, setPages] = useState<readonly ReplayPage[]>([])
  const run = useMutation({
    mutationFn: async ({ hash, from }: { readonly hash: string; readonly from: readonly ReplayPage[] }) => {
      let read = from
      for (let more = 0; more < PAGES_AT_ONCE && (more === 0 || read.at(-1)?.next !== null); more++) {
        const cursor = read.at(-1)?.next ?? null
        const page = await server.frames.replay.mutate({ guardrailId, rulesetHash: hash, cursor, limit: PAGE_FRAMES })
        read = [...read, page]
        setPages(read)
      }
    },
  })
  if (!useMay('send_frames')) return null
  if (chosen === null)
    return (
      <Button className="self-start" onClick={() => setChosen({ hash: '', name: null })}>
        Try another revision…
      </Button>
    )
  const { hash, name } = chosen
  const replayed = joinReplays(pages)
  return (
    <section aria-labelledby="replay-heading" className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <h3 id="replay-heading" className="font-semibold">
        Try another revision
      </h3>
      <RulesetChoice
        hash={hash}
        name={name}
        problem={null}
        readOnly={run.isPending}
        about="The stored frames are answered again by this revision. Nothing is sent, and the guardrail stays as it is."
        onChange={(next, called) => {
          setChosen({ hash: next, name: called })
          setPages([])
          run.reset()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={hash === '' || run.isPending} onClick={() => run.mutate({ hash, from: [] })}>
          {run.isPending ? 'Replaying…' : 'Replay the frames'}
        </Button>
        {replayed.next !== null && !run.isPending && (
          <Button onClick={() => run.mutate({ hash, from: pages })}>Replay older frames</Button>
        )}
      </div>
      {run.isError && <RefusalNotice refusal={refusalOf(run.error)} />}
      {pages.length > 0 && <Replayed hash={hash} replayed={replayed} />}
    </section>
  )
}

function Replayed({ hash, replayed }: { readonly hash: string; readonly replayed: ReplaySoFar }) {
  return (
    <>
      <Notice kind={replayed.differing.length === 0 ? 'done' : 'warning'}>
        <p>{replaySentence(replayed)}</p>
      </Notice>
      {replayed.newClaims.length > 0 && (
        <p className="text-sm">
          Only this revision has <code className="font-mono">{replayed.newClaims.join(', ')}</code>. No model was asked
          for it, so it is unknown in texts; a claim dictionary without it is refused.
        </p>
      )}
      {replayed.differing.length > 0 && (
        <ul
          aria-label="Frames that are answered differently"
          className="divide-y divide-line rounded-lg border border-line"
        >
          {replayed.differing.map(({ traceId, sentAt, before, after, assertions, furtherAssertions }) => (
            <li key={`${traceId} ${sentAt}`} className="flex flex-col gap-1 px-3 py-2 text-sm">
              <span className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium">
                  {wordOf(before)} → {wordOf(after)}
                </span>
                <TimeText at={sentAt} />
                <code className="min-w-0 font-mono text-xs break-all text-ink-faint">{traceId}</code>
              </span>
              {assertions.map((each) => (
                <span key={each.assertion} className="text-ink-soft">
                  <code className="font-mono break-all">{each.assertion}</code>: {each.before ?? 'not there'} →{' '}
                  {each.after ?? 'not there'}
                </span>
              ))}
              {furtherAssertions > 0 && <span className="text-ink-soft">and {furtherAssertions} more</span>}
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm">
        Stored frames show what differed so far.{' '}
        <Link href={`/approve/${hash}`} className="text-accent underline">
          The page that signs this revision
        </Link>{' '}
        says what can differ at all.
      </p>
    </>
  )
}

function wordOf({ conclusion, errorCode }: ReplaySoFar['differing'][number]['before']): string {
  return conclusion ?? errorCode ?? 'no answer'
}
