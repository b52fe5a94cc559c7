/**
 * Compares the answers to one file under two revisions. Assertions are paired by name. Rows that only one revision
 * refuses are counted separately.
 */
import type { Answer } from '../../../server/api/terms/ruleset-terms'
import { type BatchAnswers, DECIDED, REFUSED } from './batch-answers'

export interface AnswerChange {
  readonly name: string
  readonly from: Answer
  readonly to: Answer
  readonly rows: Uint32Array
}

export interface BatchComparison {
  readonly changes: readonly AnswerChange[]
  readonly differing: Uint32Array
  /** Rows that both revisions have processed. */
  readonly compared: number
  readonly newlyRefused: Uint32Array
  readonly newlyAccepted: Uint32Array
  /** Assertions that only one revision has. */
  readonly unpaired: readonly string[]
  /** Earlier answer to an assertion of the later revision. */
  before(row: number, assertion: number): Answer | null
}

export function compareBatches(before: BatchAnswers, after: BatchAnswers): BatchComparison {
  const places = after.assertions.map((name) => before.assertions.indexOf(name))
  const changed = new Map<string, { readonly change: Omit<AnswerChange, 'rows'>; readonly rows: number[] }>()
  const [differing, newlyRefused, newlyAccepted]: [number[], number[], number[]] = [[], [], []]
  let compared = 0
  for (let row = 0; row < after.rows; row++) {
    const [was, is] = [before.stateOf(row), after.stateOf(row)]
    if (![was, is].every((state) => state === DECIDED || state === REFUSED)) continue
    compared++
    if (was !== is) (is === REFUSED ? newlyRefused : newlyAccepted).push(row)
    let isDifferent = was !== is
    if (was === DECIDED && is === DECIDED)
      places.forEach((place, assertion) => {
        const [from, to] = [before.answer(row, place), after.answer(row, assertion)]
        if (place < 0 || from === null || to === null || from === to) return
        isDifferent = true
        const key = `${assertion} ${from} ${to}`
        const known = changed.get(key)
        if (known === undefined)
          changed.set(key, { change: { name: after.assertions[assertion]!, from, to }, rows: [row] })
        else known.rows.push(row)
      })
    if (isDifferent) differing.push(row)
  }
  return {
    changes: [...changed.values()]
      .map(({ change, rows }) => ({ ...change, rows: Uint32Array.from(rows) }))
      .sort(
        (a, b) => after.assertions.indexOf(a.name) - after.assertions.indexOf(b.name) || b.rows.length - a.rows.length,
      ),
    ...{ differing: Uint32Array.from(differing), compared },
    newlyRefused: Uint32Array.from(newlyRefused),
    newlyAccepted: Uint32Array.from(newlyAccepted),
    unpaired: [
      ...before.assertions.filter((name) => !after.assertions.includes(name)),
      ...after.assertions.filter((name) => !before.assertions.includes(name)),
    ],
    before: (row, assertion) => (places[assertion]! < 0 ? null : before.answer(row, places[assertion]!)),
  }
}
