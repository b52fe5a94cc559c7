/** Random rules about dates, timestamps, codes and roundings. */
import type { Random } from '../../engine/testing/random-rules'

const DATED = `version 1.4;
month_end MONTH_END;
declare from as date; declare to as date or {"open", "blank"}; declare at as timestamp; declare n as whole or {"NA"} else "odd";
declare amount as numeric; declare sure as boolean;
declare unit_price as numeric;
`

const TEXTS = ['free == "abc"', 'word != "NA"', 'word == "x y"', 'IsGiven(word)']

/** Conditions about claims without codes. */
const PLAIN = ['from < 2026-03-01', 'amount * 3 <= 100.1', 'Year(from) == 2026', 'sure']

/** @param withTexts whether claims that are texts occur */
export function randomDatedRules(random: Random, withTexts: boolean): string {
  const conditions = [
    'from < 2026-03-01',
    'from + 3 "d" >= to',
    'to == "open"',
    'at >= 2026-01-01T00:00:00Z',
    'at - 2026-01-01T00:00:00Z <= 90 "min"',
    'DateOf(at, "+01:00") == from',
    'n > 3',
    'n == "NA"',
    ...(withTexts ? TEXTS : []),
    'amount * 3 <= 100.1',
    'amount / unit_price > 1.5',
    'amount % unit_price == 0.5',
    'Year(from) == 2026',
    'Month(from) * 100 + Day(from) > 220',
    'from + 1 "mo" > 2026-02-28',
    'from + -1 "mo" == 2026-02-28',
    'from + 3 "yr" <= 2027-02-28',
    'FullMonths(from, 2026-05-31) >= 2',
    'FullMonths(2024-02-29, from) >= 12',
    'FullYears(from, 2026-05-31) >= 1',
    'Weekday(from) <= 5',
    'Day(EndOfMonth(from + 1 "mo")) == 31',
    'Round(amount, 0.1, "half_even") == amount',
    'Floor(amount) + Ceil(unit_price) > Abs(amount)',
    'Max(amount, 2) % 1.5 == 0.5',
    'sure',
  ]
  const plain = withTexts ? [...PLAIN, 'free == "abc"'] : PLAIN
  const pick = (from: readonly string[] = conditions) => from[Math.floor(random() * from.length)]!
  const rules = Array.from(
    { length: 8 },
    (_, i) => `assert r${i} { Or(And(${pick()}, ${pick()}), And(Not(${pick(plain)}), sure)) };`,
  )
  const texts = withTexts ? 'declare free as text; declare word as text or {"NA"};\n' : ''
  return `${DATED.replace('MONTH_END', random() < 0.5 ? 'last' : 'next')}${texts}${rules.join('\n')}`
}
