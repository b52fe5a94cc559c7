/** Matches CSV columns with claims by name. A header may end with a unit for bare numbers: `weight [kg]`. */
import type { ClaimField } from '../../editor/ruleset-description'

export interface CsvColumns {
  readonly claims: readonly (CsvColumn | null)[]
  /** Columns that are kept in the download but not checked. */
  readonly unused: readonly string[]
  /** Claims without a column, unknown in every row. */
  readonly missing: readonly string[]
  /** Claims with several columns, which prevent a run. */
  readonly twice: readonly string[]
}

export interface CsvColumn {
  readonly claim: ClaimField
  /** Unit for bare numbers. */
  readonly unit: string | null
}

export function csvColumns(header: readonly string[], claims: readonly ClaimField[]): CsvColumns {
  const byName = new Map(claims.map((claim) => [claim.name, claim]))
  const columns = header.map((cell): CsvColumn | null => {
    const [, name = '', unit = null] = /^\s*(.*?)\s*(?:\[([^\]]*)\])?\s*$/s.exec(cell) ?? []
    const claim = byName.get(name)
    return claim === undefined ? null : { claim, unit }
  })
  const named = columns.flatMap((column) => column?.claim.name ?? [])
  return {
    claims: columns,
    unused: header.filter((cell, position) => columns[position] === null && cell.trim() !== ''),
    missing: claims.flatMap(({ name }) => (named.includes(name) ? [] : name)),
    twice: [...new Set(named.filter((name, position) => named.indexOf(name) !== position))],
  }
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/
const NUMERAL = /^[-+]?[\d.]+([eE][+-]?\d+)?$/
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ['yes', 'true'],
  ['true', 'true'],
  ['no', 'false'],
  ['false', 'false'],
])

/**
 * Returns a cell as JSON text, with numbers as typed. A column unit is added even if the claim has no unit; the row is
 * then refused.
 */
export function cellLiteral({ claim, unit }: CsvColumn, cell: string): string {
  const text = cell.trim()
  if (text === '') return 'null'
  if (claim.type === 'boolean') return TRUTHS.get(text.toLowerCase()) ?? JSON.stringify(text)
  if (claim.type === 'enum') return JSON.stringify(text)
  if (claim.unit === null && unit === null) return JSON_NUMBER.test(text) ? text : JSON.stringify(text)
  return JSON.stringify(unit !== null && NUMERAL.test(text) ? `${text} ${unit}` : text)
}

export function lineOf({ claims, missing }: CsvColumns, cells: readonly string[]): string {
  let line = ''
  for (let position = 0; position < claims.length; position++) {
    const column = claims[position]
    if (column != null) line += `,"${column.claim.name}":${cellLiteral(column, cells[position] ?? '')}`
  }
  for (const name of missing) line += `,"${name}":null`
  return `{${line.slice(1)}}`
}
