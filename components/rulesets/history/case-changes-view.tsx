'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { rulesetPath } from '../../../server/api/page-paths'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'
import { Cell, Table } from '../../ui/table'
import type { CaseChanges, Pair } from './history-data'

/** Lists the test cases whose answers differ between two revisions. */
export function CaseChangesView({ name, from, to }: { readonly name: string } & Pair) {
  const { namespace } = useViewer()
  const run = useQuery({
    queryKey: ['case changes', namespace.id, name, from, to],
    queryFn: () => server.history.caseChanges.query({ name, from, to }),
    refetchOnWindowFocus: false,
  })
  if (run.isPending) return <SkeletonLines what="the test cases on both revisions" />
  if (run.isError) return <RefusalNotice refusal={refusalOf(run.error)} onRetry={() => void run.refetch()} />
  const { cases, changed } = run.data
  if (cases === 0)
    return (
      <EmptyState title="This ruleset has no test cases yet">
        <p>
          Save facts with the results you expect on the{' '}
          <Link href={`${rulesetPath(name, 'check')}?part=cases`} className="text-accent underline">
            check page
          </Link>
          . This page then shows which of them a change affects.
        </p>
      </EmptyState>
    )
  return (
    <>
      <p className="mb-3 font-medium">
        {changed.length === 0
          ? `${cases === 1 ? 'The only test case has' : `All ${cases} test cases have`} the same results on both revisions.`
          : `${changed.length} of ${cases} test cases ${changed.length === 1 ? 'has' : 'have'} different results.`}
      </p>
      {changed.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </>
  )
}

function Change({ change }: { readonly change: CaseChanges['changed'][number] }) {
  const { title, fromProblem, toProblem, answers } = change
  return (
    <section aria-label={title} className="mb-5">
      <h2 className="mb-1.5 font-semibold break-words">{title}</h2>
      {fromProblem !== null && <Refused word="Before" problem={fromProblem} />}
      {toProblem !== null && <Refused word="After" problem={toProblem} />}
      {answers.length > 0 && (
        <Table label={`Answers of ${title}`} columns={['Assertion', 'Before', 'After']}>
          {answers.map(({ assertion, from, to }) => (
            <tr key={assertion}>
              <Cell className="font-mono">{assertion}</Cell>
              <Cell>{from ?? 'no result'}</Cell>
              <Cell className="font-medium">{to ?? 'no result'}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function Refused({ word, problem }: { readonly word: string; readonly problem: string }) {
  return (
    <p className="mb-1.5 text-sm text-ink-soft">
      {word}: the facts were not accepted. {problem}
    </p>
  )
}
