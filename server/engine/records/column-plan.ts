/** Which column of a table each claim takes. It is made once for a file, and shown before the file is read. */
import type { FallbackValue, RecordField } from './record-fields'

export interface ColumnPlan {
  /** By column; null for a column that no claim takes. */
  readonly columns: readonly (TakenColumn | null)[]
  /** In the order of the ruleset. */
  readonly sources: readonly ClaimSource[]
  /** Titles of the columns that no claim takes, without empty ones. */
  readonly unused: readonly string[]
  /** Titles that several columns of one claim have, which prevent reading. */
  readonly twice: readonly string[]
  /** Columns with the number of entries that a list with other columns lacks, which prevents reading. */
  readonly uncounted: readonly string[]
}

export interface TakenColumn {
  readonly field: RecordField
  /** The unit of bare numbers, from the title: `weight [kg]`. */
  readonly unit: string | null
}

/** The source of the value of a claim in every record. */
export type ClaimSource = { readonly field: RecordField } & (
  | { readonly kind: 'column'; readonly title: string; readonly position: number; readonly unit: string | null }
  | { readonly kind: 'default'; readonly value: FallbackValue }
  | { readonly kind: 'unknown' }
)

const TITLE = /^(.*?)[ \t]*\[([^[\]]*)\]$/s

/**
 * @param titles cells of the first row
 * @param others titles with a special meaning, which no claim takes
 */
export function planColumns(
  titles: readonly string[],
  fields: readonly RecordField[],
  others: (title: string) => boolean = () => false,
): ColumnPlan {
  const byColumn = new Map(fields.map((field) => [field.column.normalize('NFC'), field]))
  const columns = titles.map((cell) => {
    const title = trimBlanks(cell).normalize('NFC')
    return others(title) ? null : takenColumn(title, byColumn)
  })
  const positions = new Map<RecordField, number[]>()
  for (const [position, column] of columns.entries())
    if (column !== null) positions.set(column.field, [...(positions.get(column.field) ?? []), position])
  const sources = fields.map((field): ClaimSource => {
    const position = positions.get(field)?.[0]
    if (position !== undefined)
      return { field, kind: 'column', title: titles[position] ?? '', position, unit: columns[position]!.unit }
    return field.fallback === null ? { field, kind: 'unknown' } : { field, kind: 'default', value: field.fallback }
  })
  return {
    columns,
    sources,
    uncounted: uncountedLists(sources),
    unused: titles.filter((title, i) => columns[i] === null && trimBlanks(title) !== '' && !others(trimBlanks(title))),
    twice: [...positions].flatMap(([{ column }, all]) => (all.length > 1 ? [column] : [])),
  }
}

/** An entry is there only if its list is that long, so its columns would be read for nothing. */
function uncountedLists(sources: readonly ClaimSource[]): readonly string[] {
  const entries = sources.flatMap(({ field, kind }) =>
    kind === 'column' && field.name.includes('[') ? [field.name] : [],
  )
  return sources.flatMap(({ field: { kind, name, column }, kind: source }) =>
    kind === 'count' && source === 'unknown' && entries.some((entry) => entry.startsWith(`${name}[`)) ? [column] : [],
  )
}

/** Optional records that must be there for a claim, and lists that must have its entry. */
export interface Around {
  readonly source: ClaimSource
  /** The number of the entry; null for a record. */
  readonly entry: number | null
}

/** The records and lists around a claim, as in `driver[2].age`. */
export function groupsAround({ name }: RecordField, { sources }: ColumnPlan): readonly Around[] {
  return sources.flatMap((source): Around[] => {
    const { kind, name: group } = source.field
    if (kind === 'given' && name.startsWith(`${group}.`)) return [{ source, entry: null }]
    if (kind !== 'count' || !name.startsWith(`${group}[`)) return []
    return [{ source, entry: Number.parseInt(name.slice(group.length + 1), 10) }]
  })
}

/** Columns of the fields of an optional record, which say that it is there. */
export function fieldColumns({ name }: RecordField, { sources }: ColumnPlan): readonly number[] {
  return sources.flatMap((source) =>
    source.kind === 'column' && source.field.name.startsWith(`${name}.`) ? [source.position] : [],
  )
}

function takenColumn(title: string, byColumn: ReadonlyMap<string, RecordField>): TakenColumn | null {
  const [, stem = '', unit = ''] = TITLE.exec(title) ?? []
  const field = byColumn.get(title)
  // A column may be called `Weight [kg]` as a whole.
  if (field !== undefined)
    return { field, unit: field.kind === 'numeric' && field.unit !== null && unit !== '' ? unit : null }
  const united = byColumn.get(stem)
  return united?.kind === 'numeric' && unit.trim() !== '' ? { field: united, unit: unit.trim() } : null
}

/** Only spaces and tabs: other blanks are part of a cell, because they can be a mistake. */
export function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlankCode(text.charCodeAt(start))) start++
  while (end > start && isBlankCode(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9
}
