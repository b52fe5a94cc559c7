import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DrawnRevision, laneCount, lanesOf } from './lanes'

it('gives a chain one lane', () => {
  const rows = lanesOf([
    { hash: 'c', parent: 'b' },
    { hash: 'b', parent: 'a' },
    { hash: 'a', parent: null },
  ])
  expect(rows).toEqual([
    { lane: 0, arriving: [], passing: [], leaving: true },
    { lane: 0, arriving: [0], passing: [], leaving: true },
    { lane: 0, arriving: [0], passing: [], leaving: false },
  ])
  expect(laneCount(rows)).toBe(1)
})

it('gives a branch its own lane, which ends at its parent', () => {
  const rows = lanesOf([
    { hash: 'branch', parent: 'a' },
    { hash: 'b', parent: 'a' },
    { hash: 'a', parent: null },
  ])
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 0])
  expect(rows[2]).toEqual({ lane: 0, arriving: [0, 1], passing: [], leaving: false })
  expect(laneCount(rows)).toBe(2)
})

it('draws no line to a revision that is not drawn', () => {
  expect(lanesOf([{ hash: 'b', parent: 'elsewhere' }])).toEqual([
    { lane: 0, arriving: [], passing: [], leaving: false },
  ])
})

it('joins every revision to its parent, and no line crosses a revision', () => {
  const graphs = fc.array(fc.nat(), { maxLength: 40 }).map((choices) =>
    choices.map((choice, position): DrawnRevision => {
      // The oldest comes last. A parent is any older revision, or null.
      const older = choices.length - position - 1
      const parent = choice % (older + 1)
      return { hash: `r${position}`, parent: parent === older ? null : `r${position + 1 + parent}` }
    }),
  )
  fc.assert(
    fc.property(graphs, (revisions) => {
      const rows = lanesOf(revisions)
      rows.forEach((row, position) => {
        expect(row.passing).not.toContain(row.lane)
        const { parent } = revisions[position]!
        expect(row.leaving).toBe(parent !== null)
        if (parent === null) return
        const at = revisions.findIndex(({ hash }) => hash === parent)
        for (const between of rows.slice(position + 1, at)) expect(between.passing).toContain(row.lane)
        expect(rows[at]!.arriving).toContain(row.lane)
      })
    }),
  )
})
