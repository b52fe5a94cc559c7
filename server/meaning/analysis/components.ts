/** Groups without a common claim never contradict or imply each other if each assertion can be TRUE. */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'

/** Ascending within a group. */
export function groupsSharingInputs(
  { assertions }: Pick<CheckedRuleset, 'assertions'>,
  among: readonly number[],
): readonly (readonly number[])[] {
  const groupOf = new Map<number, number>()
  const groups: number[][] = []
  for (const index of among) {
    const met = new Set(assertions[index]!.reads.flatMap((input) => groupOf.get(input) ?? []))
    const [target, ...others] = [...met].sort((a, b) => a - b)
    const group = target ?? groups.push([]) - 1
    for (const other of others) groups[group]!.push(...groups[other]!.splice(0))
    groups[group]!.push(index)
    for (const member of groups[group]!) for (const input of assertions[member]!.reads) groupOf.set(input, group)
  }
  return groups.filter((group) => group.length > 0).map((group) => group.sort((a, b) => a - b))
}

export function shareInputs({ assertions }: Pick<CheckedRuleset, 'assertions'>, one: number, other: number): boolean {
  const reads = new Set(assertions[one]!.reads)
  return assertions[other]!.reads.some((input) => reads.has(input))
}
