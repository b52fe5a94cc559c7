'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice, Field, TextEntry } from '../../ui/controls'
import { FormDialog } from '../../ui/dialog'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import type { GraphNode } from './history-data'
import { afterwardsWords, replacedWords, type Span, timelineKey, utcMoment } from './in-force-data'

/** Says from when until when an approved revision applies. */
export function PutDialog(props: {
  readonly name: string
  readonly spans: readonly Span[]
  /** Newest first, not empty. */
  readonly approved: readonly GraphNode[]
  readonly onClose: () => void
}) {
  const { name, spans, approved, onClose } = props
  const queries = useQueryClient()
  const { namespace } = useViewer()
  const [hash, setHash] = useState(approved[0]?.hash ?? '')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [start, end] = [utcMoment(from), utcMoment(until)]
  const putting = useMutation({
    mutationFn: () => server.inForce.put.mutate({ name, hash, from: start, until: end }),
    onSuccess: (timeline) => {
      queries.setQueryData(timelineKey(namespace.id, name), timeline)
      void queries.invalidateQueries({ queryKey: ['ruleset', namespace.id, name] })
      onClose()
    },
  })
  const refusal = putting.error === null ? null : refusalOf(putting.error)
  const problemOf = (field: string) => {
    const failure = refusal?.failures.find((each) => each.field === field)
    return failure === undefined ? null : `Expected ${failure.expected}.`
  }
  const replaced = replacedWords(spans, start ?? new Date().toISOString(), end)
  return (
    <FormDialog
      onClose={onClose}
      title="Put in force"
      description="Says which approved revision applies. The past does not change."
      action="Put in force"
      actionUnderWay="Recording…"
      isUnderWay={putting.isPending}
      onSubmit={() => putting.mutate()}
    >
      <div className="flex flex-col gap-3">
        <Field label="Revision">
          {(bound) => (
            <Choice {...bound} value={hash} onChange={({ target }) => setHash(target.value)}>
              {approved.map((node) => (
                <option key={node.hash} value={node.hash}>
                  Revision {node.depth + 1} ({node.hash.slice(0, 10)})
                </option>
              ))}
            </Choice>
          )}
        </Field>
        <Field label="From (UTC, optional)" hint="Leave it empty for now." problem={problemOf('from')}>
          {(bound) => (
            <TextEntry
              {...bound}
              type="datetime-local"
              className="max-w-60"
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        </Field>
        <Field label="Until (UTC, optional)" hint="Leave it empty for no end." problem={problemOf('until')}>
          {(bound) => (
            <TextEntry
              {...bound}
              type="datetime-local"
              className="max-w-60"
              value={until}
              onChange={({ target }) => setUntil(target.value)}
            />
          )}
        </Field>
        <div aria-live="polite" className="text-sm text-ink-soft">
          {replaced !== null && <p>{replaced}</p>}
          {end !== null && <p>{afterwardsWords(spans, hash, end)}</p>}
        </div>
        {refusal !== null && refusal.failures.length === 0 && <RefusalNotice refusal={refusal} />}
      </div>
    </FormDialog>
  )
}
