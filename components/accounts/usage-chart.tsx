import type { NamespaceUse } from './settings-answers'

type Months = NamespaceUse['months']

const WIDTH = 12
const HEIGHT = 100
/** Of a bar's place, on both sides. */
const GAP = 0.16

/** A bar a month. What it shows is said in words too, and every number stands in the table beside it. */
export function UsageChart({ months }: { readonly months: Months }) {
  const most = Math.max(...months.map(({ checks }) => checks), 1)
  if (months.every(({ checks }) => checks === 0))
    return <p className="text-ink-soft">No check was made in the last {months.length} months.</p>
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <p aria-hidden className="mb-1 text-xs text-ink-faint tabular-nums">
        {most.toLocaleString('en-GB')} at most
      </p>
      <svg
        role="img"
        aria-label={chartWords(months)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-36 w-full"
      >
        {months.map(({ month, checks }, place) => {
          // What was used at all is seen, however little it is beside the most.
          const height = checks === 0 ? 0 : Math.max(1.5, (checks / most) * HEIGHT)
          return (
            <rect
              key={month}
              x={place * (WIDTH / months.length) + GAP}
              y={HEIGHT - height}
              width={WIDTH / months.length - 2 * GAP}
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

/** `November 2026` of `2026-11-01`. */
export function monthWords(month: string): string {
  return new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function chartWords(months: Months): string {
  const first = months[0]
  const last = months.at(-1)
  const busiest = months.reduce((most, each) => (each.checks > most.checks ? each : most))
  if (first === undefined || last === undefined) return 'No month is counted yet'
  const span = `Checks by month from ${monthWords(first.month)} to ${monthWords(last.month)}`
  if (busiest.checks === 0) return `${span}: none`
  return `${span}. Most in ${monthWords(busiest.month)}: ${busiest.checks}. This month: ${last.checks}`
}
