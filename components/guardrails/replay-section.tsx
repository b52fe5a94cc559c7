'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRef, useState } from 'react'
import { type GuardrailType, PLATFORM_LIMITS } from '../../server/api/terms/guardrail-terms'
import { Button, Field, TextEntry } from '../ui/controls'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import { useMay } from '../ui/shell/viewer'
import { TimeText } from '../ui/time-text'
import { costSentence, joinReplays, type ReplayPage, type ReplaySoFar, replaySentence } from './frames/frame-history'
import { RulesetChoice } from './ruleset-choice'

const PAGE_FRAMES = 200
/** A person waits; more frames are replayed on request. */
const PAGES_AT_ONCE = 5

interface Change {
  readonly rulesetHash: string | null
  readonly model: string | null
  readonly threshold: string | null
}

type Kind = 'ruleset' | 'model' | 'threshold'

const KIND_TITLES: Readonly<Record<Kind, string>> = {
  ruleset: 'another revision',
  model: 'another model',
  threshold: 'another threshold',
}

/** Answers the stored frames of a guardrail again by another ruleset, model or threshold, before anybody changes it. */
export function ReplaySection(props: { readonly guardrailId: string; readonly type: GuardrailType }) {
  const { guardrailId, type } = props
  const [kind, setKind] = useState<Kind | null>(null)
  const [chosen, setChosen] = useState<{ readonly hash: string; readonly name: string | null }>({
    hash: '',
    name: null,
  })
  const [model, setModel] = useState('')
  const [threshold, setThreshold] = useState('0.8')
  const [pages, setPages] = useState<readonly ReplayPage[]>([])
  const running = useRef<AbortController | null>(null)
  const run = useMutation({
    mutationFn: async ({ change, from }: { readonly change: Change; readonly from: readonly ReplayPage[] }) => {
      const controller = new AbortController()
      running.current = controller
      let read = from
      for (let more = 0; more < PAGES_AT_ONCE && (more === 0 || read.at(-1)?.next !== null); more++) {
        const cursor = read.at(-1)?.next ?? null
        const page = await server.frames.replay.mutate(
          { guardrailId, ...change, cursor, limit: PAGE_FRAMES },
          { signal: controller.signal },
        )
        read = [...read, page]
        setPages(read)
      }
    },
  })
  const kinds = replayKinds(type)
  if (!useMay('send_frames')) return null
  if (kind === null)
    return (
      <div className="flex flex-wrap gap-2">
        {kinds.map((each) => (
          <Button key={each} onClick={() => setKind(each)}>
            Try {KIND_TITLES[each]}…
          </Button>
        ))}
      </div>
    )
  const { hash, name } = chosen
  const change: Change = {
    rulesetHash: kind === 'ruleset' ? hash : null,
    model: kind === 'model' ? model.trim() : null,
    threshold: kind === 'threshold' ? threshold.trim() : null,
  }
  const forget = () => {
    setPages([])
    run.reset()
  }
  const replayed = joinReplays(pages)
  const isCancelled = run.isError && running.current?.signal.aborted === true
  return (
    <section aria-labelledby="replay-heading" className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <h3 id="replay-heading" className="font-semibold">
        Try {KIND_TITLES[kind]}
      </h3>
      {kind === 'ruleset' && (
        <RulesetChoice
          hash={hash}
          name={name}
          problem={null}
          readOnly={run.isPending}
          about="The stored frames are answered again by this revision. Nothing is sent, and the guardrail stays as it is."
          onChange={(next, called) => {
            setChosen({ hash: next, name: called })
            forget()
          }}
        />
      )}
      {kind === 'model' && (
        <Field
          label="Model"
          hint="A model of the configured endpoint. Each frame asks it as often as a live frame would, one call at a time. Nothing is stored."
        >
          {(bound) => (
            <TextEntry
              {...bound}
              className="max-w-80"
              maxLength={PLATFORM_LIMITS.model_chars}
              readOnly={run.isPending}
              value={model}
              onChange={({ target }) => {
                setModel(target.value)
                forget()
              }}
            />
          )}
        </Field>
      )}
      {kind === 'threshold' && (
        <Field label="Least confidence" hint="From 0 to 1. A conclusion with a lower confidence becomes UNKNOWN.">
          {(bound) => (
            <TextEntry
              {...bound}
              className="max-w-40"
              inputMode="decimal"
              readOnly={run.isPending}
              value={threshold}
              onChange={({ target }) => {
                setThreshold(target.value)
                forget()
              }}
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={Object.values(change).includes('') || run.isPending}
          onClick={() => run.mutate({ change, from: [] })}
        >
          {run.isPending ? 'Replaying…' : 'Replay the frames'}
        </Button>
        {run.isPending && <Button onClick={() => running.current?.abort()}>Stop</Button>}
        {replayed.next !== null && !run.isPending && (
          <Button onClick={() => run.mutate({ change, from: pages })}>Replay older frames</Button>
        )}
      </div>
      {run.isError && !isCancelled && <RefusalNotice refusal={refusalOf(run.error)} />}
      {pages.length > 0 && <Replayed hash={kind === 'ruleset' ? hash : null} replayed={replayed} />}
    </section>
  )
}

function replayKinds(type: GuardrailType): readonly Kind[] {
  if (type === 'policy_rules') return ['ruleset', 'model', 'threshold']
  return type === 'human_review' ? ['threshold'] : ['model', 'threshold']
}

function Replayed({ hash, replayed }: { readonly hash: string | null; readonly replayed: ReplaySoFar }) {
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
      {replayed.modelCalls > 0 && <p className="text-sm">{costSentence(replayed)}</p>}
      {hash !== null && (
        <p className="text-sm">
          Stored frames show what differed so far.{' '}
          <Link href={`/approve/${hash}`} className="text-accent underline">
            The page that signs this revision
          </Link>{' '}
          says what can differ at all.
        </p>
      )}
    </>
  )
}

function wordOf({ conclusion, errorCode }: ReplaySoFar['differing'][number]['before']): string {
  return conclusion ?? errorCode ?? 'no answer'
}
