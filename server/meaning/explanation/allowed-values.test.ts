import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { decideAll } from '../../engine/decide/decide'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import { bindByName } from '../../engine/testing/ask'
import { openRuleset } from '../../engine/testing/open-text'
import { parseNumeral } from '../../language/numeric/numeral'
import { add, divide, fromInteger, type Rational, subtract, toDouble } from '../../language/numeric/rational'
import { explainAnswers } from './explanation'

const TOOLS = () => ({
  solver: null,
  mode: 'tiers' as const,
  budget: { solver_steps: 200_000, solver_memory_mb: 256 },
  meter: new Meter(1e9),
})
const TINY = divide(fromInteger(1), fromInteger(1_000_000))!

const comparison = fc
  .tuple(
    fc.constantFrom('x', '2 * x', 'x + y', 'y - 3 * x', 'x / 4'),
    fc.constantFrom('<', '<=', '>', '>=', '==', '!='),
    fc.integer({ min: -20, max: 20 }),
  )
  .map((words) => words.join(' '))
const rule = fc.oneof(
  comparison,
  fc
    .tuple(fc.constantFrom('And', 'Or', 'Implies'), comparison, comparison)
    .map(([name, left, right]) => `${name}(${left}, ${right})`),
  fc.tuple(comparison, comparison, comparison).map(([a, b, c]) => `Or(And(${a}, ${b}), ${c})`),
)

it('gives exact ends: the answer is TRUE on the inner side of each, and only there', { tags: 'thorough' }, () => {
  let ends = 0
  fc.assert(
    fc.property(rule, fc.integer({ min: -30, max: 30 }), fc.integer({ min: -9, max: 9 }), (text, x, y) => {
      const source = `// @range x -50..50\ndeclare x as numeric;\ndeclare y as numeric;\nassert rule { ${text} };`
      const ruleset = openRuleset(source)
      const program = compileProgram(ruleset)
      const known = bindByName(ruleset, { x, y })
      const explanation = explainAnswers(
        { program, source, known, unbridged: new Map() },
        { assertion: 0, fixed: new Set([1]) },
        TOOLS(),
      )
      if (explanation === NEEDS_SOLVER) return
      const answer = (value: Rational) => {
        const results = decideAll(program, [value, known[1]!], new Map(), TOOLS())
        return results === NEEDS_SOLVER ? null : results[0]!.check
      }
      for (const { claims } of explanation.assertions[0]!.wouldHoldIf) {
        const far = (value: Rational) => Math.abs(toDouble(subtract(value, fromInteger(x))))
        const proposed = far(parseNumeral(String(claims.x), 100) as Rational)
        // Beyond an excluded end, the proposal is at most one step farther.
        for (let other = -50; other <= 50; other++)
          if (far(fromInteger(other)) + 1 < proposed) expect(answer(fromInteger(other))).toBe('FALSE')
      }
      for (const { changes } of explanation.assertions[0]!.wouldHoldIf)
        for (const each of changes[0]!.allowed) {
          if (!('from' in each)) throw new Error('a number has intervals')
          for (const [end, outwards] of [
            [each.from, subtract],
            [each.to, add],
          ] as const) {
            const value = end === null ? null : parseNumeral(end.value, 100)
            if (end === null || value === null || typeof value === 'string' || !('n' in value)) continue
            ends++
            expect(answer(value)).toBe(end.included ? 'TRUE' : 'FALSE')
            const isRangeEnd = ['-50', '50'].includes(end.value)
            if (end.included && !isRangeEnd) expect(answer(outwards(value, TINY))).toBe('FALSE')
          }
        }
    }),
    { numRuns: 300 },
  )
  expect(ends).toBeGreaterThan(100)
})
