import { useState } from 'react'
import { Button } from '../../ui/controls'
import { Dialog, DialogActions } from '../../ui/dialog'
import { OutcomeMark } from '../../ui/outcome-mark'
import { TimeText } from '../../ui/time-text'
import { CaseDifferences, StatusIcon, statusWord } from './test-case-results'
import { acceptedAnswers, type CaseRun, type ExpectedAnswers, type TestCase } from './test-case-runs'

function expectedWords(count: number): string {
  if (count === 0) return 'No expected answers'
  return count === 1 ? '1 expected answer' : `${count} expected answers`
}

export function TestCaseRow(props: {
  readonly testCase: TestCase
  /** Undefined before the first run. */
  readonly run: CaseRun | undefined
  readonly assertions: readonly string[]
  readonly busy: boolean
  /** Null without permission. */
  readonly onSave: ((title: string, expected: ExpectedAnswers) => void) | null
  readonly onRemove: (() => void) | null
  readonly onOpen: () => void
}) {
  const { testCase, run, assertions, busy, onSave, onRemove, onOpen } = props
  const [removing, setRemoving] = useState(false)
  const expected = Object.entries(testCase.expected)
  const ran = run?.version === testCase.version ? run : undefined
  const acceptable = ran !== undefined && ran.answers !== null && ran.status === 'fail'
  return (
    <li data-case={testCase.title} data-status={ran?.status} className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="flex items-center gap-1.5 font-medium">
            {ran !== undefined && (
              <>
                <StatusIcon status={ran.status} />
                <span className="sr-only">{statusWord(ran.status)}:</span>
              </>
            )}
            <span className="min-w-0 break-words">{testCase.title}</span>
          </h2>
          <p className="text-sm text-ink-faint">
            {expectedWords(expected.length)} · changed <TimeText at={testCase.updatedAt} /> by {testCase.updatedBy}
          </p>
        </div>
        <div className="flex flex-wrap gap-1">
          {acceptable && onSave !== null && (
            <Button
              disabled={busy}
              onClick={() => onSave(testCase.title, acceptedAnswers(testCase.expected, ran, assertions))}
            >
              Accept these results
            </Button>
          )}
          <Button look="quiet" onClick={onOpen} aria-label={`Open ${testCase.title} in the form`}>
            Open
          </Button>
          {onRemove !== null && (
            <Button
              look="quiet"
              disabled={busy}
              onClick={() => setRemoving(true)}
              aria-label={`Remove ${testCase.title}`}
            >
              Remove…
            </Button>
          )}
        </div>
      </div>
      {ran !== undefined && ran.status !== 'pass' && (
        <div className="mt-2">
          <CaseDifferences run={ran} />
        </div>
      )}
      <details className="mt-1 text-sm">
        <summary className="cursor-pointer text-ink-soft hover:text-ink">Facts and expected results</summary>
        <pre className="mt-2 overflow-x-auto rounded-md bg-canvas p-3 font-mono text-xs whitespace-pre-wrap break-words">
          {testCase.claims}
        </pre>
        <ul className="mt-2 space-y-1">
          {expected.map(([assertion, answer]) => (
            <li key={assertion} className="flex items-center gap-2">
              <OutcomeMark outcome={answer} /> <code className="break-all">{assertion}</code>
            </li>
          ))}
        </ul>
      </details>
      <Dialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={`Remove “${testCase.title}”?`}
        description="This deletes the facts and their expected results."
        actions={
          <DialogActions
            onCancel={() => setRemoving(false)}
            onClick={() => {
              setRemoving(false)
              onRemove?.()
            }}
          >
            Remove the test case
          </DialogActions>
        }
      />
    </li>
  )
}
