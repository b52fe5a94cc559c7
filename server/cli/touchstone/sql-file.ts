import { z } from 'zod'
import { canonicalJson } from '../../api/canonical-json'
import { type ColumnType, readColumnType } from '../../sql/column-type'
import { compileSql, type SqlTable, validationSql } from '../../sql/compile-sql'
import { type DialectName, quoteName } from '../../sql/dialect'
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
    const notes = options.columns === null ? new Map() : readColumns(readInput(options.columns))
    const unknown = [...notes.keys()].filter((claim) => checked.inputs.every(({ name }) => name !== claim))
    if (unknown.length > 0)
      throw new WrongUseError(
        `${options.columns} names claims that ${input.file} does not declare: ${unknown.join(', ')}.`,
      )
    const table: SqlTable = {
      sql: options.table.split('.').map(quoteName).join('.'),
      keys: options.keys.map((name) => ({ name, sql: `t.${quoteName(name)}` })),
      sources: claimSources(checked.inputs, notes),
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

const COLUMN = z.union([
  z.string().min(1),
  z.null(),
  z.strictObject({ column: z.string().min(1).nullable().optional(), type: z.string().optional() }),
])

/** By claim: the name of its column, null if it has none, or an object with `column` and `type`. @throws WrongUseError */
function readColumns({ file, text }: InputFile): ReadonlyMap<string, Partial<ColumnNote>> {
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
    Object.entries(read.data).map(([claim, note]) => {
      if (note === null || typeof note === 'string') return [claim, { column: note }]
      const type = note.type === undefined ? undefined : typeOf(file, claim, note.type)
      return [
        claim,
        { ...(note.column === undefined ? {} : { column: note.column }), ...(type === undefined ? {} : { type }) },
      ]
    }),
  )
}

function typeOf(file: string, claim: string, text: string): ColumnType {
  const type = readColumnType(text)
  if (type === null)
    throw new WrongUseError(
      `${file} gives ${claim} the type "${text}". Use one such as boolean, bigint, decimal(18,2), double, text, date or timestamptz.`,
    )
  return type
}
