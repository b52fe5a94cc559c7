import { useState } from 'react'
import { Tick } from '../ui/field'
import { CaseDifferences } from './case-differences'
import { RunCounts, StatusIcon, statusWord } from './run-counts'
import type { TestRun } from './test-case-calls'

/** The pass / fail list of a run, as it is shown after a save; those that did not pass come first. */
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
            label="Only those that did not pass"
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
