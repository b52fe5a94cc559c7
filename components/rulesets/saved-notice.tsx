import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { RunCounts } from '../checks/run-counts'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'
import { NoticeStrip } from './notice-strip'
import type { SavedText } from './use-save'

const TestCaseResults = dynamic(() => import('../checks/test-case-results').then((module) => module.TestCaseResults))

/** That the text was saved, and what its test cases say of it. */
export function SavedNotice({ saved, onDismiss }: { readonly saved: SavedText; readonly onDismiss: () => void }) {
  const { name, hash } = saved
  const [shown, setShown] = useState(false)
  const run = useQuery({
    queryKey: ['test-run', name, hash, saved.savedAt],
    queryFn: () => server.testCases.runAll.mutate({ name, hash }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const counts = run.data?.counts
  const wrong = counts !== undefined && counts.fail + counts.error > 0
  return (
    <NoticeStrip
      kind={wrong || run.isError ? 'warning' : 'done'}
      actions={
        <>
          {run.isError && (
            <Button look="quiet" onClick={() => void run.refetch()}>
              Run the test cases
            </Button>
          )}
          {run.data !== undefined && run.data.cases.length > 0 && (
            <Button look="quiet" onClick={() => setShown(true)}>
              Show the test cases
            </Button>
          )}
          <Button look="quiet" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <span>
          Saved as <code className="font-mono">{hash.slice(0, 10)}</code>.
        </span>
        {run.isPending && 'Running its test cases …'}
        {run.isError && `Its test cases were not run: ${refusalOf(run.error).message}`}
        {counts !== undefined && <RunCounts counts={counts} />}
      </span>
      {shown && run.data !== undefined && (
        <Dialog open onClose={() => setShown(false)} title={`Test cases of ${name}`} wide>
          <TestCaseResults run={run.data} />
        </Dialog>
      )}
    </NoticeStrip>
  )
}
