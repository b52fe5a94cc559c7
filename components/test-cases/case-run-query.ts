import { server } from '../calls/server-calls'

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
