import { expect, test } from 'vitest'
import { ownResults, waitingFor, withoutWaiting } from './shown-results'

const assertion = (name: string, reads: readonly string[]) => ({
  name,
  reads,
  title: name,
  policy: 'neutral' as const,
  line: 1,
  sentence: null,
  remarks: [],
  note: [],
  citations: [],
  definitions: [],
})
const description = {
  assertions: [assertion('flag', ['a']), assertion('few', ['a', 'n'])],
  labels: { a: 'The flag', n: 'The number' },
}
const answer = { check: 'TRUE' as const, reasonUnknown: null, counterexample: null, unbridged: [] }

test('an assertion waits if a value it reads is not acceptable, and the others have their results', () => {
  const waiting = waitingFor(description, ['n'])
  expect([...waiting]).toEqual([['few', 'The number']])
  const results = ownResults(description.assertions, [answer, answer] as never, [], { reports: [], quantities: [] })
  expect([...withoutWaiting(waiting, results).byAssertion.keys()]).toEqual(['flag'])
  expect(withoutWaiting(new Map(), results)).toBe(results)
})
