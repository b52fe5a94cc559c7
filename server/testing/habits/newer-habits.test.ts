/**
 * Lines in the style of other languages that meet dates, lists, texts, scales, reports and exceptions of language 1.4.
 * The meaning of each is a function of its own; the rewrite of its message is evaluated next to it.
 */
import { describe, expect, it } from 'vitest'
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { reportValues } from '../../engine/reports'
import { openText } from '../../engine/testing/open-text'
import { applyFix, type Diagnostic } from '../../language/messages/diagnostic'
import { analyseRuleset } from '../../language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'

const LIBRARY = builtInLibrary()
const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

const DECLARED = `version 1.4;
month_end last;
declare born as date;
declare as_of as date;
declare driver as list of { age as whole, has_licence as boolean } up to 4;
declare kind as enum {"meal", "hotel", "flight"};
declare note as text;
declare amount as numeric "USD";
declare rate as numeric "%";
declare has_id as boolean;
declare waived as boolean;
`

interface Case {
  readonly born: string
  readonly as_of: string
  readonly ages: readonly number[]
  readonly kind: 'meal' | 'hotel' | 'flight'
  readonly note: string
  readonly amount: number
  readonly rate: number
  readonly has_id: boolean
  readonly waived: boolean
}

interface Habit {
  readonly line: string
  /** A word of the message that identifies the habit. */
  readonly names: string
  /** The result of the assertion, or the value of the report `value`. */
  readonly means: (values: Case) => boolean | number
  /** The rewrite that the message prints, if it has no fix. */
  readonly prints?: { readonly shows: readonly string[]; readonly text: string }
  /** Part of the title of the fix, if there are several. */
  readonly fix?: string
}

const holds = (line: string, names: string, means: (values: Case) => boolean, more: Partial<Habit> = {}): Habit => ({
  line: line.startsWith('assert') || line.includes(';') ? line : `assert habit { ${line} };`,
  names,
  means,
  ...more,
})

const counts = (line: string, names: string, means: (values: Case) => number, more: Partial<Habit> = {}): Habit => ({
  line: `${line}\nassert other { has_id };`,
  names,
  means,
  ...more,
})

