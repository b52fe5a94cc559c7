/** Tables and parameters from CSV files, pasted sheets, YAML and DMN (public/docs/language.md, "Decision tables"). */
import { asciiName } from '../syntax/ascii-name'
import { quoteText } from '../syntax/string-literal'
import type { TablePolicy } from '../syntax/syntax'
import { importDmn } from './import-dmn'
import { type Imported, importProblem, type KnownName, readTitle, writeTable } from './import-table'
import { importValue, kindOf } from './imported-cells'
import { readSheet } from './sheet'

export type { Imported, KnownName } from './import-table'

/** Texts of more characters are refused. */
const MAX_CHARACTERS = 1_000_000

/**
 * @param text a DMN file, YAML with dates, or rows of cells whose first line has the names
 * @param known what the ruleset has already
 */
export function importText(text: string, known: readonly KnownName[]): Imported {
  if (text.length > MAX_CHARACTERS)
    return importProblem('This is longer than a million characters. Import it in parts.')
  if (text.trim() === '') return importProblem('There is nothing to import. Paste rows of a sheet, or choose a file.')
  if (/^\s*</.test(text)) return importDmn(text, known)
  if (/^\s*["']?\d{4}-\d{2}-\d{2}["']?\s*:/m.test(text)) return importYaml(text)
  return importSheet(text, known)
}

const POLICIES: Readonly<Record<string, TablePolicy>> = {
  U: 'unique',
  F: 'first',
  A: 'any',
  'C+': 'collect sum',
  'C#': 'collect count',
}

function importSheet(text: string, known: readonly KnownName[]): Imported {
  const [head = [], ...rows] = readSheet(text)
  if (rows.length === 0)
    return importProblem('There is only one line. The first line holds the names, the others the rows.')
  if (rows.every(([date = '']) => /^\d{4}-\d{2}-\d{2}$/.test(date)) && (head.length === 2 || head.length === 3))
    return importDated(head, rows)
  const numbered = rows.every(([first = ''], i) => first === String(i + 1))
  const from = numbered && head.length > 2 ? 1 : 0
  const policy = (numbered ? POLICIES[head[0]?.toUpperCase() ?? ''] : undefined) ?? 'first'
  const titles = head.slice(from)
  if (titles.length < 2) return importProblem('A table has at least one column and, as its last column, the results.')
  const result = titles.at(-1) ?? ''
  const { name } = readTitle(result)
  if (name === null) return importProblem(`“${result}” cannot be a name. The last column names the table.`)
  return writeTable(
    {
      name,
      policy,
      columns: titles.slice(0, -1).map((title) => ({ title, kind: null })),
      result: { title: result, kind: null },
      rows: rows.map((row) => ({ cells: row.slice(from, -1), result: row.at(-1) ?? '' })),
      otherwise: null,
    },
    known,
  )
}

interface Dated {
  readonly date: string
  readonly value: string
  readonly source: string
}

/** Columns: the date, the value, and perhaps its source. */
function importDated([by = '', title = '']: readonly string[], rows: readonly (readonly string[])[]): Imported {
  const key = asciiName(by)
  const { name, unit } = readTitle(title)
  if (key === null || name === null)
    return importProblem('The first line names the date and the value, as in: as_of, upper_age [yr], source.')
  const values = rows.map(([date = '', value = '', source = '']) => ({ date, value, source }))
  return writeParameter(name, key, unit, values)
}

function writeParameter(name: string, key: string, unit: string | null, dated: readonly Dated[]): Imported {
  const kind = kindOf(dated.map(({ value }) => value))
  const sorted = [...dated].sort((a, b) => (a.date < b.date ? -1 : 1))
  const repeated = sorted.find(({ date }, i) => sorted[i + 1]?.date === date)
  if (repeated !== undefined) return importProblem(`${repeated.date} has two values. Remove one of them.`)
  const lines = sorted.map(({ date, value, source }) => {
    const written = importValue(value, { kind, unit: null }) ?? quoteText(value)
    return `  ${date}: ${written}${source === '' ? '' : ` @ ${quoteText(source)}`};\n`
  })
  const head = `parameter ${name}${unit === null || kind !== 'numeric' ? '' : ` ${quoteText(unit)}`} by ${key}`
  return {
    ok: true,
    text: `${head} {\n${lines.join('')}};\n`,
    notes: [`Its date is called ${key}. Declare it as a date if it is a claim.`],
  }
}

/** Dates as keys, each with a value or with lines `value:` and `source:` below it, as OpenFisca has them. */
function importYaml(text: string): Imported {
  const dated: { date: string; value: string; source: string }[] = []
  let name: string | null = null
  let unit: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const [, indent = '', key = '', rest = ''] =
      /^(\s*)(?:-\s*)?["']?([\w .-]+?)["']?\s*:\s*(.*?)\s*(?:\s#.*)?$/.exec(line) ?? []
    if (key === '') continue
    const value = scalar(rest)
    const last = dated.at(-1)
    if (/^\d{4}-\d{2}-\d{2}$/.test(key)) dated.push({ date: key, value, source: '' })
    else if (key === 'unit') unit = value
    else if (key === 'name') name = asciiName(value)
    else if (last !== undefined && key === 'value') last.value = value
    else if (last !== undefined && /^(source|reference|title|href)$/.test(key) && last.source === '')
      last.source = value
    else if (indent === '' && value === '' && key !== 'values' && key !== 'metadata') name ??= asciiName(key)
  }
  const missing = dated.find(({ value }) => value === '' || value === 'null')
  if (missing !== undefined)
    return importProblem(`${missing.date} has no value. Leave it out: before the first date there is no value.`)
  return writeParameter(name ?? 'imported_value', 'as_of', unit, dated)
}

function scalar(text: string): string {
  const [, quoted] = /^(?:"(.*)"|'(.*)')$/.exec(text)?.filter((part) => part !== undefined) ?? []
  return quoted ?? text
}

/** Puts the statements above the first assertion, where later definitions and assertions may use them. */
export function insertStatements(text: string, statements: string): string {
  const at = /^(?:[ \t]*\/\/.*\n)*[ \t]*assert\b/m.exec(text)?.index ?? text.length
  const before = text.slice(0, at)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const rest = text.slice(at)
  return `${before}${gap}${statements}${rest === '' ? '' : '\n'}${rest}`
}
