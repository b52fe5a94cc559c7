/**
 * Maps the claims of a ruleset to columns of a table: a column for each claim, under its own name unless a map says
 * otherwise.
 */
import { recordFields } from '../engine/records/record-fields'
import type { Input } from '../language/semantics/checked-input'
import type { ColumnType } from './column-type'
import { quoteName } from './dialect'
import type { ClaimSource } from './read-claim'

/** The description of a claim's column. */
export interface ColumnNote {
  /** Null if no column has the claim, so that it is unknown in every row. */
  readonly column: string | null
  readonly type: ColumnType
}

const ANY: ColumnType = { kind: 'any' }

/**
 * Returns the sources by input of the ruleset.
 * @param notes by claim; a claim without one is in the column of its `@column`, else of its name
 */
export function claimSources(
  inputs: readonly Input[],
  notes: ReadonlyMap<string, Partial<ColumnNote>>,
): readonly ClaimSource[] {
  const columns = new Map(recordFields(inputs).map(({ name, column }) => [name, column]))
  return inputs.map(({ kind, name }): ClaimSource => {
    const { column = columns.get(name) ?? null, type = ANY } = notes.get(name) ?? {}
    if (kind === 'local' || column === null) return { kind: 'unknown' }
    return { kind: 'column', sql: `t.${quoteName(column)}`, type }
  })
}
