/**
 * Functions of other languages on dates and texts, and what language 1.4 has for them. Older versions have neither, and
 * take the advice of the catalogue of idioms.
 */

const CLOCK =
  'A ruleset has no clock. Declare the day that counts as a claim, as in declare as_of as date; and write as_of here.'
const BETWEEN =
  'From born to as_of, FullYears(born, as_of) is the number of full years and FullMonths(born, as_of) of full months, with month_end last; below the version. as_of - born is the number of days, as in as_of - born >= 30 "d".'
const LATER =
  'A duration is added with its unit: three months after filed are filed + 3 "mo", with month_end last; below the version. Days have "d", and years "yr".'
const SHAPE =
  'For a text, declare a shape, as in shape begins_with_a = "a.*"; and write Matches(name, begins_with_a). For an enum, list the members with IsMember.'
const CASE =
  'To ignore the case, declare the claim as text ignoring case, or as an enum with ignoring case behind its members, and compare it as it is.'

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['date', 'A date is written with its year, month and day: for Date(2026, 1, 31) write 2026-01-31.'],
  ...['today', 'now', 'getdate', 'current_date'].map((word) => [word, CLOCK] as const),
  ...['datediff', 'datedif', 'daysbetween', 'monthsbetween', 'yearsbetween'].map((word) => [word, BETWEEN] as const),
  ['age', BETWEEN],
  ['eomonth', 'EndOfMonth(filed) is the last day of the month of filed, as EOMONTH(filed, 0) is in a spreadsheet.'],
  ...['addmonths', 'adddays', 'addyears', 'dateadd', 'edate'].map((word) => [word, LATER] as const),
  ...['contains', 'startswith', 'endswith', 'like'].map((word) => [word, SHAPE] as const),
  ...['lower', 'upper', 'tolower', 'toupper', 'lowercase', 'uppercase'].map((word) => [word, CASE] as const),
])

/** @returns null for any other function */
export function adviceOfNewerFunction(name: string): string | null {
  return ADVICE.get(name.toLowerCase()) ?? null
}
