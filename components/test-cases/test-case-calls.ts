/** The test cases of a ruleset as pages know them. */
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/doors/trpc/router'

type Outputs = inferRouterOutputs<AppRouter>['testCases']

export type TestCase = Outputs['list'][number]
export type TestRun = Outputs['runAll']
export type CaseRun = TestRun['cases'][number]
export type TestCaseChange = inferRouterInputs<AppRouter>['testCases']['save']
export type ExpectedAnswers = TestCaseChange['expected']

/** Of the list that the pages keep: changed by whoever saves a case. */
export const testCasesKey = (name: string) => ['test cases', name] as const
