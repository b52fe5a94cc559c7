import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { StatedPair } from './engine-job'
import { type MisnamedField, notInRuleset } from './not-in-ruleset'

const SIDES = ['before', 'after'] as const

/**
 * @throws Refusal BAD_REQUEST if a pair names an assertion that its side lacks, that both sides have by the same name,
 * or that another pair names
 */
export function demandPairs(before: CheckedRuleset, after: CheckedRuleset, pairs: readonly StatedPair[]): void {
  const names = { before: namesOf(before), after: namesOf(after) }
  const paired = { before: new Set<string>(), after: new Set<string>() }
  const wrong: MisnamedField[] = []
  pairs.forEach((pair, index) => {
    for (const side of SIDES) {
      const expected = findPairProblem(pair, side, names, paired[side])
      if (expected !== null) wrong.push({ field: `pairs.${index}.${side}`, expected, name: pair[side] })
      paired[side].add(pair[side])
    }
  })
  if (wrong.length > 0) throw notInRuleset(wrong)
}

function findPairProblem(
  pair: StatedPair,
  side: (typeof SIDES)[number],
  names: Readonly<Record<'before' | 'after', ReadonlySet<string>>>,
  paired: ReadonlySet<string>,
): string | null {
  const name = pair[side]
  if (!names[side].has(name))
    return `the name of an assertion of the ${side === 'before' ? 'earlier' : 'later'} ruleset`
  if (paired.has(name)) return 'an assertion that no other pair names'
  const areKnown = names.before.has(pair.before) && names.after.has(pair.after)
  const isInBoth = names.before.has(name) && names.after.has(name)
  if (areKnown && isInBoth && pair.before !== pair.after)
    return 'an assertion that one side alone has: what both have is compared by its name'
  return null
}

function namesOf({ assertions }: CheckedRuleset): ReadonlySet<string> {
  return new Set(assertions.map(({ name }) => name))
}
