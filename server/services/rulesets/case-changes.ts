import { type Answer, answerOf } from '../../api/terms/ruleset-terms'
import type { CaseRun, TestRun } from '../library/test-cases'

export interface CaseChange {
  readonly id: string
  readonly title: string
  /** Why the older revision does not accept the dictionary. */
  readonly fromProblem: string | null
  readonly toProblem: string | null
  /** Null without such an assertion, or if the dictionary is not accepted. */
  readonly answers: readonly { readonly assertion: string; readonly from: Answer | null; readonly to: Answer | null }[]
}

export interface CaseChanges {
  readonly cases: number
  /** Cases with different answers or acceptance, by title. */
  readonly changed: readonly CaseChange[]
}

export function findCaseChanges(from: TestRun, to: TestRun): CaseChanges {
  const older = new Map(from.cases.map((run) => [run.id, run]))
  const names = [...new Set([...to.assertions, ...from.assertions])]
  const changed = to.cases.flatMap((newer): CaseChange[] => {
    const before = older.get(newer.id)
    // The case was added between the two runs.
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
