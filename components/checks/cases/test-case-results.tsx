import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { Tick } from '../../ui/controls'
import { OutcomeMark } from '../../ui/outcome-mark'
import type { CaseRun, TestRun } from './test-case-runs'

/** Lists the results of test cases, those that did not pass first. */
export function TestCaseResults({ run }: { readonly run: TestRun }) {
  const [failing, setFailing] = useState(false)
  const { counts } = run
  const shown = [...run.cases]
    .sort((a, b) => Number(a.status === 'pass') - Number(b.status === 'pass'))
    .filter(({ status }) => !failing || status !== 'pass')
  return (
    <section aria-label="Test cases" data-testid="test-case-results">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p role="status" className="mr-auto">
          <RunCounts counts={counts} />
        </p>
        {counts.pass > 0 && counts.fail + counts.error > 0 && (
          <Tick
            label="Only cases that did not pass"
            checked={failing}
            onChange={(event) => setFailing(event.target.checked)}
          />
        )}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {shown.map((each) => (
          <li key={each.id} data-status={each.status} className="flex gap-2 py-2">
            <span className="pt-0.5">
              <StatusIcon status={each.status} />
              <span className="sr-only">{statusWord(each.status)}:</span>
            </span>
            <div className="min-w-0 flex-1 space-y-1">
              <p className="font-medium break-words">{each.title}</p>
              <CaseDifferences run={each} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const STATUSES = {
  pass: { word: 'passed', Icon: CircleCheck, ink: 'text-true' },
  fail: { word: 'failed', Icon: CircleX, ink: 'text-false' },
  error: { word: 'cannot be run', Icon: CircleAlert, ink: 'text-warning' },
} as const

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

export function CaseDifferences({ run }: { readonly run: CaseRun }) {
  const { mismatches, gone, problem } = run
  if (run.status === 'pass') return null
  return (
    <ul className="space-y-1 text-sm">
      {mismatches.map(({ assertion, expected, actual }) => (
        <li key={assertion} className="flex flex-wrap items-center gap-1.5">
          <code className="break-all">{assertion}</code>
          <span className="text-ink-soft">is</span> <OutcomeMark outcome={actual} />
          <span className="text-ink-soft">but was expected to be</span> <OutcomeMark outcome={expected} />
        </li>
      ))}
      {gone.map((assertion) => (
        <li key={assertion}>
          <code className="break-all">{assertion}</code>{' '}
          <span className="text-ink-soft">is no longer an assertion of this ruleset</span>
        </li>
      ))}
      {problem !== null && (
        <li>
          {problem.message}
          <ul className="list-disc pl-5">
            {problem.failures.map(({ field, expected, received }) => (
              <li key={field}>
                <code>{field}</code>: expected {expected}, received {received}
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  )
}
