import { joinSeries } from '../../engine/explain/english/clause'
import { type Condition, conjunction } from '../condition'
import { minimalSet } from '../index-set'
import type { Finding } from './analysis-result'
import { groupsSharingInputs, type Investigation, type Steps, shareInputs } from './investigation'
import { everyCase } from './ranges-in-words'

/** Per group. */
const MAX_PAIRS = 2_000
const MAX_SETS = 400

/**
 * A sentence calls a set minimal only if that was decided. If a limit ends the search, `open` says so.
 * @param sound assertions that can be TRUE by themselves
 * @returns one assertion of each set; without them, the others can hold together as far as was decided
 */
export function* findContradictions(inquiry: Investigation, sound: readonly number[]): Steps<ReadonlySet<number>> {
  const aside = new Set<number>()
  for (const group of groupsSharingInputs(inquiry.ruleset, sound)) {
    if (group.length < 2 || inquiry.open.isSpent) continue
    const { status } = askTogether(inquiry, group)
    yield null
    if (status === 'witness') continue
    const sets = [...(yield* findPairs(inquiry, group))]
    if (status === 'proved' || status === 'not decided') yield* findSets(inquiry, group, sets)
    for (const set of sets) if (set.every((index) => !aside.has(index))) aside.add(set.at(-1)!)
  }
  return aside
}

function askTogether(inquiry: Investigation, some: readonly number[]) {
  return inquiry.ask(
    inquiry.ruleset,
    allOf(inquiry, some),
    some,
    () => `whether ${namesInWords(inquiry, some)} can hold together`,
  )
}

function allOf(inquiry: Investigation, some: readonly number[]): Condition {
  return conjunction(some.map((index) => inquiry.conditions[index]!))
}

function* findPairs(inquiry: Investigation, group: readonly number[]): Steps<readonly (readonly number[])[]> {
  const pairs: (readonly number[])[] = []
  let questions = 0
  for (const [position, second] of group.entries())
    for (const first of group.slice(0, position)) {
      if (inquiry.open.isSpent) return pairs
      if (!shareInputs(inquiry.ruleset, first, second)) continue
      if (questions++ >= MAX_PAIRS) {
        inquiry.leaveOpen(
          group,
          `whether more pairs of assertions than the ${pairs.length} reported cannot hold together`,
        )
        return pairs
      }
      const isContradiction = askTogether(inquiry, [first, second]).status === 'proved'
      if (isContradiction) pairs.push([first, second])
      yield isContradiction ? describeContradiction(inquiry, [first, second], true) : null
    }
  return pairs
}

/**
 * Finds every minimal set by Reiter's tree: any other set lacks a member of each known one.
 * @param known gains the sets that are found
 */
function* findSets(inquiry: Investigation, group: readonly number[], known: (readonly number[])[]): Steps {
  const { ruleset } = inquiry
  const isIn = (some: readonly number[]) => (other: readonly number[]) => some.every((index) => other.includes(index))
  const holding: (readonly number[])[] = []
  const seen = new Set<string>()
  const waiting: (readonly number[])[] = [group]
  let questions = 0
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    if (some.length < 2 || seen.has(some.join()) || holding.some(isIn(some))) continue
    seen.add(some.join())
    let set = known.find((each) => isIn(each)(some!))
    if (set === undefined) {
      if (inquiry.open.isSpent) return
      if (questions++ >= MAX_SETS) {
        const more = known.length === 1 ? 'the one' : `the ${known.length}`
        return inquiry.leaveOpen(group, `whether more sets of assertions than ${more} reported cannot hold together`)
      }
      const answer = askTogether(inquiry, some)
      if (answer.status !== 'proved') {
        const { witness } = answer.status === 'witness' ? answer : { witness: null }
        holding.push(witness === null ? some : group.filter((index) => inquiry.holdsAt(index, witness.values)))
        yield null
        continue
      }
      let isDecided = true
      set = minimalSet(some, (others) => {
        const { status } = inquiry.quietly(ruleset, allOf(inquiry, others))
        if (status !== 'proved' && status !== 'witness') isDecided = false
        return status === 'proved'
      })
      known.push(set)
      yield describeContradiction(inquiry, set, isDecided)
    }
    for (const member of set) waiting.push(some.filter((index) => index !== member))
  }
}

/** @param isMinimal whether that was decided */
function describeContradiction(inquiry: Investigation, set: readonly number[], isMinimal: boolean): Finding {
  const { ruleset } = inquiry
  const condition = allOf(inquiry, set)
  const answer = inquiry.quietly(ruleset, condition)
  const where = everyCase({ answer, space: ruleset, condition })
  const title = `The assertions ${joinSeries(inquiry.names(set), 'and')} cannot all be TRUE for one claim dictionary.`
  // A pair is its own fact.
  const proofs = set.length === 2 || answer.status !== 'proved' ? [] : [{ title, space: ruleset, condition, answer }]
  const names = namesInWords(inquiry, set)
  const sentence =
    set.length === 2
      ? `${names} cannot both be TRUE: ${where} at least one of them is not TRUE. Correct one of them.`
      : `${names} cannot all be TRUE: ${where} at least one of them is not TRUE${isMinimal ? ', and without any one of them the others can hold' : ''}. Correct one of them.`
  const at = ruleset.assertions[set.at(-1)!]!.expression
  return inquiry.finding('cannot_hold_together', 'warning', sentence, { assertions: set, at, proofs })
}

function namesInWords(inquiry: Investigation, some: readonly number[]): string {
  return joinSeries(
    some.map((index) => inquiry.called(index)),
    'and',
  )
}
