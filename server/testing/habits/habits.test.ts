import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import type { Program } from '../../engine/evaluate/program'
import { type Claims, knownByName, openText } from '../../engine/testing/open-text'
import { applyFix, type Diagnostic } from '../../language/messages/diagnostic'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { DMN, DMN_REFUSED } from './dmn'
import type { Habit, Refused, Values } from './habit'
import { JAVASCRIPT, JAVASCRIPT_REFUSED } from './javascript'
import { NOTATION, NOTATION_REFUSED } from './notation'
import { PYTHON, PYTHON_REFUSED } from './python'
import { REGO, REGO_REFUSED } from './rego'
import { SPREADSHEET, SPREADSHEET_REFUSED } from './spreadsheet'
import { SQL, SQL_REFUSED } from './sql'

const LIBRARY = builtInLibrary()
const CASES = 20

const DECLARED = `version 1.3;
// @unit amount USD
declare amount as numeric;
// @unit fare EUR
declare fare as numeric;
// @unit dollars USD
declare dollars as numeric;
declare days as numeric;
declare score as numeric;
declare probe as numeric;
declare has_id as boolean;
declare has_receipt as boolean;
declare grade as enum ["junior", "senior", "director"];
declare kind as enum {"meal", "hotel", "flight"};
`

function ruleset(kind: Habit['kind'], line: string): string {
  if (kind === 'statements') return `${DECLARED}${line}\n`
  if (kind === 'condition') return `${DECLARED}assert habit { ${line} };\n`
  return `${DECLARED}assert habit { (${line}) == ${kind === 'number' ? 'probe' : 'dollars'} };\n`
}

function diagnosticsOf(text: string): readonly Diagnostic[] {
  return analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS).diagnostics
}

function errorsOf(text: string): Diagnostic[] {
  return diagnosticsOf(text).filter(({ severity }) => severity === 'error')
}

/** Applies all fixes; the fix with the given words in its title comes first. */
function mended(text: string, words: string | undefined): string {
  let result = text
  for (let round = 0; round < 8; round++) {
    const fixes = errorsOf(result).flatMap((error) => error.fixes)
    const fix = fixes.find(({ title }) => words !== undefined && title.includes(words)) ?? fixes[0]
    if (fix !== undefined) result = applyFix(result, fix)
  }
  return result
}

/** Follows the advice: its fixes, or the printed rewrite. */
function advised({ kind, line, fix, prints }: Habit): string {
  const text = ruleset(kind, line)
  if (prints === undefined) return mended(text, fix)
  expect(messagesOf(text)).toContain(prints)
  return ruleset(kind, prints)
}

function messagesOf(text: string): string {
  return diagnosticsOf(text)
    .filter(({ code }) => !code.startsWith('unread'))
    .map(({ message }) => message)
    .join('\n')
}

/** Numbers on both sides of zero, with whole numbers, halves and eighths. */
const NUMBERS = [0, 1, -1, 2, 3, -3, 2.5, -2.5, 3.5, -5.5, 0.5, -0.5, 1.125, -1.125, 7, -7, 5, 9.25, 30, -30]
const KINDS = ['meal', 'hotel', 'flight'] as const
const GRADES = ['junior', 'senior', 'director'] as const

function values(i: number, missing: boolean): Values {
  const step = NUMBERS.length
  return {
    days: NUMBERS[i % step]!,
    score: i % 5 === 4 ? 2000 + i : NUMBERS[(i * 7 + 3) % step]! || 4,
    amount: i % 4 === 3 ? 80 + i : NUMBERS[(i * 3 + 1) % step]!,
    has_id: i % 2 === 0,
    has_receipt: i % 4 < 2,
    grade: GRADES[i % 3]!,
    kind: KINDS[(i * 2) % 3]!,
    given: !(missing && i % 3 === 0),
  }
}

function claimsOf(text: string, v: Values, expected: boolean | number): Claims {
  const result = typeof expected === 'number' ? String(expected) : 0
  const all: Record<string, boolean | number | string> = {
    amount: v.amount,
    fare: v.score,
    score: v.score,
    has_id: v.has_id,
    has_receipt: v.has_receipt,
    grade: v.grade,
    kind: v.kind,
    probe: result,
    dollars: result,
    ...(v.given ? { days: v.days } : {}),
    ...(text.includes('declare days_given') ? { days_given: v.given } : {}),
  }
  return all
}

/** Returns the first assertion's answer: T, F, or its possible outcomes. */
function answer(program: Program, text: string, v: Values, expected: boolean | number): string {
  const mask = program.evaluate(0, knownByName(program.ruleset, claimsOf(text, v, expected)), new Meter(1_000_000))
  return `${mask & 1 ? 'T' : ''}${mask & 2 ? 'F' : ''}${mask & 4 ? 'N' : ''}`
}

const HABITS: Readonly<Record<string, readonly Habit[]>> = {
  spreadsheets: SPREADSHEET,
  SQL,
  Python: PYTHON,
  JavaScript: JAVASCRIPT,
  DMN,
  'Rego and Cedar': REGO,
  'any notation': NOTATION,
}

const REFUSED: readonly Refused[] = [
  ...SPREADSHEET_REFUSED,
  ...SQL_REFUSED,
  ...PYTHON_REFUSED,
  ...JAVASCRIPT_REFUSED,
  ...DMN_REFUSED,
  ...REGO_REFUSED,
  ...NOTATION_REFUSED,
]

describe.each(Object.entries(HABITS))('an author who knows %s', (_, habits) => {
  it.each(habits.map((habit) => [habit.line, habit] as const))('gets the rewrite of %s', (_, habit) => {
    const text = ruleset(habit.kind, habit.line)
    expect(errorsOf(text)).not.toEqual([])
    expect(messagesOf(text)).toContain(habit.names)
    expect(messagesOf(text)).not.toContain('[optimistic]')
    const written = advised(habit)
    expect(errorsOf(written)).toEqual([])
    const program = openText(written)
    const wrong = Array.from({ length: CASES }, (_, i) => {
      const v = values(i, habit.missing === true)
      const expected = habit.means(v)
      const right = expected === false ? 'F' : 'T'
      return { v, expected, actual: answer(program, written, v, expected), right }
    }).filter(({ actual, right }) => actual !== right)
    expect({ written: written.slice(DECLARED.length), wrong }).toEqual({
      written: written.slice(DECLARED.length),
      wrong: [],
    })
  })
})

describe('a line that no rule can express', () => {
  it.each(REFUSED.map((one) => [one.line, one] as const))('%s is refused with an alternative', (_, one) => {
    const text = ruleset(one.kind, one.line)
    expect(messagesOf(text)).toContain(one.says)
    expect(
      diagnosticsOf(text)
        .flatMap(({ fixes }) => fixes)
        .filter(({ title }) => title.includes('IsMember')),
    ).toEqual([])
  })
})

describe('the lines of foreign habits', () => {
  it('there are at least 150, each with 20 cases', () => {
    const lines = Object.values(HABITS).flat()
    expect(lines.length).toBeGreaterThanOrEqual(150)
    expect(new Set(NUMBERS).size).toBe(CASES)
  })
})
