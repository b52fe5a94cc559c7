/**
 * Which test cases answer differently on two revisions.
 *
 * Promises: a case is told where any assertion of both answers differently, where an assertion came or went, or where one
 * revision accepts the dictionary and the other does not.
 */
import { type Answer, answerOf } from '../../api/answer-letters'
import type { CaseRun, TestRun } from '../checks/test-cases'
import type { CaseChange, CaseChanges } from './history'

export function caseChanges(from: TestRun, to: TestRun): CaseChanges {
  const older = new Map(from.cases.map((run) => [run.id, run]))
  const names = [...new Set([...to.assertions, ...from.assertions])]
  const changed = to.cases.flatMap((newer): CaseChange[] => {
    const before = older.get(newer.id)
    // A case that was added between the two runs.
    if (before === undefined) return []
    const [was, is] = [answersOf(before, from.assertions), answersOf(newer, to.assertions)]
    const answers = names.flatMap((assertion) => {
      const answer = { assertion, from: was.get(assertion) ?? null, to: is.get(assertion) ?? null }
      return answer.from === answer.to ? [] : [answer]
    })
    const [fromProblem, toProblem] = [before.problem?.message ?? null, newer.problem?.message ?? null]
    if (answers.length === 0 && (fromProblem === null) === (toProblem === null)) return []
    return [{ id: newer.id, title: newer.title, fromProblem, toProblem, answers }]
  })
  return { cases: to.cases.length, changed }
}

function answersOf({ answers }: CaseRun, assertions: readonly string[]): ReadonlyMap<string, Answer> {
  const told = new Map<string, Answer>()
  assertions.forEach((assertion, place) => {
    const answer = answerOf(answers?.charAt(place) ?? '')
    if (answer !== null) told.set(assertion, answer)
  })
  return told
}
