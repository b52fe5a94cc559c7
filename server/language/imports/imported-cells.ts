/**
 * Cells of spreadsheets and of DMN (FEEL unary tests) as cells of a table. A cell that cannot be expressed is a problem, never a
 * guess.
 */
import { instantOf } from '../numeric/instant'
import { quoteText } from '../syntax/string-literal'

/** What is known about the values of a column. */
export interface ColumnKind {
  readonly kind: 'numeric' | 'boolean' | 'date' | 'timestamp' | 'text'
  readonly unit: string | null
}

/** A cell for the column, and one for a second column of the same name if both ends of a range need it. */
export interface ImportedCell {
  readonly first: string
  readonly second: string | null
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
const DATE = /^(?:date\(\s*"(\d{4}-\d{2}-\d{2})"\s*\)|@?"?(\d{4}-\d{2}-\d{2})"?)$/
const TIMESTAMP = /^(?:date and time\(\s*"([^"]+)"\s*\)|@?"?(\d{4}-\d{2}-\d{2}T[^"]+)"?)$/
const RANGE = /^([[\](])\s*(.+?)\s*\.\.\s*(.+?)\s*([\])[])$/s
const COMPARISON = /^(<=|>=|<|>|≤|≥|!=|=)\s*(.+)$/s

/** Decides the kind of a column from its cells: dates, timestamps, truth values, numbers, else texts. */
export function kindOf(cells: readonly string[]): ColumnKind['kind'] {
  const values = cells.flatMap(valuesIn)
  const all = (fits: (value: string) => boolean) => values.length > 0 && values.every(fits)
  if (all((value) => DATE.test(value))) return 'date'
  if (all((value) => timestampIn(value) !== null)) return 'timestamp'
  if (all((value) => /^(true|false|yes|no)$/i.test(value))) return 'boolean'
  return all((value) => NUMBER.test(plainNumber(value))) ? 'numeric' : 'text'
}

/** The values that a cell names. */
export function valuesIn(cell: string): readonly string[] {
  const text = withoutNot(cell).text
  if (isAny(text)) return []
  return splitList(text).flatMap((part) => {
    const range = RANGE.exec(part)
    if (range !== null) return [range[2]!, range[3]!]
    return [COMPARISON.exec(part)?.[2] ?? part]
  })
}

/** Null if a cell cannot say this. */
export function importCell(cell: string, column: ColumnKind): ImportedCell | null {
  const { text, negated } = withoutNot(cell)
  if (isAny(text)) return negated ? null : { first: '-', second: null }
  const tests = splitList(text)
  const [only] = tests
  const split = tests.length === 1 && !negated && only !== undefined ? openRange(only, column) : null
  if (split !== null) return split
  const written = tests.map((test) => importTest(test, column))
  if (written.includes(null)) return null
  return { first: `${negated ? 'not ' : ''}${written.join(', ')}`, second: null }
}

/** Null if the value does not fit the column. */
export function importValue(value: string, { kind, unit }: ColumnKind): string | null {
  switch (kind) {
    case 'numeric': {
      const number = plainNumber(value)
      return NUMBER.test(number) ? `${number}${unit === null ? '' : ` ${quoteText(unit)}`}` : null
    }
    case 'boolean':
      if (/^(true|yes)$/i.test(value)) return 'True'
      return /^(false|no)$/i.test(value) ? 'False' : null
    case 'date': {
      const [, called, plain] = DATE.exec(value) ?? []
      return called ?? plain ?? null
    }
    case 'timestamp':
      return timestampIn(value)
    case 'text':
      return quoteText(unquoted(value))
  }
}

/** Null unless it is an instant: a time without an offset does not name one. */
function timestampIn(value: string): string | null {
  const [, called, plain] = TIMESTAMP.exec(value) ?? []
  const written = called ?? plain
  return written !== undefined && instantOf(written) !== null ? written : null
}

export function unquoted(value: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : value
}

function isAny(text: string): boolean {
  return /^[-–—*]?$/.test(text)
}

/** Reads a number without thousands separators. */
function plainNumber(value: string): string {
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value) ? value.replaceAll(',', '') : value
}

function withoutNot(cell: string): { readonly text: string; readonly negated: boolean } {
  const [, inner] = /^not\s*\((.*)\)$/is.exec(cell.trim()) ?? []
  return inner === undefined ? { text: cell.trim(), negated: false } : { text: inner.trim(), negated: true }
}

function importTest(test: string, column: ColumnKind): string | null {
  const [, open, low = '', high = '', close] = RANGE.exec(test) ?? []
  if (open !== undefined) {
    const [from, to] = [importValue(low, column), importValue(high, column)]
    if (open !== '[' || from === null || to === null) return null
    return `${from} ${close === ']' ? '..' : '..<'} ${to}`
  }
  const [, sign, compared = ''] = COMPARISON.exec(test) ?? []
  if (sign === undefined) return importValue(test, column)
  const value = importValue(compared, column)
  if (value === null || sign === '!=') return null
  if (sign === '=') return value
  return `${sign === '≤' ? '<=' : sign === '≥' ? '>=' : sign} ${value}`
}

/** `(10..20]` leaves its lower end out, so each end becomes a separate cell. */
function openRange(test: string, column: ColumnKind): ImportedCell | null {
  const [, open, low = '', high = '', close] = RANGE.exec(test) ?? []
  if (open === undefined || open === '[') return null
  const [from, to] = [importValue(low, column), importValue(high, column)]
  return from === null || to === null ? null : { first: `> ${from}`, second: `${close === ']' ? '<=' : '<'} ${to}` }
}

/** Splits a list at commas outside of quotation marks and brackets; `1,000` is one number. */
function splitList(text: string): readonly string[] {
  if (NUMBER.test(plainNumber(text))) return [text]
  const items: string[] = ['']
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    if (sign === ',' && !isQuoted) items.push('')
    else items[items.length - 1] += sign
  }
  return items.map((item) => item.trim())
}
