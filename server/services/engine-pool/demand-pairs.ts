import { describeValue } from '../../api/field-failures'
import { MAX_LISTED_FAILURES } from '../../api/read-request'
import { Refusal } from '../../api/refusal'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { StatedPair } from './engine-job'

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

export interface MisnamedField {
  /** Path in the request, such as `fixed.1`. */
  readonly field: string
  /** Such as “the name of a claim of the ruleset”. */
  readonly expected: string
  readonly name: string
}

/** Fields named in the sentence. */
const MAX_NAMED_FIELDS = 3

/** @param fields at least one */
export function notInRuleset(fields: readonly MisnamedField[]): Refusal {
  const listed = fields.slice(0, MAX_LISTED_FAILURES)
  const words = listed.slice(0, MAX_NAMED_FIELDS).map(({ field, expected }) => `${field} should be ${expected}`)
  const more = fields.length > MAX_NAMED_FIELDS ? `; and ${fields.length - MAX_NAMED_FIELDS} more` : ''
  const cut = fields.length > listed.length ? ` The first ${MAX_LISTED_FAILURES} are listed.` : ''
  return new Refusal('BAD_REQUEST', `The request does not fit the ruleset: ${words.join('; ')}${more}.${cut}`, {
    failures: listed.map(({ field, expected, name }) => ({ field, expected, received: describeValue(name) })),
    failure_count: fields.length,
  })
}
