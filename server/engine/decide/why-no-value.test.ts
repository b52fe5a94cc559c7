import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { createBinder } from '../claims/binder'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { Meter } from '../core/meter'
import { reportValues } from '../reports'
import { compileZ3 } from '../solver/z3-module'
import { Z3Solver } from '../solver/z3-solver'
import { openText } from '../testing/open-text'
import { decideAll } from './decide'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }
const solver = new Z3Solver(compileZ3())

const DIVISION = 'something is divided by zero'
const EARLY = 'the parameter fee has no value before 2025-01-01'
const NO_ROW = 'no row of the table rate applies'
const ROWS = 'several rows of the table rate apply'
const CODE = 'a code stands where a number or a date is needed'
const ABSENT = 'a field of an absent record is read'
const EMPTY = 'a list without an entry has no smallest or largest value'
const MEET = 'exceptions that do not state the same value apply at once'
const NO_CONDITION = 'none of the conditions of a list holds'

const CLAIMS = `version 1.4;
declare day as date;
declare x as numeric;
declare y as numeric or {"NA"};
declare kind as enum {"a", "b", "c"};
declare flag as boolean;
declare partner as optional record { age as numeric };
declare sizes as list of numeric up to 3;
parameter fee by day { 2025-01-01: 5; };
table rate unique (kind, flag) -> numeric { "a" | - => 1; - | True => 2; };
let chosen = first { x > 5 => 1; x > 3 => y / 1; };
let stated = 1 except when flag { 2 } except when kind == "a" { 3 };
`

const GIVEN = {
  day: '2026-01-01',
  x: 1,
  y: 1,
  kind: 'b',
  flag: true,
  partner: { age: 5 },
  sizes: [1],
}

/** Why the report of this expression has no value, as reports and answers say it. */
function reasons(
  expression: string,
  claims: Readonly<Record<string, unknown>>,
  lets = '',
): readonly (string | undefined)[] {
  const program = openText(`${CLAIMS}${lets}report r = ${expression};\nassert a { r > 0 };\n`)
  const bound = createBinder(program.ruleset, builtInLibrary(), LIMITS).bind({ ...GIVEN, ...claims })
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  const [report] = reportValues(program, bound.known, bound.unbridged)
  const decided = (['tiers', 'solver-only'] as const).map((mode) => {
    const budget = { solver_steps: 200_000, solver_memory_mb: 256 }
    const results = decideAll(program, bound.known, bound.unbridged, { solver, budget, mode, meter: new Meter(1e9) })
    if (results === 'needs solver') throw new Error('the solver at hand was not asked')
    return results[0]!.reasonUnknown ?? undefined
  })
  expect(decided[1]).toBe(decided[0])
  return [report?.noValue ?? report?.orNoValue, decided[0]].map((reason) => /because (.*)\.$/.exec(reason ?? '')?.[1])
}

describe('the reason of a missing value', () => {
  it.each([
    ['fee / x', { x: 0 }, DIVISION],
    ['fee / x', { day: '2024-12-31' }, EARLY],
    ['fee + 1 / x', { day: '2024-12-31', x: 0 }, `${EARLY}, and ${DIVISION}`],
    ['rate / x', { kind: 'c', flag: false }, NO_ROW],
    ['rate / x', { kind: 'a', flag: true }, ROWS],
    ['rate / x', { x: 0 }, DIVISION],
    ['If(flag, 1 / x, fee)', { x: 0, day: '2024-12-31' }, DIVISION],
    ['If(flag, 1 / x, fee)', { flag: false, x: 0, day: '2024-12-31' }, EARLY],
    ['(partner.age + fee) / x', { partner: 'absent' }, ABSENT],
    ['(partner.age + fee) / x', { x: 0 }, DIVISION],
    ['Max(s in sizes, s / x) + fee', { sizes: [] }, EMPTY],
    ['Max(s in sizes, s / x) + fee', { x: 0 }, DIVISION],
    ['chosen / x', {}, NO_CONDITION],
    ['stated / x', { kind: 'a' }, MEET],
    ['CASE kind OF "a": 1 / x, "b": fee, DEFAULT: rate END', { x: 0, day: '2024-12-31' }, EARLY],
    ['If(Exists(n in {1, 2}, n > 1 / x), fee, rate)', { x: 0 }, DIVISION],
  ])('%s with %j is that %s', (expression, claims, reason) => {
    expect(reasons(expression, claims)).toEqual([reason, reason])
  })

  it('names a code in a report if a comparison with it fails', () => {
    expect(reasons('y / x + fee', { y: 'NA' })[0]).toBe(CODE)
  })

  it('lists every cause in a chain of definitions that is too long to search', () => {
    const lets = Array.from({ length: 400 }, (_, i) => `let d${i} = (${i === 0 ? 'fee / x' : `d${i - 1}`} + 1) * 1;`)
    expect(reasons('d399', { x: 0 }, lets.join('\n'))[0]).toBe(`${DIVISION}, or ${EARLY}`)
  })

  it('leaves out what the known claims exclude', () => {
    expect(reasons('fee / x', { x: 'unknown' })[0]).toBe(DIVISION)
    expect(reasons('fee / x', { x: 'unknown', day: 'unknown' })[0]).toBe(`${EARLY}, or ${DIVISION}`)
    expect(reasons('rate / x', { kind: 'unknown' })[0]).toBe(ROWS)
    expect(reasons('rate / x', { kind: 'unknown', flag: false })[0]).toBe(NO_ROW)
  })
})
