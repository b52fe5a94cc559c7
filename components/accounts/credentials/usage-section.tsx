'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { Cell, Table } from '../../ui/table'
import { TimeText } from '../../ui/time-text'
import { CREDENTIALS_KEY, type NamespaceUse } from '../settings-answers'

/** Number of checks this month against the allowance, and by month. */
export function UsageSection() {
  const usage = useQuery({ queryKey: [...CREDENTIALS_KEY, 'usage'], queryFn: () => server.credentials.usage.query() })
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-labelledby="usage" className="mt-8">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="usage" className="flex-1 text-xl font-semibold">
          Checks per month
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
    { title: 'Allowance', value: limit === null ? 'not set' : limit.toLocaleString('en-GB') },
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
          <dt className="text-sm text-ink-soft">Resets on</dt>
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
    <Table label="Checks per month" columns={['Month (UTC)', { title: 'Checks', isNumber: true }]}>
      {[...months].reverse().map(({ month, checks }) => (
        <tr key={month}>
          <Cell>{monthWords(month)}</Cell>
          <Cell className="text-right tabular-nums">{checks.toLocaleString('en-GB')}</Cell>
        </tr>
      ))}
    </Table>
  )
}

type Months = NamespaceUse['months']

const WIDTH = 12
const HEIGHT = 100
/** Free share of a bar's slot, on each side. */
const BAR_GAP_SHARE = 0.16

/** One bar per month. A text alternative describes it, and the table has every number. */
function UsageChart({ months }: { readonly months: Months }) {
  const maxChecks = Math.max(...months.map(({ checks }) => checks), 1)
  if (months.every(({ checks }) => checks === 0))
    return <p className="text-ink-soft">No checks in the last {months.length} months.</p>
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <p aria-hidden className="mb-1 text-xs text-ink-faint tabular-nums">
        Maximum {maxChecks.toLocaleString('en-GB')}
      </p>
      <svg
        role="img"
        aria-label={chartWords(months)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-36 w-full"
      >
        {months.map(({ month, checks }, index) => {
          // A month with any check has a visible bar.
          const height = checks === 0 ? 0 : Math.max(1.5, (checks / maxChecks) * HEIGHT)
          return (
            <rect
              key={month}
              x={index * (WIDTH / months.length) + BAR_GAP_SHARE}
              y={HEIGHT - height}
              width={WIDTH / months.length - 2 * BAR_GAP_SHARE}
              height={height}
              fill="var(--accent)"
            >
              <title>{`${monthWords(month)}: ${checks.toLocaleString('en-GB')}`}</title>
            </rect>
          )
        })}
      </svg>
      <ol aria-hidden className="mt-1 flex border-t border-line pt-1 text-center text-xs text-ink-faint">
        {months.map(({ month }) => (
          <li key={month} className="min-w-0 flex-1">
            {monthWords(month).slice(0, 3)}
          </li>
        ))}
      </ol>
    </figure>
  )
}

/** `November 2026` for `2026-11-01`. */
function monthWords(month: string): string {
  return new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function chartWords(months: Months): string {
  const first = months[0]
  const last = months.at(-1)
  const busiest = months.reduce((soFar, each) => (each.checks > soFar.checks ? each : soFar))
  if (first === undefined || last === undefined) return 'No months yet'
  const span = `Checks per month from ${monthWords(first.month)} to ${monthWords(last.month)}`
  if (busiest.checks === 0) return `${span}: no checks`
  return `${span}. Most in ${monthWords(busiest.month)}: ${busiest.checks}. This month: ${last.checks}`
}
