/**
 * Which claims a proposal changes: the subsets of one size that have a member in each of several sets.
 *
 * Promises: in lexicographical order of `members`. What cannot lead to a subset is left out early, and every step is
 * counted, so that a search among hundreds of claims ends.
 */

/** What a search may still use; 0 where it is used up. */
export interface StepsLeft {
  steps: number
}

/**
 * @param sets each must be met
 * @param left counted down; at 0 the search ends, and not all subsets came
 */
export function* subsetsMeeting(
  members: readonly number[],
  size: number,
  sets: readonly ReadonlySet<number>[],
  left: StepsLeft,
): Generator<readonly number[]> {
  if (left.steps === 0 || disjointAmong(sets) > size) return
  left.steps--
  if (size === 0) {
    yield []
    return
  }
  // A set whose members all stand before is met no more.
  const last = Math.min(members.length - size, ...sets.map((set) => members.findLastIndex((each) => set.has(each))))
  for (let index = 0; index <= last && left.steps > 0; index++) {
    const member = members[index]!
    const unmet = sets.filter((set) => !set.has(member))
    for (const rest of subsetsMeeting(members.slice(index + 1), size - 1, unmet, left)) yield [member, ...rest]
  }
}

/** A number of sets of which no two share a member: so many members at least are needed to meet all. */
function disjointAmong(sets: readonly ReadonlySet<number>[]): number {
  const used = new Set<number>()
  let count = 0
  for (const set of sets) {
    if ([...set].some((member) => used.has(member))) continue
    for (const member of set) used.add(member)
    count++
  }
  return count
}
