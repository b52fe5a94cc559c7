import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { server } from '../ui/server-calls'
import { type ExpectedAnswers, type TestCase, type TestRun, testCasesKey } from './test-case-calls'

/** The test cases of a name, their run on one revision, and what can be done with them. */
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
    mutationFn: async (file: File) => server.testCases.importText.mutate({ name, text: await file.text() }),
    onSuccess: again,
  })
  return { list, run, save, remove, bringIn }
}
