import { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import { type ColumnType, readColumnType } from '../../sql/column-type'
import { compileSql, type SqlTable, validationSql } from '../../sql/compile-sql'
import { type DialectName, quoteName } from '../../sql/dialect'
import { readJsonColumns, rootOf } from '../../sql/json-columns'
import { type ColumnNote, claimSources } from '../../sql/table-of-columns'
import type { LocalEngine } from './local-engine'
import { type InputFile, readInput, WrongUseError } from './policy-files'
import { answerOrRefused } from './refused-subject'
import type { Subject } from './report'

export interface SqlOptions {
  readonly dialect: DialectName
  /** As written by the user; a schema may precede the name. */
  readonly table: string
  /** Columns that identify a row. */
  readonly keys: readonly string[]
  /** A file that maps claims to columns, or null. */
  readonly columns: string | null
  readonly isValidation: boolean
}

/** `touchstone sql`: the query, and the reasons of the assertions that it leaves open in every row. */
export interface SqlSubject extends Subject {
  readonly sql: string
}

export async function writeSqlFile(engine: LocalEngine, input: InputFile, options: SqlOptions): Promise<SqlSubject> {
  let sql = ''
  const subject = await answerOrRefused(engine, input, () => {
    const ruleset = engine.read(input.text)
    const { checkable } = engine.diagnose(ruleset)
    // Refuses a ruleset that does not compile.
    if (checkable === null) engine.compile(ruleset)
    const { program, ruleset: checked } = checkable!.compiled
    const notes: ColumnNotes = options.columns === null ? new Map() : readColumns(readInput(options.columns))
    const roots = new Set(checked.inputs.map(({ name }) => rootOf(name)))
    const isKnown = (claim: string, isJson: boolean) =>
      isJson ? roots.has(claim) : checked.inputs.some(({ name }) => name === claim)
    const unknown = [...notes].flatMap(([claim, { isJson = false }]) => (isKnown(claim, isJson) ? [] : [claim]))
    if (unknown.length > 0)
      throw new WrongUseError(
        `${options.columns} names claims that ${input.file} does not declare: ${unknown.join(', ')}.`,
      )
    const members = readJsonColumns(
      options.dialect,
      options.table.split('.').map(quoteName).join('.'),
      checked.inputs,
      new Map([...notes].flatMap(([claim, { isJson, column }]) => (isJson ? [[claim, column ?? claim] as const] : []))),
    )
    const table: SqlTable = {
      sql: members.sql,
      keys: options.keys.map((name) => ({ name, sql: `t.${quoteName(name)}` })),
      sources: claimSources(checked.inputs, notes).map(
        (source, i) => members.sources.get(checked.inputs[i]!.name) ?? source,
      ),
      areCells: false,
    }
    const { sql: query, open } = compileSql(program, options.dialect, table)
    sql = `-- The answers of the ruleset ${ruleset.hash} in ${options.dialect}\n`
    sql += options.isValidation ? validationSql(checked, options.dialect, table) : query
    const findings = open.map(({ name, reason }) => ({
      rule: 'open-in-every-row',
      level: 'note' as const,
      message: `${name} is open in every row: ${reason}.`,
      place: { file: input.file, line: checked.assertions.find((each) => each.name === name)?.line ?? 1, column: 1 },
    }))
    const json = canonicalJson({ open: open.map(({ name, reason }) => ({ assertion: name, reason })), sql })
    return { file: input.file, tests: [{ name: 'sql', findings }], json, text: [], outcome: 'as expected' }
  })
  return { ...subject, sql }
}

/** A JSON column has a whole record or list. */
type FileNote = Partial<ColumnNote> & { readonly isJson?: boolean }
type ColumnNotes = ReadonlyMap<string, FileNote>

const COLUMN = z.union([
  z.string().min(1),
  z.null(),
  z.strictObject({ column: z.string().min(1).nullable().optional(), type: z.string().optional() }),
])

/**
 * Reads by claim: the name of its column, null if it has none, or an object with `column` and `type`. @throws
 * WrongUseError
 */
function readColumns({ file, text }: InputFile): ColumnNotes {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new WrongUseError(`${file} is not JSON: ${String(error)}`)
  }
  const read = z.record(z.string(), COLUMN).safeParse(json)
  if (!read.success)
    throw new WrongUseError(
      `${file} has to map each claim to a column: {"amount": {"column": "amt", "type": "decimal(18,2)"}}.`,
    )
  return new Map(
    Object.entries(read.data).map(([claim, note]): [string, FileNote] => {
      if (note === null || typeof note === 'string') return [claim, { column: note }]
      const column = note.column === undefined ? {} : { column: note.column }
      if (note.type === 'json' || note.type === 'jsonb') return [claim, { ...column, isJson: true }]
      return [claim, { ...column, ...(note.type === undefined ? {} : { type: typeOf(file, claim, note.type) }) }]
    }),
  )
}

function typeOf(file: string, claim: string, text: string): ColumnType {
  const type = readColumnType(text)
  if (type === null)
    throw new WrongUseError(
      `${file} gives ${claim} the type "${text}". Use one such as boolean, bigint, decimal(18,2), double, text, date, timestamptz or json.`,
    )
  return type
}
