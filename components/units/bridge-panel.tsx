'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowLeftRight, CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { mendedUnit } from '../../server/language/units/bridge'
import { builtInLibrary, isUnit } from '../../server/language/units/unit-library'
import { Button, UnitField } from '../ui/controls'
import { positionKey } from '../ui/lists'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { exactConversion } from './converter'
import { readBridge, refusalIn, UNITS_KEY, type UnitBridge, type UnitPair } from './read-units'

/** Answers whether one unit converts to another, and over which path. The URL holds the question. */
export function BridgePanel(props: {
  readonly question: UnitPair
  readonly onAsk: (pair: UnitPair) => void
  /** Null without permission. */
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  const { question, onAsk, onAddConverter } = props
  const [typed, setTyped] = useState<UnitPair>(question)
  const [tried, setTried] = useState(false)
  const isComplete = question.from !== '' && question.to !== ''
  const answer = useQuery({
    queryKey: [...UNITS_KEY, 'bridge', question.from, question.to],
    queryFn: () => readBridge(question.from, question.to),
    enabled: isComplete,
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
        <UnitField
          label="From unit"
          problem={problem(typed.from)}
          className="min-w-32 flex-1"
          value={typed.from}
          onText={(from) => setTyped({ ...typed, from })}
        />
        <Button
          look="quiet"
          aria-label="Swap the units"
          className="mt-6.5 w-8 px-0"
          onClick={() => ask({ from: typed.to, to: typed.from })}
        >
          <ArrowLeftRight size={16} aria-hidden />
        </Button>
        <UnitField
          label="To unit"
          problem={problem(typed.to)}
          className="min-w-32 flex-1"
          value={typed.to}
          onText={(to) => setTyped({ ...typed, to })}
        />
        <Button type="submit" look="primary" className="h-9 px-4 max-sm:w-full sm:mt-6">
          Ask
        </Button>
      </form>
      <div aria-live="polite" className="mt-4 empty:mt-0">
        {isComplete && answer.isPending && <SkeletonLines lines={2} what="the answer" />}
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

/** Shows the answer in words, with the definitions used. */
function BridgeAnswer(props: {
  readonly bridge: UnitBridge
  readonly onTake: (from: string, to: string) => void
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  const { bridge, onTake, onAddConverter } = props
  const { from, to, status } = bridge
  switch (status) {
    case 'same':
      return (
        <BridgeStatement Icon={CircleCheck} tint="text-true" title={`Yes: ${from} and ${to} are the same unit.`}>
          <p className="text-ink-soft">Nothing is converted.</p>
        </BridgeStatement>
      )
    case 'convertible':
      return (
        <BridgeStatement Icon={CircleCheck} tint="text-true" title={`Yes: ${from} converts to ${to}, exactly.`}>
          <Chain bridge={bridge} />
        </BridgeStatement>
      )
    case 'ambiguous':
      return (
        <BridgeStatement
          Icon={TriangleAlert}
          tint="text-warning"
          title={`Only with a converter: ${from} to ${to} is ambiguous.`}
        >
          <p>{bridge.reason}</p>
          <Offer pair={{ from, to }} onAddConverter={onAddConverter} />
        </BridgeStatement>
      )
    case 'no_path':
      return (
        <BridgeStatement Icon={CircleSlash} tint="text-false" title={`No: ${from} does not convert to ${to}.`}>
          <p>They measure different things, or a converter is needed that says what one is worth in the other.</p>
          <Offer pair={{ from, to }} onAddConverter={onAddConverter} />
        </BridgeStatement>
      )
    case 'unknown_unit':
      return (
        <BridgeStatement Icon={CircleSlash} tint="text-false" title="No: a unit is misspelt.">
          <Misspelt text={from} onTake={(unit) => onTake(unit, to)} />
          <Misspelt text={to} onTake={(unit) => onTake(from, unit)} />
        </BridgeStatement>
      )
  }
}

/** Renders nothing for a valid unit. */
function Misspelt({ text, onTake }: { readonly text: string; readonly onTake: (unit: string) => void }) {
  const library = builtInLibrary()
  if (isUnit(library.parse(text))) return null
  const meant = mendedUnit(library, text)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="break-all">
        <code className="font-mono">{text}</code> is not a unit. Case matters, and compound units are written like
        kg/m3.
      </span>
      {meant !== null && (
        <Button onClick={() => onTake(meant)}>
          <span>
            Did you mean <code className="font-mono">{meant}</code>?
          </span>
        </Button>
      )}
    </p>
  )
}

function Chain({ bridge }: { readonly bridge: UnitBridge }) {
  const { from, to, path = [] } = bridge
  return (
    <>
      <p className="mt-1 font-mono break-all">{exactConversion(bridge)}</p>
      <h3 className="mt-3 text-sm font-medium text-ink-soft">
        {path.length === 0
          ? 'Without a definition'
          : path.length === 1
            ? 'By one definition'
            : `By ${path.length} definitions`}
      </h3>
      <ol aria-label={`The path from ${from} to ${to}`} className="mt-1 flex flex-col items-start gap-1 font-mono">
        {[from, ...path, to].map((step, position) => (
          <li key={positionKey(position)} className="flex flex-col items-start gap-1">
            {position > 0 && <ArrowDown size={14} aria-hidden className="ml-3 text-ink-faint" />}
            <span
              className={
                position === 0 || position > path.length
                  ? 'rounded-full bg-accent-soft px-3 py-0.5 font-medium text-accent'
                  : 'rounded-md border border-line bg-canvas px-3 py-0.5 break-all'
              }
            >
              {step}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function Offer({
  pair,
  onAddConverter,
}: {
  readonly pair: UnitPair
  readonly onAddConverter: ((pair: UnitPair) => void) | null
}) {
  if (onAddConverter === null) return null
  return (
    <Button className="mt-2" onClick={() => onAddConverter(pair)}>
      Add a converter for this pair
    </Button>
  )
}

function BridgeStatement(props: {
  readonly Icon: typeof CircleCheck
  readonly tint: string
  readonly title: string
  readonly children: ReactNode
}) {
  const { Icon, tint, title, children } = props
  return (
    <div className="flex gap-2.5">
      <Icon size={18} aria-hidden className={`mt-0.5 shrink-0 ${tint}`} />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{title}</p>
        {children}
      </div>
    </div>
  )
}
