'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button'
import { Field, TextEntry } from '../ui/field'
import { RefusalNotice } from '../ui/refusal-notice'
import { SkeletonLines } from '../ui/skeleton'
import { BridgeAnswer } from './bridge-answer'
import type { UnitPair } from './read-units'
import { readBridge, refusalIn, UNITS_KEY } from './read-units'

/** Does one unit convert to another, and by which path? The question is kept in the address. */
export function BridgePanel(props: {
  readonly asked: UnitPair
  readonly onAsk: (pair: UnitPair) => void
  /** Null for those who may add none. */
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  const { asked, onAsk, onAddConverter } = props
  const [typed, setTyped] = useState<UnitPair>(asked)
  const [tried, setTried] = useState(false)
  const isAsked = asked.from !== '' && asked.to !== ''
  const answer = useQuery({
    queryKey: [...UNITS_KEY, 'bridge', asked.from, asked.to],
    queryFn: () => readBridge(asked.from, asked.to),
    enabled: isAsked,
  })
  const ask = (pair: UnitPair) => {
    setTyped(pair)
    setTried(true)
    if (pair.from.trim() !== '' && pair.to.trim() !== '') onAsk({ from: pair.from.trim(), to: pair.to.trim() })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(typed)
  }
  const problem = (text: string) => (tried && text.trim() === '' ? 'Enter a unit, such as kg or m/s.' : null)
  return (
    <section aria-labelledby="bridge" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="bridge" className="text-xl font-semibold">
        Does one unit convert to another?
      </h2>
      <form onSubmit={submit} className="mt-3 flex flex-wrap items-start gap-3" noValidate>
        <Field label="From unit" problem={problem(typed.from)} className="min-w-32 flex-1">
          {(bound) => (
            <TextEntry
              {...bound}
              className="font-mono"
              maxLength={200}
              autoCapitalize="none"
              spellCheck={false}
              value={typed.from}
              onChange={({ target }) => setTyped({ ...typed, from: target.value })}
            />
          )}
        </Field>
        <Button
          look="quiet"
          aria-label="Swap the units"
          className="mt-6.5 w-8 px-0"
          onClick={() => ask({ from: typed.to, to: typed.from })}
        >
          <ArrowLeftRight size={16} aria-hidden />
        </Button>
        <Field label="To unit" problem={problem(typed.to)} className="min-w-32 flex-1">
          {(bound) => (
            <TextEntry
              {...bound}
              className="font-mono"
              maxLength={200}
              autoCapitalize="none"
              spellCheck={false}
              value={typed.to}
              onChange={({ target }) => setTyped({ ...typed, to: target.value })}
            />
          )}
        </Field>
        <Button type="submit" look="primary" className="h-9 px-4 max-sm:w-full sm:mt-6">
          Ask
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 empty:mt-0">
        {isAsked && answer.isPending && <SkeletonLines lines={2} what="the answer" />}
        {answer.error !== null && (
          <RefusalNotice refusal={refusalIn(answer.error)} onRetry={() => void answer.refetch()} />
        )}
        {answer.data !== undefined && (
          <BridgeAnswer bridge={answer.data} onTake={(from, to) => ask({ from, to })} onAddConverter={onAddConverter} />
        )}
      </div>
    </section>
  )
}
