/** Reads each claim from a table of cells, with the meaning that `RowReader` gives them (engine/records). */
import { type ColumnPlan, fieldColumns, trimBlanks } from '../../engine/records/column-plan'
import type { RecordField } from '../../engine/records/record-fields'
import type { Input } from '../../language/semantics/checked-input'
import type { ColumnType } from '../../sql/column-type'
import type { ClaimSource } from '../../sql/read-claim'
import { duckdbText } from './open-duckdb'
import { cellText, type TableFile } from './table-file'

const TEXT: ColumnType = { kind: 'text' }
/** Not a value of any claim, so that the engine judges the cell. */
const NOT_READ = duckdbText('?')

/** Returns the sources by input of the ruleset. */
export function cellSources(inputs: readonly Input[], plan: ColumnPlan, table: TableFile): readonly ClaimSource[] {
  const byName = new Map(plan.sources.map((source) => [source.field.name, source]))
  return inputs.map(({ kind, name }): ClaimSource => {
    const source = kind === 'local' ? undefined : byName.get(name)
    if (source === undefined) return { kind: 'unknown' }
    const { field } = source
    if (source.kind === 'column')
      return columnSource(field, source.unit, table.columns[source.position]!, table.types[source.position] ?? null)
    if (source.kind === 'default')
      return { kind: 'column', sql: duckdbText(withoutUnit(field, String(source.value))), type: TEXT }
    return field.kind === 'given' ? givenSource(field, plan, table) : { kind: 'unknown' }
  })
}

function columnSource(field: RecordField, unit: string | null, column: string, type: ColumnType | null): ClaimSource {
  const isNumber =
    type !== null &&
    (type.kind === 'integer' || type.kind === 'decimal' || type.kind === 'numeric' || type.kind === 'float')
  if (type === null || type.kind === 'local timestamp' || (unit !== null && unit !== field.unit))
    return { kind: 'unread', sql: column }
  if (type.kind !== 'text') {
    const fits = isNumber
      ? field.kind === 'numeric' || field.kind === 'count'
      : type.kind === field.kind || (type.kind === 'boolean' && field.kind === 'given')
    return fits ? { kind: 'column', sql: column, type } : { kind: 'unread', sql: column }
  }
  // A member of blanks is not an empty cell.
  if (field.texts.some((text) => text !== '' && trimBlanks(text) === '')) return { kind: 'unread', sql: column }
  const text = cellText(column, type)
  const blank = field.blank === null ? 'NULL' : duckdbText(field.blank)
  const empty = `trim(COALESCE(${text}, ''), ${duckdbText(' \t')}) = ''`
  return { kind: 'column', sql: `(CASE WHEN ${empty} THEN ${blank} ELSE ${judged(field, unit, text)} END)`, type: TEXT }
}

function judged({ kind, unit: declared, texts }: RecordField, unit: string | null, text: string): string {
  if (kind === 'count') return `CASE WHEN regexp_full_match(${text}, '[0-9]{1,4}') THEN ${text} ELSE ${NOT_READ} END`
  if (kind !== 'numeric' || declared === null || unit !== null) return text
  // Without a unit in the title, a cell has to name it.
  const suffix = duckdbText(` ${declared}`)
  const kept = ['unknown', ...texts].map(duckdbText).join(', ')
  return `CASE WHEN ends_with(${text}, ${suffix}) THEN left(${text}, length(${text}) - ${declared.length + 1}) WHEN ${text} IN (${kept}) THEN ${text} ELSE ${NOT_READ} END`
}

function withoutUnit({ unit }: RecordField, value: string): string {
  return unit !== null && value.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value
}

/** A record is there if one of its cells says something. */
function givenSource(field: RecordField, plan: ColumnPlan, table: TableFile): ClaimSource {
  const positions = fieldColumns(field, plan)
  if (positions.length === 0) return { kind: 'unknown' }
  const says = positions.map(
    (position) =>
      `trim(COALESCE(${cellText(table.columns[position]!, table.types[position] ?? null)}, ''), ${duckdbText(' \t')}) <> ''`,
  )
  return { kind: 'column', sql: `(CASE WHEN ${says.join(' OR ')} THEN 'true' END)`, type: TEXT }
}
