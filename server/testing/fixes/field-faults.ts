/** Faults of the statements and values that 1.4 adds, made in one text that uses them all. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Fault, lineFault } from './statement-faults'

const TEXT = readFileSync(path.join(import.meta.dirname, 'every-statement.tsr'), 'utf8')
const LIBRARY_HASH = /sha256:[0-9a-f]{64}/g

type Place = readonly [name: string, restores: boolean, pattern: RegExp, write: (...groups: string[]) => string]

const PLACES: readonly Place[] = [
  ['a text that is asked for as blank', true, /IsGiven\(street\)/g, () => 'Not(IsBlank(street))'],
  ['a cell with an operator of another language', true, /\| not "/g, () => '| != "'],
  ['a number that differs from another, where a code may stand', false, /Not\((income) == /g, () => '(income != '],
  ['a column without quotes', true, /"Income \(000\)"/g, () => 'Income (000)'],
  ['a condition without a parameter', false, /condition dear\(x\) = x/g, () => 'condition dear = fee'],
  ['a counted row with a value', true, /"school";/g, () => '"school" => 1;'],
  ['a date with slashes', true, /(\d{4})-(\d\d)-(\d\d)\)/g, (_, year, month, day) => `${year}/${month}/${day})`],
  ['a date with points', true, /(\d{4})-(\d\d)-(\d\d)\)/g, (_, year, month, day) => `${day}.${month}.${year})`],
  ['an upper end of a row of a scale', true, /\{ 0: 10%/g, () => '{ 0..100: 10%'],
  ['an exception inside the braces', true, / \} (except when waived .*);/g, (_, exceptions) => ` ${exceptions} };`],
  ['a report with a type', true, /report reason =/g, () => 'report reason as text ='],
  [
    'a cell that excludes a number, where a code may stand',
    false,
    /table fine first \(speed/g,
    () =>
      'table exempted first (income) -> boolean { not > 5 "USD" => True; else => False };\nassert exempted_all { exempted };\ntable fine first (speed',
  ],
  ['a unit of a report without quotes', true, /report due "USD"/g, () => 'report due USD'],
  ['a rate without its percent sign', false, /\{ 0: 10%; 100/g, () => '{ 0: 10; 100'],
  ['a bound with its unit', true, /\{ 0: 10%/g, () => '{ 0 "USD": 10%'],
  ['a list that is asked for as empty', true, /Count\(codes\) >= 1/g, () => 'Not(IsEmpty(codes))'],
  ['an empty cell', true, /\| - =>/g, () => '| =>'],
  ['bounds the wrong way round', true, /30 "km\/h" \.\. 50 "km\/h"/g, () => '50 "km/h" .. 30 "km/h"'],
  ['an entry without its end', true, /: (51|53);\n/g, (_, value) => `: ${value}\n`],
  ['entries out of order', true, /0: 10%; 100: 12%/g, () => '100: 12%; 0: 10%'],
  ['entries with a comma', true, /10%; /g, () => '10%, '],
  ['an exception with if', true, /except when/g, () => 'except if'],
  ['a quoted date of an entry', true, /(\d{4}-\d\d-\d\d): /g, (_, date) => `"${date}": `],
  ['an arm with a colon', true, /(late|waived|else) => /g, (_, condition) => `${condition}: `],
  ['a first exception with then', true, /\} except when waived/g, () => '} then except when waived'],
  ['arms with a comma', true, / => True; /g, () => ' => True, '],
  ['a library that says something else', false, /x > 5 "USD"/g, () => 'x > 6 "USD"'],
  ['a hash in capitals', true, LIBRARY_HASH, (hash) => hash.toUpperCase().replace('SHA256', 'sha256')],
  ['the name of a library without quotes', true, /"house\/people"/g, () => 'house/people'],
  ['a list without of', true, /list of enum/g, () => 'list enum'],
  ['no rule for the end of a month', false, /month_end last;\n/g, () => ''],
  ['a quoted date', true, /== (2026-01-31)/g, (_, date) => `== "${date}"`],
  ['a quoted timestamp', true, />= (\d\S+Z)/g, (_, moment) => `>= "${moment}"`],
  ['a timestamp without a zone', true, /(T09:30:00)Z/g, (_, time) => time],
  ['a timestamp beside a date', true, /DateOf\(sent, "Z"\)/g, () => 'sent'],
  ['a date of a timestamp without an offset', true, /DateOf\(sent, "Z"\)/g, () => 'DateOf(sent)'],
  ['days without a unit', false, /filed \+ 3 "mo"/g, () => 'filed + 3'],
  ['a mode of rounding with a hyphen', true, /half_up/g, () => 'half-up'],
  ['a misspelt shape', true, /Matches\(card, card_number/g, () => 'Matches(card, cardnumber'],
  ['hours without a unit', false, /72 "h"/g, () => '72'],
  ['a library that is used twice', true, /use [^}]*\};\n/g, (statement) => `${statement}${statement}`],
  ['the other case where case is ignored', false, /"Bonn"/g, () => 'And(city == "BONN", city == "Bonn")'],
  ['a misspelt check digit', true, /luhn/g, () => 'lunh'],
  ['the arrow of a row', true, / => (100|40|5|0);/g, (_, value) => ` -> ${value};`],
  ['a table without a policy', false, /fine first/g, () => 'fine'],
  ['a misspelt assertion', true, /FirstFailed\(limit/g, () => 'FirstFailed(limt'],
  ['a citation of a misspelt name', true, /@cite (\w)(\w+)/g, (_, first, rest) => `@cite ${first}${first}${rest}`],
  ['a misspelt field', true, /applicant\.age >=/g, () => 'applicant.agee >='],
  ['a misspelt vocabulary', true, /enum regions/g, () => 'enum region'],
]

export const FIELD_FAULTS: readonly Fault[] = PLACES.map(([name, restores, pattern, write]) => {
  const { make } = lineFault(name, restores, pattern, write)
  return { name, restores, make: (_, random) => make(TEXT, random) }
})
