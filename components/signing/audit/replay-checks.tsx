'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { type FormEvent, useRef, useState } from 'react'
import { Button, Field, TextEntry } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { TimeText } from '../../ui/time-text'
import { type CheckReplayPage, type CheckReplaySoFar, checkReplaySentence, joinCheckReplays } from './check-replay'

/** A person waits; older checks are replayed on request. */
const PAGES_AT_ONCE = 5

/** Decides logged checks again by another ruleset. @param props.checkedBy the ruleset whose checks are listed, or null */
export function ReplayChecks({ checkedBy }: { readonly checkedBy: string | null }) {
  const [rulesetHash, setRulesetHash] = useState('')
  const [pages, setPages] = useState<readonly CheckReplayPage[]>([])
  const running = useRef<AbortController | null>(null)
  const run = useMutation({
    mutationFn: async (from: readonly CheckReplayPage[]) => {
      const controller = new AbortController()
      running.current = controller
      let read = from
      setPages(read)
      for (let more = 0; more < PAGES_AT_ONCE && (more === 0 || read.at(-1)?.next !== null); more++) {
        const request = { rulesetHash, checkedBy, after: read.at(-1)?.next ?? null }
        read = [...read, await server.decisionLog.replay.mutate(request, { signal: controller.signal })]
        setPages(read)
      }
    },
  })
  const replayed = joinCheckReplays(pages)
  const isStopped = run.isError && running.current?.signal.aborted === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    run.mutate([])
  }
  return (
    <section aria-labelledby="replay-heading" className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <h2 id="replay-heading" className="font-semibold">
        Try another ruleset
      </h2>
      <form onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Other ruleset"
          hint={`Its hash, 64 characters. It decides ${checkedBy === null ? 'all logged checks' : 'the checks of the ruleset above'} again, newest first. Nothing is stored, and each counts as one check.`}
        >
          {(bound) => (
            <TextEntry
              {...bound}
              className="font-mono text-sm"
              spellCheck={false}
              autoComplete="off"
              readOnly={run.isPending}
              value={rulesetHash}
              onChange={({ target }) => {
                setRulesetHash(target.value.trim().toLowerCase())
                setPages([])
                run.reset()
              }}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!/^[0-9a-f]{64}$/.test(rulesetHash) || run.isPending}>
            {run.isPending ? 'Replaying…' : 'Replay the checks'}
          </Button>
          {run.isPending && <Button onClick={() => running.current?.abort()}>Stop</Button>}
          {replayed.next !== null && !run.isPending && (
            <Button onClick={() => run.mutate(pages)}>Replay older checks</Button>
          )}
        </div>
      </form>
      {run.isError && !isStopped && <RefusalNotice refusal={refusalOf(run.error)} />}
      {pages.length > 0 && <Replayed replayed={replayed} />}
    </section>
  )
}

function Replayed({ replayed }: { readonly replayed: CheckReplaySoFar }) {
  const { differing, skipped } = replayed
  return (
    <>
      <Notice kind={differing.length === 0 ? 'done' : 'warning'}>
        <p>{checkReplaySentence(replayed)}</p>
      </Notice>
      {skipped.size > 0 && (
        <ul aria-label="Checks that could not be replayed" className="text-sm text-ink-soft">
          {[...skipped].map(([reason, count]) => (
            <li key={reason} className="wrap-anywhere">
              {count.toLocaleString('en')}: {reason}
            </li>
          ))}
        </ul>
      )}
      {differing.length > 0 && (
        <ul
          aria-label="Checks that are answered differently"
          className="divide-y divide-line rounded-lg border border-line"
        >
          {differing.map(({ checkId, at, rulesetHash, answers }) => (
            <li key={checkId} className="flex flex-col gap-1 px-3 py-2 text-sm">
              <span className="flex flex-wrap items-center gap-x-3">
                <TimeText at={at} />
                <Link href={`/approve/${rulesetHash}`} className="font-mono text-accent underline">
                  {rulesetHash.slice(0, 10)}…
                </Link>
                <code className="min-w-0 font-mono text-xs break-all text-ink-faint">{checkId}</code>
              </span>
              {answers.map(({ assertion, before, after }) => (
                <span key={assertion} className="text-ink-soft">
                  <code className="font-mono break-all">{assertion}</code>: {before ?? 'not there'} →{' '}
                  {after ?? 'not there'}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
