import fc from 'fast-check'
import { expect, it } from 'vitest'
import { subsetsMeeting } from './subsets-meeting'

function bruteForce(members: readonly number[], size: number, sets: readonly ReadonlySet<number>[]) {
  const all = Array.from({ length: 2 ** members.length }, (_, bits) =>
    members.filter((_, index) => (bits >> index) & 1),
  )
  return all
    .filter((subset) => subset.length === size && sets.every((set) => subset.some((member) => set.has(member))))
    .sort((a, b) => a.map((member, index) => member - b[index]!).find((step) => step !== 0) ?? 0)
}

it('gives every subset that meets the sets, in order', () => {
  const sets = fc.array(fc.uniqueArray(fc.nat(8)), { maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(8)), fc.nat(4), sets, (members, size, lists) => {
      const ascending = members.toSorted((a, b) => a - b)
      const wanted = lists.map((list) => new Set(list))
      const left = { steps: 100_000 }
      expect([...subsetsMeeting(ascending, size, wanted, left)]).toEqual(bruteForce(ascending, size, wanted))
    }),
  )
})

it('ends at once if hundreds of sets share no member', () => {
  const members = Array.from({ length: 400 }, (_, index) => index)
  const left = { steps: 20_000 }
  const sets = members.map((member) => new Set([member]))
  expect([...subsetsMeeting(members, 4, sets, left)]).toEqual([])
  expect(left.steps).toBe(20_000)
})

it('ends when its steps are used up', { tags: 'thorough' }, () => {
  // Any two sets share a member, so nothing shows early that four members cannot meet all of them.
  const members = Array.from({ length: 401 }, (_, index) => index)
  const sets = members.map((member) => new Set([member, (member + 1) % 401, (member * 7) % 401]))
  const left = { steps: 20_000 }
  for (const subset of subsetsMeeting(members, 4, sets.slice(0, 3), left)) expect(subset).toHaveLength(4)
  expect(left.steps).toBe(0)
})
