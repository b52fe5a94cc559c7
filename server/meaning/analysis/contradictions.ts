/**
 * Assertions that cannot all be TRUE in one case: pairs first, then larger sets.
 *
 * Promises: of no reported set is it proved that a member can be left out; that none can is said where it was decided.
 * What remains once one assertion of each set is set aside can hold together, wherever that was decided.
 */
import { series } from '../../engine/explain/english/clause'
import { type Condition, conjunction } from '../condition'
import { minimalSet } from '../minimal-set'
import type { Finding } from './analysis-result'
import { groupsSharingInputs, shareInputs } from './components'
import type { Investigation, Steps } from './investigation'
import { everyCase } from './ranges-in-words'

/** Pairs of one group that are asked about; a ruleset of 60 assertions that all share claims has fewer. */
const MAX_PAIRS = 2_000

/**
 * @param sound assertions that can be TRUE by themselves
 * @returns assertions set aside, one of each set that cannot hold together
 */
export function* findContradictions(inquiry: Investigation, sound: readonly number[]): Steps<ReadonlySet<number>> {
  const aside = new Set<number>()
  for (const group of groupsSharingInputs(inquiry.ruleset, sound)) {
    if (group.length < 2 || inquiry.open.isSpent) continue
    const { status } = together(inquiry, group)
    yield null
    if (status === 'witness') continue
    yield* findPairs(inquiry, group, aside)
    if (status === 'proved' || status === 'not decided') yield* findSets(inquiry, group, aside)
  }
  return aside
}

function together(inquiry: Investigation, some: readonly number[]) {
  return inquiry.ask(
    inquiry.ruleset,
    allOf(inquiry, some),
    some,
    () => `whether ${listed(inquiry, some)} can hold together`,
  )
}

function allOf(inquiry: Investigation, some: readonly number[]): Condition {
  return conjunction(some.map((index) => inquiry.conditions[index]!))
}

function* findPairs(inquiry: Investigation, group: readonly number[], aside: Set<number>): Steps {
  let questions = 0
  for (const [position, second] of group.entries())
    for (const first of group.slice(0, position)) {
      if (inquiry.open.isSpent || questions >= MAX_PAIRS) return
      if (!shareInputs(inquiry.ruleset, first, second)) continue
      questions++
      const isContradiction = together(inquiry, [first, second]).status === 'proved'
      if (isContradiction) aside.add(second)
      yield isContradiction ? describe(inquiry, [first, second], true) : null
    }
}

/** Sets that hold none of those found before. */
function* findSets(inquiry: Investigation, group: readonly number[], aside: Set<number>): Steps {
  const { ruleset, open } = inquiry
  for (;;) {
    const rest = group.filter((index) => !aside.has(index))
    if (rest.length < 2 || open.isSpent || together(inquiry, rest).status !== 'proved') return
    let isDecided = true
    const set = minimalSet(rest, (some) => {
      const { status } = inquiry.quietly(ruleset, allOf(inquiry, some))
      if (status !== 'proved' && status !== 'witness') isDecided = false
      return status === 'proved'
    })
    aside.add(set.at(-1)!)
    yield describe(inquiry, set, isDecided)
  }
}

/** @param isMinimal whether it was decided that the others can hold without any one of a larger set */
function describe(inquiry: Investigation, set: readonly number[], isMinimal: boolean): Finding {
  const { ruleset } = inquiry
  const condition = allOf(inquiry, set)
  const answer = inquiry.quietly(ruleset, condition)
  const where = everyCase({ answer, space: ruleset, condition })
  const title = `The assertions ${series(inquiry.names(set), 'and')} cannot all be TRUE for one claim dictionary.`
  // Of two assertions it is a fact of its own.
  const proofs = set.length === 2 || answer.status !== 'proved' ? [] : [{ title, space: ruleset, condition, answer }]
  const names = listed(inquiry, set)
  const sentence =
    set.length === 2
      ? `${names} cannot both be TRUE: ${where} at least one of them is not TRUE. Correct one of them.`
      : `${names} cannot all be TRUE: ${where} at least one of them is not TRUE${isMinimal ? ', and without any one of them the others can hold' : ''}. Correct one of them.`
  const at = ruleset.assertions[set.at(-1)!]!.expression
  return inquiry.finding('cannot_hold_together', 'warning', sentence, { assertions: set, at, proofs })
}

function listed(inquiry: Investigation, some: readonly number[]): string {
  return series(
    some.map((index) => inquiry.called(index)),
    'and',
  )
}
