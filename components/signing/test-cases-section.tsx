import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { rulesetPath } from '../../server/api/page-paths'
import { caseRunQuery, hasFailing, runInWords, type TestRun, testCasesKey } from '../checks/cases/test-case-runs'
import { CoverageBars } from '../meaning/coverage-bars'
import { measureCases, scoreSentence } from '../meaning/measured-cases'
import { Notice, RefusalNotice } from '../ui/notice'
import { refusalOf, server } from '../ui/server-calls'
import type { Sheet, SheetMeaning } from './sheet'

type Cases = NonNullable<SheetMeaning['cases']>

/**
 * Counts the test cases of this text's names, and lists those that fail.
 * @param cases as judged by the server, with those of earlier revisions; null before
 */
export function TestCasesSection({ sheet, cases }: { readonly sheet: Sheet; readonly cases: Cases | null }) {
  const names = [...new Set([...namesOf(sheet), ...(cases?.failing ?? []).map(({ name }) => name)])]
  return (
    <section id="test-cases" aria-labelledby="test-cases-title" className="scroll-mt-16" data-testid="test-cases">
      <h2 id="test-cases-title" className="mb-3 text-xl font-semibold">
        Test cases
      </h2>
      {sheet.review === null ? (
        <p className="text-ink-soft">This text does not compile, so no test case can be run on it.</p>
      ) : names.length === 0 ? (
        <p className="text-ink-soft">
          Test cases belong to a name, and this text was never saved under one.
          {cases !== null && cases.counts.pass > 0 && ` ${passingWords(cases.counts.pass)}`}
        </p>
      ) : (
        <ul className="flex flex-col gap-3">
          {names.map((name) => (
            <li key={name}>
              <CasesOf name={name} hash={sheet.rulesetHash} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function CasesOf({ name, hash }: { readonly name: string; readonly hash: string }) {
  const run = useQuery(caseRunQuery(name, hash))
  if (run.isError) return <RefusalNotice refusal={refusalOf(run.error)} onRetry={() => void run.refetch()} />
  if (run.data === undefined) return <p className="text-ink-soft">Running the test cases of “{name}”…</p>
  const words = runInWords(name, run.data).join(' ')
  const link = (
    <Link href={`${rulesetPath(name, 'check')}?part=cases&hash=${hash}`} className="text-accent underline">
      {run.data.cases.length === 0 ? 'Add a test case' : 'Show the test cases'}
    </Link>
  )
  return (
    <>
      {hasFailing(run.data) ? (
        <Notice kind="warning" title="Test cases fail on this text">
          <p>
            {words} {link}
          </p>
        </Notice>
      ) : (
        <p>
          {words} {link}
        </p>
      )}
      <ScoreOf name={name} hash={hash} run={run.data} />
    </>
  )
}

/** Measures how many single-place changes of the text the fitting cases notice. */
function ScoreOf({ name, hash, run }: { readonly name: string; readonly hash: string; readonly run: TestRun }) {
  const list = useQuery({ queryKey: testCasesKey(name), queryFn: () => server.testCases.list.query({ name }) })
  const fitting = new Set(run.cases.flatMap(({ id, status }) => (status === 'error' ? [] : [id])))
  const cases = (list.data ?? []).filter(({ id }) => fitting.has(id))
  const measured = useQuery({
    queryKey: ['coverage', hash, cases.map(({ id, version }) => `${id} ${version}`)],
    queryFn: () => measureCases(hash, cases),
    enabled: cases.length > 0,
    refetchOnWindowFocus: false,
  })
  if (cases.length === 0) return null
  if (measured.isError)
    return <RefusalNotice refusal={refusalOf(measured.error)} onRetry={() => void measured.refetch()} />
  if (measured.data === undefined) return <p className="mt-1 text-ink-soft">Measuring coverage…</p>
  if (!measured.data.ok)
    return <RefusalNotice refusal={measured.data.refusal} onRetry={() => void measured.refetch()} />
  const { score, by_assertion: scores } = measured.data.coverage
  return (
    <>
      <p className="mt-1 mb-2 text-ink-soft">
        {scoreSentence(score, cases.length)} A change that no test case notices could be made by mistake and go unseen.
      </p>
      <CoverageBars scores={scores} />
    </>
  )
}

function passingWords(count: number): string {
  const all = count === 1 ? 'The only test case' : `All ${count} test cases`
  return `${all} of the revisions it comes from or is compared with ${count === 1 ? 'passes' : 'pass'} on it.`
}

/** Warns above the signature that test cases fail, in case the section above was skipped. */
export function FailingCasesNotice({ cases }: { readonly cases: Cases | null }) {
  const failing = cases === null ? 0 : cases.counts.fail + cases.counts.error
  if (cases === null || failing === 0) return null
  return (
    <Notice
      kind="warning"
      title={failing === 1 ? 'A test case fails on this text' : `${failing} test cases fail on this text`}
    >
      <p>
        <a href="#test-cases" className="text-accent underline">
          See which
        </a>{' '}
        before you sign.{cases.preventApproval && ' In this namespace, failing test cases prevent approval.'}
      </p>
    </Notice>
  )
}

/** Returns the names on the page and the current names. */
function namesOf({ heading, names }: Sheet): readonly string[] {
  return [...new Set([...heading.names, ...names])]
}
