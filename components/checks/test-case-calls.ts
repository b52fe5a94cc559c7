/** The test cases of a ruleset as pages know them. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { server } from '../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['testCases']

export type TestCase = Outputs['list'][number]
export type TestRun = Outputs['runAll']
export type CaseRun = TestRun['cases'][number]
type TestCaseChange = inferRouterInputs<AppRouter>['testCases']['save']
export type ExpectedAnswers = TestCaseChange['expected']

/** Of the list that the pages keep: changed by whoever saves a case. */
export const testCasesKey = (name: string) => ['test cases', name] as const

/** Every test case of a name, run on stored bytes; the same on a page that asks for it in several places. */
export function caseRunQuery(name: string, hash: string) {
  return {
    queryKey: ['test cases of bytes', name, hash],
    queryFn: () => server.testCases.runAll.mutate({ name, hash }),
    // Cases change without the bytes.
    staleTime: 0,
    refetchOnWindowFocus: false,
  }
}
