/**
 * One test case against the answers that it got.
 */
import { answerOf } from '../../api/answer-letters'
import type { RefusalText } from '../../api/refusal'
import type { CaseRun, TestCase } from './test-cases'

/** @param answers one letter an assertion, in the order of `assertions` */
export function judgeCase(
  { id, title, version, expected }: TestCase,
  assertions: readonly string[],
  answers: string,
): CaseRun {
  const places = new Map(assertions.map((assertion, place) => [assertion, place]))
  const gone: string[] = []
  const mismatches: CaseRun['mismatches'][number][] = []
  let judged = 0
  for (const [assertion, wanted] of Object.entries(expected)) {
    const place = places.get(assertion)
    const actual = place === undefined ? null : answerOf(answers[place] ?? '')
    if (actual === null) gone.push(assertion)
    else {
      judged++
      if (actual !== wanted) mismatches.push({ assertion, expected: wanted, actual })
    }
  }
  const status = mismatches.length === 0 && gone.length === 0 ? 'pass' : 'fail'
  return { id, title, version, status, answers, judged, mismatches, gone, problem: null }
}

export function refusedCase({ id, title, version }: TestCase, { code, message, details }: RefusalText): CaseRun {
  const problem = { code, message, failures: details.failures ?? [] }
  return { id, title, version, status: 'error', answers: null, judged: 0, mismatches: [], gone: [], problem }
}
