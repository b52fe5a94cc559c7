import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { compileProgram } from '../../engine/evaluate/program'
import { compileText } from '../../engine/testing/ask'
import { fromInteger } from '../../language/numeric/rational'
import { areInside } from '../condition'
import { DrawnDictionaries } from './drawn-dictionaries'

const TRAVEL = compileText(`version 1.3;
// @range nights 1..30
declare nights as numeric;
// @range rate 0..1000
declare rate as numeric;
declare city as enum {"new_york", "elsewhere"};
let cap = If(city == "new_york", 350, 250);
assert total_fits { nights * rate <= nights * cap };
assert stays_short { nights <= 14 };
`)
const program = compileProgram(TRAVEL)

function draws(limit = 50_000_000): DrawnDictionaries {
  const budget = { solver_steps: 0, solver_memory_mb: 0 }
  return new DrawnDictionaries(program, [], { solver: null, mode: 'tiers', budget, meter: new Meter(limit) })
}

describe('drawn dictionaries', () => {
  it('are the same in every measurement, and inside the ranges', () => {
    const drawn = [...draws().of(0)]
    expect(drawn.length).toBeGreaterThan(50)
    expect([...draws().of(0)]).toEqual(drawn)
    expect(drawn.every((values) => areInside(TRAVEL, values))).toBe(true)
  })

  it('reach both sides of a threshold that other claims move', () => {
    const rates = [...draws().of(0)].filter(([, , city]) => city === 'new_york').map(([, rate]) => rate)
    for (const rate of [349, 350, 351]) expect(rates).toContainEqual(fromInteger(rate))
  })

  it('begin with the last dictionary that was found', () => {
    const drawn = draws()
    const [first] = drawn.of(1)
    const found = [fromInteger(7), fromInteger(8), 'elsewhere']
    drawn.add(1, found)
    const [one, other] = drawn.of(1)
    expect([one, other]).toEqual([found, first])
    expect([...drawn.of(0)]).not.toContain(found)
  })

  it('end with their share of the steps', () => {
    expect([...draws(1000).of(0)].length).toBeLessThan([...draws().of(0)].length)
  })
})
