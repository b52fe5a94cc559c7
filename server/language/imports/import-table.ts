/** Writes a decision table from rows of text. */
import { asciiName } from '../syntax/ascii-name'
import { quoteText } from '../syntax/string-literal'
import type { TablePolicy } from '../syntax/syntax'
import { type ColumnKind, importCell, importValue, kindOf, unquoted, valuesIn } from './imported-cells'

/** A claim or a definition that the ruleset has already. */
export interface KnownName extends ColumnKind {
  readonly name: string
}

export type Imported =
  | {
      readonly ok: true
      /** Statements, with declarations of what the ruleset lacks. */
      readonly text: string
      /** Remarks about the import for the author to look at. */
      readonly notes: readonly string[]
    }
  | { readonly ok: false; readonly problem: string }

export interface RawTable {
  readonly name: string
  readonly policy: TablePolicy
  readonly columns: readonly RawColumn[]
  readonly result: RawColumn
  readonly rows: readonly { readonly cells: readonly string[]; readonly result: string }[]
  /** Null without one. */
  readonly otherwise: string | null
}

export interface RawColumn {
  /** With its unit, as in `speed [km/h]`. */
  readonly title: string
  /** Null if the cells decide. */
  readonly kind: ColumnKind['kind'] | null
}

export function importProblem(problem: string): Imported {
  return { ok: false, problem }
}

/** Splits `speed [km/h]` into a name and a unit. The name is null if no part of it can be one. */
export function readTitle(title: string): { readonly name: string | null; readonly unit: string | null } {
  const [, words = '', unit = null] = /^\s*(.*?)\s*(?:\[([^\]]*)\])?\s*$/s.exec(title) ?? []
  return { name: asciiName(words), unit }
}

interface Column extends ColumnKind {
  readonly name: string
  readonly cells: readonly (readonly [first: string, second: string | null])[]
  readonly isNew: boolean
  readonly members: readonly string[]
}

export function writeTable(raw: RawTable, known: readonly KnownName[]): Imported {
  if (raw.rows.length === 0)
    return importProblem('The table has no row. Its first line holds the names of the columns.')
  const columns: Column[] = []
  for (const [index, column] of raw.columns.entries()) {
    const read = readColumn(
      column,
      raw.rows.map(({ cells }) => cells[index] ?? ''),
      known,
    )
    if (typeof read === 'string') return importProblem(read)
    columns.push(read)
  }
  const results = [...raw.rows.map(({ result }) => result), ...(raw.otherwise === null ? [] : [raw.otherwise])]
  const result = readResult(raw, results)
  if (typeof result === 'string') return importProblem(result)
  const heads = columns.flatMap((column) => (hasSecond(column) ? [column.name, column.name] : [column.name]))
  const lines = raw.rows.map((_, row) => {
    const cells = columns.flatMap((column) => {
      const [first, second] = column.cells[row]!
      return hasSecond(column) ? [first, second ?? '-'] : [first]
    })
    const value = raw.policy === 'collect count' ? '' : ` => ${result.values[row]}`
    return `  ${cells.join(' | ')}${value};\n`
  })
  const last = raw.otherwise === null ? '' : `  else => ${result.values.at(-1)};\n`
  const type = raw.policy === 'collect count' ? '' : ` -> ${result.type}`
  const declared = columns.filter(({ isNew }) => isNew).map(declare)
  const table = `table ${raw.name} ${raw.policy} (${heads.join(', ')})${type} {\n${lines.join('')}${last}};\n`
  const notes =
    declared.length === 0 ? [] : ['Columns that the ruleset lacks are declared as claims. Check their types.']
  return { ok: true, text: `${declared.join('')}${table}`, notes }
}

function hasSecond({ cells }: Column): boolean {
  return cells.some(([, second]) => second !== null)
}

/** The message if a cell cannot be written. */
function readColumn(
  { title, kind }: RawColumn,
  cells: readonly string[],
  known: readonly KnownName[],
): Column | string {
  const { name, unit } = readTitle(title)
  if (name === null) return `“${title}” cannot be a name. Name the column with letters, digits and _.`
  const own = known.find((each) => each.name === name)
  const column: ColumnKind = own ?? { kind: kind ?? kindOf(cells), unit }
  const used = { kind: column.kind, unit: unit ?? column.unit }
  const written: [string, string | null][] = []
  for (const [row, cell] of cells.entries()) {
    const imported = importCell(cell, used)
    if (imported === null)
      return `The cell “${cell}” of “${title}” in row ${row + 1} is no value, list of values, comparison or range of this column. Correct it there and import again.`
    written.push([imported.first, imported.second])
  }
  const members = used.kind === 'text' ? [...new Set(cells.flatMap(valuesIn).map(unquoted))] : []
  return { ...used, name, cells: written, isNew: own === undefined, members }
}

function declare({ name, kind, unit, members }: Column): string {
  const type =
    kind === 'numeric'
      ? `numeric${unit === null ? '' : ` ${quoteText(unit)}`}`
      : kind === 'text'
        ? `enum {${members.map(quoteText).join(', ')}}`
        : kind
  return `declare ${name} as ${type};\n`
}

/** The message if a result cannot be written. */
function readResult({ result, policy }: RawTable, results: readonly string[]) {
  if (policy === 'collect count') return { type: 'numeric', values: [] }
  const { unit } = readTitle(result.title)
  const kind = result.kind ?? kindOf(results)
  const empty = results.indexOf('')
  if (empty >= 0) return `Row ${empty + 1} has no result. Write it there and import again.`
  const values = results.map((value) => importValue(value, { kind, unit: null }))
  const wrong = values.indexOf(null)
  if (wrong >= 0)
    return `The result “${results[wrong]}” in row ${wrong + 1} is ${kind === 'numeric' ? 'no number' : 'no value of its column'}. Correct it there and import again.`
  const members = [...new Set(results.map(unquoted))].map(quoteText).join(', ')
  const written = kind === 'text' ? `enum {${members}}` : kind
  return { type: `${written}${kind === 'numeric' && unit !== null ? ` ${quoteText(unit)}` : ''}`, values }
}
