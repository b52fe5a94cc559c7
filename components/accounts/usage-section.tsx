'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { server } from '../ui/server-calls'
import { SkeletonLines } from '../ui/skeleton'
import { Cell, HeadCell, Table } from '../ui/table'
import { TimeText } from '../ui/time-text'
import { CREDENTIALS_KEY, type NamespaceUse } from './settings-answers'
import { monthWords, UsageChart } from './usage-chart'

/** How many checks the namespace made: this month against its allowance, and month by month. */
export function UsageSection() {
  const usage = useQuery({ queryKey: [...CREDENTIALS_KEY, 'usage'], queryFn: () => server.credentials.usage.query() })
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby="usage" className="mt-8">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="usage" className="flex-1 text-xl font-semibold">
          Checks by month
        </h2>
        {usage.data !== undefined && (
          <Button look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            As a table
          </Button>
        )}
      </div>
      {usage.isPending && <SkeletonLines lines={4} what="the usage" />}
      {usage.error !== null && <RefusalNotice refusal={refusalOf(usage.error)} onRetry={() => void usage.refetch()} />}
      {usage.data !== undefined && (
        <>
          <AccountNumbers account={usage.data.account} />
          {asTable ? <MonthsTable months={usage.data.months} /> : <UsageChart months={usage.data.months} />}
        </>
      )}
    </section>
  )
}

function AccountNumbers({
  account: { used, limit, remaining, resetsAt },
}: {
  readonly account: NamespaceUse['account']
}) {
  const numbers = [
    { title: 'Checks this month', value: used.toLocaleString('en-GB') },
    { title: 'Allowance', value: limit === null ? 'none set' : limit.toLocaleString('en-GB') },
    { title: 'Left', value: remaining === null ? 'no limit' : remaining.toLocaleString('en-GB') },
  ]
  return (
    <dl className="my-3 flex flex-wrap gap-x-8 gap-y-2">
      {numbers.map(({ title, value }) => (
        <div key={title}>
          <dt className="text-sm text-ink-soft">{title}</dt>
          <dd className="text-lg font-medium tabular-nums">{value}</dd>
        </div>
      ))}
      {resetsAt !== null && (
        <div>
          <dt className="text-sm text-ink-soft">Counted anew from</dt>
          <dd className="text-lg font-medium">
            <TimeText at={resetsAt} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function MonthsTable({ months }: { readonly months: NamespaceUse['months'] }) {
  return (
    <Table label="Checks by month">
      <thead>
        <tr>
          <HeadCell>Month (UTC)</HeadCell>
          <HeadCell className="text-right">Checks</HeadCell>
        </tr>
      </thead>
      <tbody>
        {[...months].reverse().map(({ month, checks }) => (
          <tr key={month}>
            <Cell>{monthWords(month)}</Cell>
            <Cell className="text-right tabular-nums">{checks.toLocaleString('en-GB')}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
