import './number-line.css'
import clsx from 'clsx'
import { type Coverage, coverageParts, coverageWords } from './measured-cases'

const LOOKS = {
  noticed: 'band-true',
  missed: 'band-false',
  undecided: 'band-unknown',
} as const

/** Shows how much of each assertion the test cases notice. */
export function CoverageBars({ scores }: { readonly scores: Coverage['by_assertion'] }) {
  return (
    <ul
      aria-label="Coverage by assertion"
      data-testid="coverage-bars"
      className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_max-content]"
    >
      {scores.map((score) => (
        <li key={score.assertion} className="contents">
          <span className="truncate font-mono text-xs leading-5" title={score.assertion}>
            {score.assertion}
          </span>
          <Bar score={score} />
          <span className="-mt-1.5 mb-1 text-ink-soft tabular-nums sm:m-0">{coverageWords(score)}</span>
        </li>
      ))}
    </ul>
  )
}

/** The words next to it say the same. */
function Bar({ score }: { readonly score: Coverage['by_assertion'][number] }) {
  return (
    <span aria-hidden className="flex h-4 overflow-hidden rounded-sm border border-line bg-canvas sm:mt-0.5">
      {coverageParts(score).map(({ kind, share }) => (
        <span key={kind} className={clsx('h-full', LOOKS[kind])} style={{ width: `${share}%` }} />
      ))}
    </span>
  )
}
