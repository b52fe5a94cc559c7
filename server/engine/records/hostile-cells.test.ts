/**
 * What cells mean, one case a line of hostile-cells.jsonl: the claim, the cell, and its value or a part of its failure.
 * The table in public/docs/workbench.md states the same in words.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../api/refusal'
import { calendarDay } from '../../language/numeric/calendar'
import { printNumeral } from '../../language/numeric/numeral'
import { toDouble } from '../../language/numeric/rational'
import { NO_CODE } from '../../language/semantics/checked-input'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { bindOrRefuse, CheckableRuleset } from '../batch/check-compiled'
import { RecordFile } from '../batch/record-rows'
import { DEFAULT_BIND_LIMITS } from '../claims/reading'
import { CompiledRuleset } from '../compile'
import { Meter } from '../core/meter'
import { compileText } from '../testing/ask'
import type { Delimiter } from './csv-rows'
import { recordFields } from './record-fields'

type Case = readonly [claim: string, cell: string, expected: { readonly is?: string; readonly refused?: string }]

const CASES = readFileSync(new URL('./hostile-cells.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }
const RULESET = compileText(`version 1.4;
declare boolean as boolean;
declare number as numeric;
declare quantity as numeric "kg";
declare whole as whole;
declare date as date;
declare grade as enum {"low", "high", "very high", " odd"};
declare income as numeric "USD" or {"NA", "8888"};
declare debt as numeric or {"NA", "blank"} else "invalid";
declare decided as date or {"NA"} else "other";
declare country as enum {"US", "CA"} else "other";
declare drivers as list of { age as whole } up to 3;
declare spouse as optional record { age as whole };
assert a { And(boolean, number > 0, quantity > 0 "kg", whole > 0, date > 2026-01-01, grade == "low", income > 0 "USD") };
assert b { And(debt > 0, decided > 2026-01-01, country == "US", Exists(d in drivers, d.age > 0), IsGiven(spouse)) };
`)
const library = builtInLibrary()
const checkable = new CheckableRuleset(
  new CompiledRuleset({ source: '', hash: '', library, unitLibraryHash: null, limits: LIMITS }, RULESET, []),
)

/** The value of the claim as text, or the words of its refusal. */
function readCell(claim: string, cell: string, delimiter: Delimiter): string {
  const quoted = `"${cell.replaceAll('"', '""')}"`
  const file = new RecordFile(recordFields(RULESET.inputs), { titles: ['row', claim], delimiter })
  const dictionaries = file.dictionaries(`1${delimiter}${quoted}\r\n`)
  try {
    return valueText(claim, bindOrRefuse(checkable, dictionaries.claims(0), new Meter(1_000_000)).known)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, details } = dictionaries.refused(0, error)
    return `refused: ${code} ${details.failures?.map(({ field, expected }) => `${field}: ${expected}`).join() ?? ''}`
  }
}

function valueText(claim: string, known: readonly unknown[]): string {
  const index = RULESET.inputs.findIndex(({ name }) => name === claim)
  const { type, form } = RULESET.inputs[index]!
  const code = form?.kind === 'coded' ? known[form.code] : NO_CODE
  if (typeof code === 'string' && code !== NO_CODE) return code
  const value = known[index]
  if (value === null) return 'unknown'
  if (typeof value !== 'object') return String(value)
  return type.kind === 'date' ? isoDay(toDouble(value as never)) : printNumeral(value as never)
}

function isoDay(number: number): string {
  const { year, month, day } = calendarDay(number)
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join('-')
}

describe('a cell', () => {
  it('has at least 300 cases', () => expect(CASES.length).toBeGreaterThanOrEqual(300))

  it.each(CASES)('of %s: %j', (claim, cell, { is, refused }) => {
    const read = readCell(claim, cell, ',')
    if (is !== undefined) expect(read).toBe(is)
    else expect(read).toMatch(/^refused: /)
    if (refused !== undefined) expect(read).toContain(refused)
    expect(read).not.toMatch(/JSON|true or false|without quotes/)
    for (const delimiter of [';', '\t'] as const) expect(readCell(claim, cell, delimiter)).toBe(read)
  })
})