/** Moves by whole months and keeps to the last day of a shorter month. */
function later(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const mean = (numbers: readonly number[]) => total(numbers) / numbers.length
const tax = (amount: number) => {
  const part = (from: number, to: number) => Math.max(0, Math.min(amount, to) - from)
  return part(0, 100) / 10 + part(100, 200) / 5 + part(200, Number.POSITIVE_INFINITY) / 2
}

const HABITS: readonly Habit[] = [
  holds('as_of - born >= 18 "yr"', 'a number of days', (v) => v.as_of >= later(v.born, 216)),
  holds('as_of - born < 18 "yr"', 'FullYears(born, as_of) < 18', (v) => v.as_of < later(v.born, 216)),
  holds('(as_of - born) > 18 "yr"', 'a number of days', (v) => v.as_of > later(v.born, 216)),
  holds('as_of - born <= 3 "mo"', 'a number of days', (v) => v.as_of <= later(v.born, 3)),
  holds('as_of - born >= 7 "mo"', 'FullMonths(born, as_of) >= 7', (v) => v.as_of >= later(v.born, 7)),
  holds('18 "yr" <= as_of - born', '18 <= FullYears(born, as_of)', (v) => v.as_of >= later(v.born, 216)),
  holds('2 "quarter" > as_of - born', 'a number of days', (v) => v.as_of < later(v.born, 6)),
  holds('as_of - born == 1 "yr"', 'a number of days', (v) => v.as_of === later(v.born, 12)),
  holds('FullYears(born, as_of) >= 18 "yr"', 'As plain numbers', (v) => v.as_of >= later(v.born, 216)),
  holds('as_of - born - 18 "yr" >= 0 "d"', 'a number of days', (v) => v.as_of >= later(v.born, 216)),
  holds('as_of - born >= 18', 'For years, write as_of >= born + 18 "yr"', (v) => v.as_of >= later(v.born, 216), {
    prints: { shows: [], text: 'assert habit { as_of >= born + 18 "yr" };' },
  }),
  holds('Any(d in driver, d.age < 18)', 'Exists', (v) => v.ages.some((age) => age < 18)),
  holds('every(d in driver, d.age > 18)', 'ForAll', (v) => v.ages.every((age) => age > 18)),
  holds('Total(d in driver, d.age) > 60', 'Sum', (v) => total(v.ages) > 60),
  holds('CountIf(d in driver, d.age > 30) > 1', 'Count', (v) => v.ages.filter((age) => age > 30).length > 1),
  holds(
    'SumIf(d in driver, d.age > 30, d.age) > 60',
    'where condition',
    (v) => total(v.ages.filter((age) => age > 30)) > 60,
  ),
  holds(
    'Sum(d in driver, d.has_licence, d.age) > 30',
    'where condition',
    (v) => total(v.ages.filter((_, i) => i % 2 === 0)) > 30,
  ),
  holds('Sum(driver.age) > 60', 'Sum(x in list', (v) => total(v.ages) > 60),
  holds('Max(driver.age) > 50', 'Max(x in list', (v) => Math.max(...v.ages) > 50),
  holds('AVG(driver.age) > 30', 'average of a list', (v) => mean(v.ages) > 30),
  holds('Average(d in driver, d.age) >= 30', 'average of a list', (v) => mean(v.ages) >= 30),
  holds('Avg(d in driver, d.age) >= 30', 'average of a list', (v) => mean(v.ages) >= 30),
  holds('100 / Mean(d in driver, d.age) < 3', 'average of a list', (v) => 100 * v.ages.length < 3 * total(v.ages)),
  holds(
    'Average(d in driver where d.has_licence, d.age + 1) >= 30',
    'Count(d in driver, d.has_licence)',
    (v) => mean(v.ages.filter((_, i) => i % 2 === 0)) + 1 >= 30,
  ),
  holds('kind LIKE "m%"', '"LIKE"', (v) => v.kind === 'meal'),
  holds("kind like '%t%'", '"like"', (v) => v.kind !== 'meal'),
  holds('kind NOT LIKE "_o%"', '"NOT LIKE"', (v) => v.kind !== 'hotel'),
  holds('And(has_id, kind ilike "ME%")', '"ilike"', (v) => v.has_id && v.kind === 'meal'),
  holds('note LIKE "a_c%"', 'A text matches a shape', (v) => /^a.c/.test(v.note), {
    prints: {
      shows: ['shape searched = "a.c.*";', 'Matches(note, searched)'],
      text: 'shape searched = "a.c.*"; assert habit { Matches(note, searched) };',
    },
  }),
  holds('note NOT LIKE "%b.%"', 'A text matches a shape', (v) => !v.note.includes('b.'), {
    prints: {
      shows: ['shape searched = ".*b\\\\..*";', 'Not(Matches(note, searched))'],
      text: 'shape searched = ".*b\\\\..*"; assert habit { Not(Matches(note, searched)) };',
    },
  }),
  holds(
    'assert habit { amount <= 50 "USD" except when waived { True } };',
    'stands behind the braces',
    (v) => v.waived || v.amount <= 50,
  ),
  holds(
    'assert habit { amount <= 50 "USD" except when waived { True } then except when has_id { False } };',
    'stands behind the braces',
    (v) => !v.has_id && (v.waived || v.amount <= 50),
  ),
  holds('as_of >= 01.02.2024', 'the day is read first', (v) => v.as_of >= '2024-02-01'),
  holds('as_of >= "01.02.2024"', 'without quotes', (v) => v.as_of >= '2024-02-01'),
  holds('as_of >= 1 February 2024', 'year, month and day', (v) => v.as_of >= '2024-02-01'),
  holds('And(as_of >= 1 Feb 2024, has_id)', 'year, month and day', (v) => v.as_of >= '2024-02-01' && v.has_id),
  holds('as_of >= February 1, 2024', 'year, month and day', (v) => v.as_of >= '2024-02-01'),
  holds("as_of >= DATE '2024-02-01'", 'year, month and day', (v) => v.as_of >= '2024-02-01'),
  holds('as_of >= 20240201', 'year, month and day', (v) => v.as_of >= '2024-02-01'),
  holds('as_of >= 31/01/2024', 'year, month and day', (v) => v.as_of >= '2024-01-31'),
  holds('as_of >= 02/01/2024', 'can mean both', (v) => v.as_of >= '2024-02-01', { fix: '2024-02-01' }),
  holds('as_of >= "02/01/2024"', 'can mean both', (v) => v.as_of >= '2024-01-02', { fix: '2024-01-02' }),
  holds('rate <= 10%', 'percent sign', (v) => v.rate <= 10),
  holds('10% of amount <= 5 "USD"', '"of"', (v) => v.amount / 10 <= 5),
  holds('And(amount > 25% of 200 "USD", has_id)', '"of"', (v) => v.amount > 50 && v.has_id),
  counts('report value = 10%;', 'percent sign', () => 10),
  counts(
    'scale tax of amount "USD" { 0..100: 10%; 100..200: 20%; 200..: 50% };\nreport value = tax;',
    'no upper end',
    (v) => tax(v.amount),
  ),
  counts(
    'scale tax of amount "USD" { 0 - 100: 10%; 100 - 200: 20%; 200: 50% };\nreport value = tax;',
    'no upper end',
    (v) => tax(v.amount),
  ),
  counts(
    'scale tax of amount { 0 to 100: 10%; 100 to 200: 20%; 200: 50% };\nreport value = tax;',
    'no upper end',
    (v) => tax(v.amount),
  ),
  counts('scale tax of amount USD { 0: 10%; 100: 20%; 200: 50% };\nreport value = tax;', 'in double quotes', (v) =>
    tax(v.amount),
  ),
  counts('scale tax of amount { 0 "USD": 10%; 100 "USD": 20%; 200: 50% };\nreport value = tax;', 'plain number', (v) =>
    tax(v.amount),
  ),
  counts('scale tax of amount { 0..100 "USD": 10%; 100: 20%; 200: 50% };\nreport value = tax;', 'no upper end', (v) =>
    tax(v.amount),
  ),
  counts('scale tax of amount { 0 => 10%; 100 = 20%; 200: 50% };\nreport value = tax;', 'and a rate', (v) =>
    tax(v.amount),
  ),
  counts('scale tax of amount { 0: 10; 100: 20; 200: 50 };\nreport value = tax;', 'is 1000%', (v) => tax(v.amount)),
  counts('report value USD = amount * 2;', 'in double quotes, after its name', (v) => v.amount * 2),
  counts('report value % = rate * 2;', 'in double quotes, after its name', (v) => v.rate * 2),
  counts('report value as numeric = amount * 2;', 'follows from its value', (v) => v.amount * 2),
  counts('report value as numeric "USD" = amount * 2;', 'follows from its value', (v) => v.amount * 2),
  counts('let twice as numeric = amount * 2;\nreport value = twice;', 'follows from its value', (v) => v.amount * 2),
  counts(
    'let share = rate * 2;\nreport share "%";\nreport value = share;',
    'share has a value already',
    (v) => v.rate * 2,
    {
      prints: {
        shows: ['report share_shown "%" = share;'],
        text: 'let share = rate * 2;\nreport share_shown "%" = share;\nreport value = share;\nassert other { has_id };',
      },
    },
  ),
]

const DATES = [
  '2024-01-31',
  '2024-02-29',
  '2023-12-31',
  '2006-02-28',
  '2024-03-01',
  '2006-01-31',
  '2024-02-01',
  '2024-01-02',
]
const NOTES = ['abc', 'axcd', 'b.', 'xb.y', 'ab', 'bb', 'a.c', '']
const AMOUNTS = [0, 50, 51, 100, 150, 200, 260, 40, 99]

function caseOf(i: number): Case {
  return {
    born: DATES[(i * 3 + 1) % DATES.length]!,
    as_of: DATES[i % DATES.length]!,
    ages: Array.from({ length: 1 + (i % 4) }, (_, n) => 17 + ((i * 7 + n * 11) % 40)),
    kind: (['meal', 'hotel', 'flight'] as const)[i % 3]!,
    note: NOTES[i % NOTES.length]!,
    amount: AMOUNTS[i % AMOUNTS.length]!,
    rate: (i * 3) % 20,
    has_id: i % 2 === 0,
    waived: i % 3 === 0,
  }
}

function claimsOf({ ages, amount, rate, ...others }: Case): Record<string, unknown> {
  const driver = ages.map((age, i) => ({ age: String(age), has_licence: i % 2 === 0 }))
  return { ...others, driver, amount: `${amount} USD`, rate: `${rate} %` }
}

function diagnosticsOf(text: string): readonly Diagnostic[] {
  return analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS).diagnostics.filter(
    ({ severity, code }) => severity === 'error' || code === 'unbridged-units' || code === 'plain-rate',
  )
}

