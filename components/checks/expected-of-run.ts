/** What a run found, as the answers that are expected from now on. */
import { answerOf } from '../../server/api/answer-letters'
import type { CaseRun, ExpectedAnswers } from './test-case-calls'

/**
 * The assertions that the case named before, with the answers they have now; those that are gone are no longer expected.
 * A case that named none names all of them now.
 */
export function acceptedAnswers(
  expected: ExpectedAnswers,
  { answers }: Pick<CaseRun, 'answers'>,
  assertions: readonly string[],
): ExpectedAnswers {
  const all = assertions.flatMap((assertion, place) => {
    const answer = answerOf(answers?.[place] ?? '')
    return answer === null ? [] : [[assertion, answer] as const]
  })
  const named = all.filter(([assertion]) => Object.hasOwn(expected, assertion))
  return Object.fromEntries(Object.keys(expected).length === 0 ? all : named)
}
