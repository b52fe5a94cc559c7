import type { CheckedAssertion, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { AskTools } from '../find-witness'
import { areEqual } from '../questions'
import type { JoinedRulesets } from './joined-rulesets'
import { placesByName } from './joined-rulesets'
import type { SameExpressions } from './same-expression'
import type { StructureIds } from './structure-ids'

export interface StatedPair {
  readonly before: string
  readonly after: string
}

export interface PairedAssertions {
  /** By index of the later ruleset: the index in the earlier one, or -1. */
  readonly partners: readonly number[]
  /** By index of the later ruleset. */
  readonly notByName: ReadonlyMap<number, 'meaning' | 'author'>
  /** By index of the earlier ruleset. */
  readonly removed: readonly number[]
}

/** Limits the search for renamed assertions with changed text. */
const MAX_QUESTIONS = 200

export interface PairingContext {
  readonly before: CheckedRuleset
  readonly after: CheckedRuleset
  readonly same: SameExpressions
  readonly ids: StructureIds
  readonly joined: () => JoinedRulesets
  readonly tools: AskTools
}

export function pairAssertions(context: PairingContext, stated: readonly StatedPair[]): PairedAssertions {
  const { before, after } = context
  const byName = placesByName(after.assertions, before.assertions)
  const notByName = new Map<number, 'meaning' | 'author'>()
  // The usual case; thousands of pairs share one list.
  if (before.assertions.length === after.assertions.length && !byName.includes(-1))
    return { partners: byName, notByName, removed: [] }
  const partners = [...byName]
  const earlier = new Set(before.assertions.keys())
  for (const partner of partners) earlier.delete(partner)
  const later = new Set([...after.assertions.keys()].filter((index) => partners[index] === -1))
  const pair = (one: number, other: number, by: 'meaning' | 'author') => {
    partners[other] = one
    notByName.set(other, by)
    earlier.delete(one)
    later.delete(other)
  }
  if (earlier.size > 0 && later.size > 0) pairByMeaning(context, earlier, later, pair)
  for (const { before: was, after: now } of stated) {
    const one = [...earlier].find((index) => before.assertions[index]!.name === was)
    const other = [...later].find((index) => after.assertions[index]!.name === now)
    if (one !== undefined && other !== undefined) pair(one, other, 'author')
  }
  return { partners, notByName, removed: [...earlier] }
}

function pairByMeaning(
  { before, after, same, ids, joined, tools }: PairingContext,
  earlier: ReadonlySet<number>,
  later: ReadonlySet<number>,
  pair: (one: number, other: number, pairedBy: 'meaning') => void,
): void {
  const isAble = ({ unbridged }: CheckedAssertion) => unbridged.length === 0
  const able = [...earlier].filter((one) => isAble(before.assertions[one]!))
  const candidates = [...later].filter((index) => isAble(after.assertions[index]!))
  const bySaying = groupByKey(able, (one) => ids.before.assertions[one]!)
  for (const index of candidates) {
    const { expression } = after.assertions[index]!
    const other = bySaying
      .get(ids.after.assertions[index]!)
      ?.find((one) => earlier.has(one) && same.areSame(before.assertions[one]!.expression, expression))
    if (other !== undefined) pair(other, index, 'meaning')
  }
  const byReads = groupByKey(able, (one) => readNames(before, before.assertions[one]!))
  let questions = 0
  for (const index of candidates) {
    if (questions === MAX_QUESTIONS) break
    // Assertions that read nothing are not taken for renamed.
    if (!later.has(index) || after.assertions[index]!.reads.length === 0) continue
    for (const one of byReads.get(readNames(after, after.assertions[index]!)) ?? []) {
      if (!later.has(index) || questions === MAX_QUESTIONS) break
      if (!earlier.has(one)) continue
      questions++
      const { space, before: was, after: now } = joined()
      const answer = areEqual(space, was.condition(one), now.condition(index), tools)
      if (answer.status === 'proved' && answer.holds === 'everywhere') pair(one, index, 'meaning')
    }
  }
}

function groupByKey<Key>(assertions: readonly number[], keyOf: (assertion: number) => Key): ReadonlyMap<Key, number[]> {
  const groups = new Map<Key, number[]>()
  for (const assertion of assertions) {
    const key = keyOf(assertion)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(assertion)
  }
  return groups
}

/** The names that an assertion reads. Only assertions that read the same names are compared. */
function readNames({ inputs }: CheckedRuleset, { reads }: CheckedAssertion): string {
  return reads
    .map((input) => inputs[input]!.name)
    .sort()
    .join()
}
