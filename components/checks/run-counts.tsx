import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import type { CaseRun, TestRun } from './test-case-calls'

const STATUSES = {
  pass: { word: 'passed', Icon: CircleCheck, ink: 'text-true' },
  fail: { word: 'failed', Icon: CircleX, ink: 'text-false' },
  error: { word: 'cannot be run', Icon: CircleAlert, ink: 'text-warning' },
} as const

/** How many test cases passed, failed, and could not be run. */
export function RunCounts({ counts }: { readonly counts: TestRun['counts'] }) {
  const all = counts.pass + counts.fail + counts.error
  if (all === 0) return <span className="text-ink-soft">No test cases.</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      {(['fail', 'error', 'pass'] as const).map((status) =>
        counts[status] === 0 ? null : (
          <span key={status} className="inline-flex items-center gap-1">
            <StatusIcon status={status} />
            <span>
              <span className="font-medium tabular-nums">{counts[status]}</span> {STATUSES[status].word}
            </span>
          </span>
        ),
      )}
    </span>
  )
}

export function StatusIcon({ status }: { readonly status: CaseRun['status'] }) {
  const { Icon, ink } = STATUSES[status]
  return <Icon size={15} aria-hidden className={`shrink-0 ${ink}`} />
}

export function statusWord(status: CaseRun['status']): string {
  return STATUSES[status].word
}
