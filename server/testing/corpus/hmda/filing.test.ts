/** Every edit of the filing guide passes and fails the rows that the guide says. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createBinder } from '../../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../../engine/claims/reading'
import { Meter } from '../../../engine/core/meter'
import { decideAll } from '../../../engine/decide/decide'
import { compileProgram } from '../../../engine/evaluate/program'
import { renderReview } from '../../../engine/explain/review'
import { openRuleset } from '../../../engine/testing/open-text'
import { builtInLibrary } from '../../../language/units/unit-library'
import { type Cells, type FilingRow, type Part, readFiling, toClaims, withCells } from './filing-row'

const ROWS_EACH = 2
const TOOLS = { solver: null, budget: { solver_steps: 0, solver_memory_mb: 0 }, mode: 'tiers' } as const
/** Lines of the ruleset and characters of its review are upper bounds. */
const PARTS: readonly { part: Part; edits: number; lines: number; reviewCharacters: number }[] = [
  { part: 'register', edits: 282, lines: 640, reviewCharacters: 105_000 },
  { part: 'sheet', edits: 10, lines: 60, reviewCharacters: 6_000 },
]

for (const { part, ...bounds } of PARTS)
  describe(`the ${part} of a filing`, { tags: 'thorough' }, () => {
    const { text, base, rows } = readFiling(part)
    const { ruleset, edits, compiledIn, decide } = openFiling(part, text)
    const wrong: { readonly row: FilingRow; readonly answer: string | undefined }[] = []
    const times: number[] = []

    beforeAll(() => {
      for (const row of rows) {
        const cells = withCells(base, row.cells)
        const began = performance.now()
        const answer = decide(cells).get(row.edit)
        times.push(performance.now() - began)
        if (answer !== (row.passes ? 'TRUE' : 'FALSE')) wrong.push({ row, answer })
      }
    })

    it('passes its base row', () => {
      expect([...decide(base)].filter(([, answer]) => answer !== 'TRUE')).toEqual([])
    })

    it('decides every row as the guide does', () => {
      expect(wrong).toEqual([])
    })

    it('has rows that pass and rows that fail for every edit, with a reason', () => {
      const count = (edit: string, passes: boolean) =>
        rows.filter((row) => row.edit === edit && row.passes === passes).length
      expect(edits.filter((edit) => count(edit, true) < ROWS_EACH || count(edit, false) < ROWS_EACH)).toEqual([])
      expect(rows.filter(({ edit }) => !edits.includes(edit))).toEqual([])
      expect(rows.filter(({ passes, reason }) => passes === (reason !== undefined))).toEqual([])
    })

    it('stays as short as it is', () => {
      const lines = text.trimEnd().split('\n').length
      const reviewCharacters = renderReview(ruleset).length
      const median = times.sort((a, b) => a - b)[times.length >> 1]! * 1_000
      console.log(
        `${part}: ${edits.length} edits, ${rows.length} rows; ${lines} lines, a review of ${reviewCharacters} characters, ` +
          `compiled in ${compiledIn.toFixed(0)} ms, ${median.toFixed(0)} µs a check of all edits`,
      )
      expect(edits.length).toBe(bounds.edits)
      expect(lines).toBeLessThanOrEqual(bounds.lines)
      expect(reviewCharacters).toBeLessThanOrEqual(bounds.reviewCharacters)
    })
  })

function openFiling(part: Part, text: string) {
  const began = performance.now()
  const ruleset = openRuleset(text)
  const compiledIn = performance.now() - began
  const program = compileProgram(ruleset)
  const binder = createBinder(ruleset, builtInLibrary(), DEFAULT_BIND_LIMITS)
  const edits = ruleset.assertions.map(({ name }) => name)
  return {
    ruleset,
    edits,
    compiledIn,
    /** The answers by edit. Throws if the row is refused, or if an answer needs the solver. */
    decide(cells: Cells): ReadonlyMap<string, string> {
      const bound = binder.bind(toClaims(part, cells))
      if (!bound.ok) throw new Error(`refused: ${JSON.stringify(bound)}`)
      const results = decideAll(program, bound.known, bound.unbridged, { ...TOOLS, meter: new Meter(1e8) })
      if (results === 'needs solver') throw new Error('an edit is open')
      return new Map(results.map(({ check }, i) => [edits[i]!, check]))
    },
  }
}
