import { expect, it } from 'vitest'
import { Meter } from '../core/meter'
import { openText } from '../testing/open-text'
import { decideAll } from './decide'

const TOOLS = { solver: null, mode: 'tiers', budget: { solver_steps: 0, solver_memory_mb: 0 } } as const
/** The member that matters is the last of a long vocabulary. */
const CODES = [...Array.from({ length: 15 }, (_, i) => `"${i}"`), '"1111"'].join(', ')
const CLAIMS = 40

function wideRuleset(assertions: number): string {
  const claims = Array.from({ length: CLAIMS }, (_, i) => `c${i}`)
  const amounts = Array.from({ length: CLAIMS }, (_, i) => `n${i}`)
  const exempt = [...claims.map((name) => `${name} == "1111"`), ...amounts.map((name) => `${name} == 1111`)]
  return `version 1.4;
declare agency as enum {"1", "7"};
${claims.map((name) => `declare ${name} as enum {${CODES}};`).join('\n')}
${amounts.map((name) => `declare ${name} as numeric;`).join('\n')}
declare more as list of enum {${CODES}} up to 4;
let is_exempt = Or(${exempt.join(', ')}, IsMember("1111", more));
${Array.from({ length: assertions }, (_, i) => `assert a${i} { Implies(agency == "7", Not(is_exempt)) };`).join('\n')}`
}

it('finds every claim that matters in a wide condition, without a solver', () => {
  const program = openText(wideRuleset(100))
  const { inputs } = program.ruleset
  const meter = new Meter(50_000_000)
  const results = decideAll(program, new Array(inputs.length).fill(null), new Map(), { ...TOOLS, meter })
  if (results === 'needs solver') throw new Error('a claim was left to the solver')
  for (const { check, reasonUnknown } of results) {
    expect(check).toBe('UNKNOWN')
    expect(['agency', 'c0', 'c39', 'n0', 'n39'].filter((name) => !reasonUnknown?.includes(name))).toEqual([])
  }
})
