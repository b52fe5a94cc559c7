'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { Notice, RefusalNotice } from '../ui/notice'
import { PageHeader, SkeletonLines } from '../ui/page-frame'
import { useMay } from '../ui/shell/viewer'
import { BridgePanel } from './bridge-panel'
import { ConvertersSection } from './converters-section'
import { type ConverterAdded, readUnits, refusalIn, UNITS_KEY, type UnitPair } from './read-units'

// Loaded once the page is usable.
const StandardsTable = dynamic(() => import('./standards-table').then((module) => module.StandardsTable), {
  loading: () => <SkeletonLines what="the standards" lines={8} />,
})
const ConverterDialog = dynamic(() => import('./converter-dialog').then((module) => module.ConverterDialog), {
  loading: () => null,
})

const NO_PAIR: UnitPair = { from: '', to: '' }

export function UnitsPage({ question: first }: { readonly question: UnitPair }) {
  const units = useQuery({ queryKey: UNITS_KEY, queryFn: readUnits })
  const mayAdd = useMay('convert')
  const [question, setQuestion] = useState(first)
  const [adding, setAdding] = useState<UnitPair | null>(null)
  const [added, setAdded] = useState<ConverterAdded | null>(null)
  const ask = (pair: UnitPair) => {
    setQuestion(pair)
    window.history.replaceState(null, '', `?${new URLSearchParams({ ...pair })}`)
  }
  // A link with two units opens with the answer, otherwise the page starts with the search.
  const [isAsked] = useState(first.from !== '' || first.to !== '')
  const bridge = <BridgePanel question={question} onAsk={ask} onAddConverter={mayAdd ? setAdding : null} />
  return (
    <>
      <PageHeader title="Units">
        <p>
          Values are converted exactly, by the definitions on this page, or not at all. A ruleset may also count in any
          other word, such as seats or pallets: see <Link href="/docs/language#units-of-your-own">your own units</Link>.
        </p>
      </PageHeader>
      <div className="flex flex-col gap-8">
        {isAsked && bridge}
        {added !== null && <AddedNotice added={added} />}
        {units.isPending && <SkeletonLines what="the units" />}
        {units.error !== null && (
          <RefusalNotice refusal={refusalIn(units.error)} onRetry={() => void units.refetch()} />
        )}
        {units.data !== undefined && (
          <>
            <StandardsTable versions={new Map(units.data.standards.map(({ name, version }) => [name, version]))} />
            {!isAsked && bridge}
            <ConvertersSection units={units.data} onAdd={mayAdd ? () => setAdding(NO_PAIR) : null} />
          </>
        )}
      </div>
      {adding !== null && (
        <ConverterDialog
          pair={adding}
          onClose={() => setAdding(null)}
          onAdded={(answer) => {
            setAdded(answer)
            setAdding(null)
          }}
        />
      )}
    </>
  )
}

function AddedNotice({ added: { converter, affected } }: { readonly added: ConverterAdded }) {
  return (
    <Notice kind="done" title={`Values in ${converter.from_unit} now convert to ${converter.to_unit}`}>
      <p>
        {affected.length === 0
          ? 'The results of named rulesets do not change.'
          : `The results of these rulesets may change: ${affected.join(', ')}.`}
      </p>
    </Notice>
  )
}
