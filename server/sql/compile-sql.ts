/**
 * Compiles a ruleset into one SELECT (decisions/057): for each row of a table and each assertion, its answer, and whether
 * only the engine can give it. The innermost subquery reads the claims, the next ones name what several conditions share.
 */

import type { BooleanNode } from '../engine/evaluate/node'
import type { Program } from '../engine/evaluate/program'
import type { CheckedRuleset } from '../language/semantics/checked-ruleset'
import {
  DIALECTS,
  type Dialect,
  type DialectName,
  quoteName,
  quoteText,
  truthLiteral,
  UntranslatableError,
} from './dialect'
import { TooLargeError } from './fraction'
import { InputColumnsOfTable } from './input-columns'
import { mayLackValue, readInputs } from './node-facts'
import type { ClaimSource } from './read-claim'
import { namesIn, StagedColumns } from './staged-columns'
import { ConditionWriter } from './write-condition'

export interface SqlTable {
  /** A table, a view or a call of a function, as SQL. */
  readonly sql: string
  /** Expressions over `t` that become the first columns of the answer. */
  readonly keys: readonly { readonly name: string; readonly sql: string }[]
  /** By input of the ruleset, over `t`. Parts of a claim, such as its code, have the source of the claim. */
  readonly sources: readonly ClaimSource[]
  /** Whether the columns are cells of a file. */
  readonly areCells: boolean
}

/** An assertion that is open in every row. */
export interface OpenAssertion {
  readonly name: string
  readonly reason: string
}

export interface CompiledSql {
  readonly sql: string
  readonly open: readonly OpenAssertion[]
}

/**
 * Distances from zero that an assertion may be limited to, if its numbers would become too great. Null means no limit.
 */
const LIMITS: readonly (bigint | null)[] = [null, ...[15n, 12n, 10n, 8n, 7n, 6n, 5n, 4n].map((digits) => 10n ** digits)]

interface WrittenAssertion {
  readonly name: string
  /** Null if it is open in every row. */
  readonly condition: string | null
  /** Columns that are NULL if its claims are not known; null if it always has a value when they are. */
  readonly reads: readonly string[] | null
}

export function compileSql(program: Program, dialectName: DialectName, table: SqlTable): CompiledSql {
  const dialect = DIALECTS[dialectName]
  const columns = new InputColumnsOfTable(dialect, program.ruleset.inputs, table.sources, table.areCells)
  const staged = new StagedColumns()
  const writer = new AssertionWriter(dialect, program, columns, staged)
  const written = program.ruleset.assertions.map((_, index) => writer.write(index))
  return { sql: statement(dialect, table, columns, staged, written), open: writer.open }
}

class AssertionWriter {
  readonly open: OpenAssertion[] = []
  private readonly writers: ReadonlyMap<bigint | null, ConditionWriter>

  constructor(
    private readonly dialect: Dialect,
    private readonly program: Program,
    private readonly columns: InputColumnsOfTable,
    staged: StagedColumns,
  ) {
    const stage = (sql: string) => staged.name(sql)
    this.writers = new Map(LIMITS.map((limit) => [limit, new ConditionWriter(dialect, columns.within(limit), stage)]))
  }

  write(index: number): WrittenAssertion {
    const { name, unbridged } = this.program.ruleset.assertions[index]!
    const root = this.program.roots[index]!
    if (unbridged.length > 0) return { name, condition: truthLiteral(this.dialect, null), reads: [] }
    for (const limit of LIMITS)
      try {
        const condition = this.writers.get(limit)!.truth(root)
        return { name, condition, reads: mayLackValue(root) ? this.presences(root, limit) : null }
      } catch (error) {
        if (error instanceof TooLargeError && limit !== LIMITS.at(-1)) continue
        if (!(error instanceof UntranslatableError)) throw error
        this.open.push({ name, reason: error.message })
        break
      }
    return { name, condition: null, reads: [] }
  }

  private presences(root: BooleanNode, limit: bigint | null): readonly string[] {
    return [...readInputs(root)].map((input) => this.columns.presence(input, limit))
  }
}

