import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { answerOf } from '../../../server/api/terms/ruleset-terms'
import type { AppRouter } from '../../../server/http/trpc/router'
import { quotedNames } from '../../ui/lists'
import { server } from '../../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['testCases']

export type TestCase = Outputs['list'][number]
export type TestRun = Outputs['runAll']
export type CaseRun = TestRun['cases'][number]
type TestCaseChange = inferRouterInputs<AppRouter>['testCases']['save']
export type ExpectedAnswers = TestCaseChange['expected']

/** A page that saves a case invalidates this key. */
export const testCasesKey = (name: string) => ['test cases', name] as const

/** Runs every test case on stored bytes. Several places of one page share the result. */
export function caseRunQuery(name: string, hash: string) {
  return {
    queryKey: ['test cases of bytes', name, hash],
    queryFn: () => server.testCases.runAll.mutate({ name, hash }),
    // Cases can change while the bytes stay the same.
    staleTime: 0,
    refetchOnWindowFocus: false,
  }
}

export function useTestCases(name: string, hash: string) {
  const queries = useQueryClient()
  const key = testCasesKey(name)
  const list = useQuery({ queryKey: key, queryFn: () => server.testCases.list.query({ name }) })
  const run = useMutation({ mutationFn: (): Promise<TestRun> => server.testCases.runAll.mutate({ name, hash }) })
  const again = async () => {
    await queries.invalidateQueries({ queryKey: key })
    if (run.data !== undefined) run.mutate()
  }
  const save = useMutation({
    mutationFn: (change: {
      readonly testCase: TestCase
      readonly title: string
      readonly expected: ExpectedAnswers
    }) => {
      const { testCase, title, expected } = change
      const { id, version, claims } = testCase
      return server.testCases.save.mutate({ name, id, version, title, claims, expected })
    },
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: ({ id, version }: TestCase) => server.testCases.remove.mutate({ name, id, version }),
    onSuccess: again,
  })
  const bringIn = useMutation({
    mutationFn: (text: string) => server.testCases.importText.mutate({ name, text }),
    onSuccess: again,
  })
  return { list, run, save, remove, bringIn }
}

/** Limits the titles in a sentence. */
const MAX_NAMED_TITLES = 5

/** Returns one sentence per finding: total, failures, cases that cannot be run, and cases that expect nothing. */
export function runInWords(name: string, { cases }: Pick<TestRun, 'cases'>): readonly string[] {
  const all = cases.length
  if (all === 0) return [`“${name}” has no test cases.`]
  const failed = cases.filter(({ status }) => status === 'fail')
  const broken = cases.filter(({ status }) => status === 'error')
  const spent = broken.filter(({ problem }) => problem !== null && problem.code !== 'VALIDATION_REJECTED')
  const misfits = broken.filter((each) => !spent.includes(each))
  const silent = cases.filter(({ status, judged }) => status === 'pass' && judged === 0).length
  const met = all - failed.length - broken.length - silent
  const sentences = [`“${name}” has ${all === 1 ? '1 test case' : `${all} test cases`}.`]
  if (failed.length > 0)
    sentences.push(
      `${failed.length} ${verbFor(failed.length, 'does', 'do')} not give the expected answers: ${titlesInWords(failed)}.`,
    )
  if (misfits.length > 0)
    sentences.push(
      `${misfits.length} cannot be run, because ${verbFor(misfits.length, 'its facts do', 'their facts do')} not fit this text: ${titlesInWords(misfits)}.`,
    )
  if (spent.length > 0) sentences.push(`${spent.length} cannot be run: ${titlesInWords(spent)}.`)
  if (met > 0) sentences.push(`${met} ${verbFor(met, 'gives', 'give')} the expected answers.`)
  if (silent > 0) sentences.push(`${silent} ${verbFor(silent, 'expects', 'expect')} no answers of this text.`)
  return sentences
}

export function hasFailing({ counts }: Pick<TestRun, 'counts'>): boolean {
  return counts.fail + counts.error > 0
}

function titlesInWords(cases: TestRun['cases']): string {
  const named = quotedNames(cases.slice(0, MAX_NAMED_TITLES).map(({ title }) => title))
  const more = cases.length - MAX_NAMED_TITLES
  return more > 0 ? `${named}, and ${more} more` : named
}

function verbFor(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

/** Returns the current answers of the assertions that the case named, or of all if it named no assertion. */
export function acceptedAnswers(
  expected: ExpectedAnswers,
  { answers }: Pick<CaseRun, 'answers'>,
  assertions: readonly string[],
): ExpectedAnswers {
  const all = assertions.flatMap((assertion, position) => {
    const answer = answerOf(answers?.[position] ?? '')
    return answer === null ? [] : [[assertion, answer] as const]
  })
  const named = all.filter(([assertion]) => Object.hasOwn(expected, assertion))
  return Object.fromEntries(Object.keys(expected).length === 0 ? all : named)
}
