import { errorMessage, warningMessage } from './diagnostic'
import { type IdiomId, wayOut } from './idioms'

type LookupKind = 'parameter' | 'scale' | 'table'

const ENTRIES: Readonly<Record<LookupKind, string>> = {
  parameter: '2023-09-01: 51;',
  scale: '11600: 12%;',
  table: '"severe" | > 2 => 100 "USD";',
}

const KEYS: Readonly<Record<LookupKind, { readonly what: string; readonly example: string }>> = {
  parameter: {
    what: 'the claim whose date decides',
    example: 'parameter age_limit "yr" by as_of { 2023-09-01: 51; };',
  },
  scale: {
    what: 'the claim that is divided into brackets',
    example: 'scale income_tax of taxable "USD" { 0: 10%; 11600: 12%; };',
  },
  table: {
    what: 'a claim, a field or a definition as a column',
    example: 'table fine first (speed, zone) -> numeric "USD" { > 50 "km/h" | "school" => 100; };',
  },
}

/** Messages about parameters, scales and decision tables of language 1.4. */
export const LOOKUPS = {
  'expected-entries': errorMessage(
    (what: LookupKind, actual: string) =>
      `Expected the entries of the ${what} in braces, as in { ${ENTRIES[what]} }, but found ${actual}.`,
  ),
  'no-entry': errorMessage(
    (what: LookupKind) => `This ${what} has no entry. Write at least one, as in ${ENTRIES[what]}`,
  ),
  'entry-separator': errorMessage(() => 'Entries end with a semicolon, not a comma.'),
  'entry-end': errorMessage(() => 'Every entry ends with a semicolon. One is missing here.'),
  'expected-entry-end': errorMessage((actual: string, idiom: IdiomId | null) =>
    `Expected ; at the end of the entry, but found ${actual}. ${wayOut(idiom)}`.trim(),
  ),
  'expected-key': errorMessage(
    (what: LookupKind, actual: string) =>
      `Expected ${KEYS[what].what}, but found ${actual}. For example: ${KEYS[what].example}`,
  ),
  'expected-lookup-word': errorMessage(
    (word: string, what: 'parameter' | 'scale', actual: string) =>
      `Expected ${word} and ${KEYS[what].what}, but found ${actual}. For example: ${KEYS[what].example}`,
  ),
  'expected-entry-date': errorMessage(
    (actual: string) =>
      `An entry of a parameter begins with the first day of its value, as in 2023-09-01: 51; but this is ${actual}.`,
  ),
  'expected-colon': errorMessage(
    (what: 'parameter' | 'scale', actual: string) =>
      `Expected : and a ${what === 'scale' ? 'rate' : 'value'}, as in ${ENTRIES[what]} but found ${actual}.`,
  ),
  'expected-source': errorMessage(
    (actual: string) => `Behind @ stands the source in quotation marks, as in @ "PL 118-5, 311". This is ${actual}.`,
  ),
  'table-policy': errorMessage(
    (actual: string) =>
      `A table says which row counts if several apply: first (the topmost), unique (never more than one does), any (they agree), collect sum or collect count. This is ${actual}.`,
  ),
  'table-columns': errorMessage(
    (actual: string) =>
      `Expected the columns of the table in round brackets, as in (speed, zone), but found ${actual}.`,
  ),
  'table-result': errorMessage(
    (actual: string) =>
      `Expected the type of the results, as in -> numeric "USD", -> boolean, -> date or -> enum {"a", "b"}, but found ${actual}.`,
  ),
  'table-arrow': errorMessage((right: string) =>
    right === '->'
      ? 'The type of the results stands behind ->. The arrow => stands before the result of a row.'
      : 'The result of a row stands behind =>. The arrow -> stands before the type of the results.',
  ),
  'repeated-else': errorMessage(() => 'A table has one else row, which counts where no other row applies.'),
  'empty-cell': errorMessage(() => 'A cell of this row is empty. Write - if any value will do.'),
  'expected-cell-end': errorMessage((actual: string, idiom: IdiomId | null) =>
    `Expected | and the next cell, or => and the result of the row, but found ${actual}. ${wayOut(idiom)}`.trim(),
  ),
  'cell-not': errorMessage((actual: string) => `In a cell, "${actual}" is written not, as in not "minor".`),
  'counted-value': errorMessage(
    () => 'A table that collects a count has no results: its value is the number of rows that apply.',
  ),
  'count-type': errorMessage(() => 'A count is a number without a unit. Leave the type out, or write -> numeric.'),
  'sum-type': errorMessage(() => 'Only numbers have a sum. Write -> numeric, with a unit if there is one.'),
  'result-codes': errorMessage(() => 'The results of a table have no codes. Write -> enum with all of them.'),
  'collected-else': errorMessage(
    () => 'A table that collects has no else row: where no row applies, its sum or count is 0.',
  ),
  'cell-count': errorMessage(
    (expected: number, actual: number) =>
      `This row has ${actual} ${actual === 1 ? 'cell' : 'cells'}, and the table has ${expected} ${expected === 1 ? 'column' : 'columns'}. Write - in a cell where any value will do.`,
  ),
  'set-column': errorMessage(() => 'A column holds one value, and this is a set.'),
  'empty-range': errorMessage((isOpen: boolean) =>
    isOpen
      ? 'No value is in this range, because its lower end is not below its upper end. Correct one of them.'
      : 'No value is in this range, because its lower end is above its upper end. Write the lower one first.',
  ),
  'parameter-key': errorMessage(
    (type: string) => `A parameter changes by date, and this is ${type}. Name a claim or a definition that is a date.`,
  ),
  'entry-order': errorMessage((what: 'dates' | 'bounds') =>
    what === 'dates'
      ? 'The dates of a parameter ascend, so that a reader sees which value is the latest.'
      : 'The bounds of a scale ascend, so that each bracket ends where the next one begins.',
  ),
  'repeated-entry': errorMessage((written: string) => `${written} has a value already. Remove one of the two.`),
  'entry-value': errorMessage(
    () => 'The value of an entry is written out: a number, a date, a text in quotation marks, True or False.',
  ),
  'scale-range': errorMessage(
    (lower: string) =>
      `A row of a scale begins above its number and ends where the next row begins, so it has no upper end. Write only ${lower} before the colon. If nothing is added above the last end, a last row says so with 0%.`,
  ),
  'scale-bound': errorMessage(() => 'A bound of a scale is a plain number in the unit of the scale.'),
  'plain-rate': warningMessage(
    (written: string, percent: string) =>
      `As a rate, ${written} is ${percent}%: of every unit above the bound, ${written} units. Write ${written}% if percent is meant, or ${percent}% to say so.`,
  ),
  'scale-rate': errorMessage(() => 'A rate of a scale is a percentage or a plain number, as in 12% or 0.12.'),
} as const
