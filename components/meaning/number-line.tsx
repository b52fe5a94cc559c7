import clsx from 'clsx'
import { positionKey } from '../ui/lists'
import './number-line.css'
import { type LineEnd, lineScale } from './line-scale'

export type BandOutcome = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'NO VALUE'

export interface Band {
  readonly from: LineEnd | null
  readonly to: LineEnd | null
  readonly outcome: BandOutcome
}

export interface BandRow {
  /** "Before" or "After", to the left of the bands. */
  readonly label: string
  readonly bands: readonly Band[]
}

const LOOKS: Readonly<Record<BandOutcome, string>> = {
  TRUE: 'band-true text-true',
  FALSE: 'band-false text-false',
  UNKNOWN: 'band-unknown text-unknown',
  'NO VALUE': 'band-none text-ink-soft',
}

/** Bands with colour, pattern and word. `sentence` and the surrounding text say the same. The line is not to scale. */
export function NumberLine(props: {
  readonly sentence: string
  readonly rows: readonly BandRow[]
  /** A marked number, such as the submitted one. */
  readonly mark?: { readonly value: string; readonly label: string } | null
}) {
  const { sentence, rows, mark = null } = props
  const ends = rows.flatMap(({ bands }) => bands.flatMap(({ from, to }) => [from, to]))
  const scale = lineScale([
    ...ends.flatMap((end) => (end === null ? [] : [end.value])),
    ...(mark === null ? [] : [mark.value]),
  ])
  return (
    <div role="img" aria-label={sentence} className="my-2 max-w-2xl text-xs">
      {rows.map(({ label, bands }) => (
        <div key={label} className="mb-1 flex items-center gap-2">
          <span className="w-14 shrink-0 text-right text-ink-soft">{label}</span>
          <div className="relative h-6 min-w-0 flex-1 overflow-hidden rounded-sm border border-line">
            {bands.map(({ from, to, outcome }, index) => (
              <BandBox
                key={positionKey(index)}
                outcome={outcome}
                left={scale.position(from?.value ?? null, 'from')}
                right={scale.position(to?.value ?? null, 'to')}
              />
            ))}
            {mark !== null && <span className="line-mark" style={{ left: `${scale.position(mark.value, 'from')}%` }} />}
          </div>
        </div>
      ))}
      <div className="flex gap-2">
        <span className="w-14 shrink-0 pt-1.5 text-right text-ink-soft">{scale.unit}</span>
        <ol className="line-axis relative h-9 min-w-0 flex-1">
          {scale.values.map((value) => (
            <li
              key={value}
              style={{ left: `${scale.position(value, 'from')}%` }}
              className="absolute top-0 -translate-x-1/2 text-center whitespace-nowrap text-ink-soft tabular-nums"
            >
              <span aria-hidden className="mx-auto block h-1.5 w-px bg-line-strong" />
              <span className="line-value block">
                {scale.unit === null ? value : value.slice(0, -scale.unit.length - 1)}
              </span>
              {mark?.value === value && <span className="block font-medium text-ink">{mark.label}</span>}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** A single number has no width, so its band is drawn narrow. */
function BandBox(props: { readonly outcome: BandOutcome; readonly left: number; readonly right: number }) {
  const { outcome, left, right } = props
  const isPoint = left === right
  return (
    <span
      style={isPoint ? { left: `calc(${left}% - 3px)`, width: '6px' } : { left: `${left}%`, width: `${right - left}%` }}
      className={clsx(
        'absolute inset-y-0 flex items-center justify-center overflow-hidden font-semibold',
        isPoint && 'z-10',
        LOOKS[outcome],
      )}
    >
      {!isPoint && <span className="z-30 truncate rounded-sm bg-surface/80 px-1">{outcome}</span>}
    </span>
  )
}