function mended(text: string, words: string | undefined): string {
  let result = text
  for (let round = 0; round < 6; round++) {
    const fixes = diagnosticsOf(result).flatMap((each) => each.fixes)
    const fix = fixes.find(({ title }) => words !== undefined && title.includes(words)) ?? fixes[0]
    if (fix !== undefined) result = applyFix(result, fix)
  }
  return result
}

function answered(text: string, values: Case): string {
  const program = openText(text)
  const bound = createBinder(program.ruleset, LIBRARY, LIMITS).bind(claimsOf(values))
  if (!bound.ok) throw new Error(JSON.stringify(bound))
  const reports = reportValues(program, bound.known, bound.unbridged)
  const report = reports.find(({ name }) => name === 'value')
  if (report !== undefined) return String(report.value)
  const index = program.ruleset.assertions.findIndex(({ name }) => name === 'habit')
  return program.evaluate(index, bound.known, new Meter(1_000_000)) === 1 ? 'true' : 'false'
}

describe('an author who writes language 1.4 in the style of another language', () => {
  it.each(HABITS.map((habit) => [`${habit.line} ${habit.fix ?? ''}`, habit] as const))(
    'gets the rewrite of %s',
    (_, habit) => {
      const text = `${DECLARED}${habit.line}\n`
      const found = diagnosticsOf(text)
      const messages = found.map(({ message }) => message).join('\n')
      expect(found).not.toEqual([])
      expect(messages).toContain(habit.names)
      for (const shown of habit.prints?.shows ?? []) expect(messages).toContain(shown)
      const written = habit.prints === undefined ? mended(text, habit.fix) : `${DECLARED}${habit.prints.text}\n`
      expect(diagnosticsOf(written).map(({ message }) => message)).toEqual([])
      const cases = Array.from({ length: 72 }, (_, i) => caseOf(i))
      const wrong = cases.filter((values) => answered(written, values) !== String(habit.means(values)))
      expect({ written: written.slice(DECLARED.length), wrong }).toEqual({
        written: written.slice(DECLARED.length),
        wrong: [],
      })
    },
  )

  it('states the rule for the end of a month where the ruleset has none', () => {
    const text = `${DECLARED.replace('month_end last;\n', '')}assert habit { as_of - born >= 18 "yr" };\n`
    expect(diagnosticsOf(text).map(({ message, fixes }) => [message, fixes.length])).toEqual([
      [
        'This is UNKNOWN for every claim dictionary: as_of - born is a number of days, and months and years have no fixed number of days. Write as_of >= born + 18 "yr", which is the same as FullYears(born, as_of) >= 18, with month_end last; or month_end next; below the version.',
        0,
      ],
    ])
  })

  it('is told when no member matches a pattern', () => {
    const [first] = diagnosticsOf(`${DECLARED}assert habit { kind LIKE "x%" };\n`)
    expect([first?.message, first?.fixes]).toEqual([
      '"LIKE" is not an operator of a ruleset. No member of kind matches "x%".',
      [],
    ])
  })
})
