export interface StepsLeft {
  steps: number
}

/**
 * Subsets of one size with a member in each set, in lexicographical order. Steps are counted, so that a search among
 * hundreds of claims ends.
 * @param left counted down; at 0, the list may be incomplete
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
  // Later members do not meet a set whose members are all earlier.
  const last = Math.min(members.length - size, ...sets.map((set) => members.findLastIndex((each) => set.has(each))))
  for (let index = 0; index <= last && left.steps > 0; index++) {
    const member = members[index]!
    const unmet = sets.filter((set) => !set.has(member))
    for (const rest of subsetsMeeting(members.slice(index + 1), size - 1, unmet, left)) yield [member, ...rest]
  }
}

/** Counts sets without a common member; at least as many members are needed to meet all. */
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
