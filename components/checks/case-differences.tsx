import { OutcomeMark } from './outcome-mark'
import type { CaseRun } from './test-case-calls'

/** Why a test case did not pass, assertion by assertion. */
export function CaseDifferences({ run }: { readonly run: CaseRun }) {
  const { mismatches, gone, problem } = run
  if (run.status === 'pass') return null
  return (
    <ul className="space-y-1 text-sm">
      {mismatches.map(({ assertion, expected, actual }) => (
        <li key={assertion} className="flex flex-wrap items-center gap-1.5">
          <code className="break-all">{assertion}</code>
          <span className="text-ink-soft">is</span> <OutcomeMark outcome={actual} />
          <span className="text-ink-soft">and was expected to be</span> <OutcomeMark outcome={expected} />
        </li>
      ))}
      {gone.map((assertion) => (
        <li key={assertion}>
          <code className="break-all">{assertion}</code>{' '}
          <span className="text-ink-soft">is no assertion of this ruleset any more</span>
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
