/**
 * Which test cases answer differently on two revisions.
 *
 * Promises: a case is listed where any assertion of both answers differently, where an assertion was added or removed, or
 * where one revision accepts the dictionary and the other does not.
 */
import { type Answer, answerOf } from '../../api/answer-letters'
import type { CaseRun, TestRun } from '../checks/test-cases'

export interface CaseChange {
  readonly id: string
  readonly title: string
  /** Why the dictionary is not accepted by the older revision; null where it is. */
  readonly fromProblem: string | null
  readonly toProblem: string | null
  /** Null where a revision has no such assertion, or does not accept the dictionary. */
  readonly answers: readonly { readonly assertion: string; readonly from: Answer | null; readonly to: Answer | null }[]
}

export interface CaseChanges {
  /** How many cases the name has. */
  readonly cases: number
  /** Those whose answers differ, in the order of their titles. */
  readonly changed: readonly CaseChange[]
}

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
  const answersByName = new Map<string, Answer>()
  assertions.forEach((assertion, index) => {
    const answer = answerOf(answers?.charAt(index) ?? '')
    if (answer !== null) answersByName.set(assertion, answer)
  })
  return answersByName
}