function statement(
  dialect: Dialect,
  table: SqlTable,
  columns: InputColumnsOfTable,
  staged: StagedColumns,
  written: readonly WrittenAssertion[],
): string {
  const conditions = written.map(({ condition }) => condition ?? truthLiteral(dialect, null))
  const reads = new Set(written.flatMap((each) => each.reads ?? []))
  const levels = staged.levelsFor(conditions).map((level) => [...level])
  const refused = columns.refusedRows()
  const mayRefuse = refused.cells.length + refused.columns.length > 0
  const isRefused = (reasons: readonly string[]) => `COALESCE(${reasons.join(' OR ')}, ${truthLiteral(dialect, false)})`
  if (refused.columns.length > 0) {
    levels[0] ??= []
    levels[0].push(['refused', isRefused([...(refused.cells.length > 0 ? ['f0'] : []), ...refused.columns])])
  }
  const used = namesIn([...conditions, ...levels.flat().map(([, sql]) => sql), ...reads].join(' '))
  const inner = [
    ...table.keys.map(({ sql }, i) => `${sql} AS k${i}`),
    ...[...columns.columns].flatMap(([name, sql]) => (used.has(name) ? [`${sql} AS ${name}`] : [])),
    ...(refused.cells.length === 0
      ? []
      : [
          refused.columns.length === 0
            ? `${isRefused(refused.cells)} AS refused`
            : `${refused.cells.join(' OR ')} AS f0`,
        ]),
  ]
  let from = `${table.sql} AS t`
  const nest = (selected: readonly string[], named: string) => {
    from = `(\nSELECT ${selected.join(',\n  ')}\nFROM ${from}${named === 'q' ? dialect.fence : ''}) AS ${named}`
  }
  nest(inner.length === 0 ? ['1 AS k0'] : inner, 'q')
  for (const level of levels) nest(['*', ...level.map(([name, sql]) => `${sql} AS ${name}`)], 'q')
  // A refused row is open in every assertion, and its conditions are not calculated.
  const guarded = (sql: string) => (!mayRefuse ? sql : `CASE WHEN NOT refused THEN ${sql} END`)
  nest(['*', ...conditions.map((sql, i) => `${guarded(sql)} AS a${i}`)], 'q')
  const answers = written.flatMap((assertion, i) => answerColumns(dialect, assertion, i, mayRefuse))
  const keys = table.keys.map(({ name }, i) => `k${i} AS ${quoteName(name)}`)
  return `SELECT ${[...keys, ...answers].join(',\n  ')}\nFROM ${from}\n`
}

function answerColumns(
  dialect: Dialect,
  { name, condition, reads }: WrittenAssertion,
  index: number,
  mayRefuse: boolean,
): readonly string[] {
  const [answer, open] = [
    `${quoteName(alias(dialect, name, index, ''))}`,
    quoteName(alias(dialect, name, index, 'open_')),
  ]
  const [yes, no] = [truthLiteral(dialect, true), truthLiteral(dialect, false)]
  if (condition === null) return [`'UNKNOWN' AS ${answer}`, `${yes} AS ${open}`]
  return [
    `CASE a${index} WHEN ${yes} THEN 'TRUE' WHEN ${no} THEN 'FALSE' ELSE 'UNKNOWN' END AS ${answer}`,
    `${openSql(`a${index}`, reads, mayRefuse) ?? no} AS ${open}`,
  ]
}

/** Null if the condition reads nothing and no row is refused. */
function openSql(condition: string, reads: readonly string[] | null, mayRefuse: boolean): string | null {
  if (reads === null) return `${condition} IS NULL`
  const unknown = reads.map((column) => `${column} IS NULL`).join(' OR ')
  if (!mayRefuse) return unknown === '' ? null : `(${condition} IS NULL AND (${unknown}))`
  return unknown === '' ? 'refused' : `(refused OR (${condition} IS NULL AND (${unknown})))`
}

/** PostgreSQL cuts longer names. */
const MAX_NAME_CHARS = 63

function alias({ name: dialect }: Dialect, name: string, index: number, prefix: string): string {
  const whole = `${prefix}${name}`
  if (dialect !== 'postgres' || whole.length <= MAX_NAME_CHARS) return whole
  return `${whole.slice(0, MAX_NAME_CHARS - 8)}_${index}`
}

/**
 * A SELECT that lists the values that the engine refuses, or that have no certain meaning in SQL: the keys of the row, the
 * claim, the problem and the value as text. All assertions of such a row are open.
 */
export function validationSql({ inputs }: CheckedRuleset, dialectName: DialectName, table: SqlTable): string {
  const dialect = DIALECTS[dialectName]
  const refusals = new InputColumnsOfTable(dialect, inputs, table.sources, table.areCells).refusals()
  const keys = table.keys.map(({ name, sql }) => `${sql} AS ${quoteName(name)}`)
  const text = dialectName === 'duckdb' ? 'VARCHAR' : 'text'
  const select = (claim: string, problem: string, value: string, condition: string) =>
    `SELECT ${[...keys, `${claim} AS claim`, `${problem} AS problem`, `${value} AS value`].join(', ')}\nFROM ${table.sql} AS t\nWHERE ${condition}`
  if (refusals.length === 0) return `${select("''", "''", "''", truthLiteral(dialect, false))}\n`
  const selects = refusals.map(({ input, problem, sql }) => {
    const source = table.sources[inputs.indexOf(input)]!
    const value = source.kind === 'unknown' ? 'NULL' : `CAST(${source.sql} AS ${text})`
    return select(quoteText(dialect, input.name), quoteText(dialect, problem), value, sql)
  })
  return `${selects.join('\nUNION ALL\n')}\n`
}
