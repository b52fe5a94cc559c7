/**
 * Test cases as CSV: a column `title`, columns of claims as in a batch, and columns `expect:<assertion>`. Every failure
 * of the file is found at once, with its line and column.
 */

import { Refusal } from '../../api/refusal'
import { ANSWERS, type Answer } from '../../api/terms/ruleset-terms'
import { Speller } from '../../language/text/nearest'
import { Meter } from '../core/meter'
import { type ColumnPlan, planColumns, trimBlanks } from '../records/column-plan'
import { type CsvRow, findDelimiter, readCsvRows } from '../records/csv-rows'
import { RowReader, rowProblem } from '../records/read-record'
import { recordFields } from '../records/record-fields'
import { bindOrRefuse, type CheckableRuleset } from './check-compiled'

export interface CaseTable {
  readonly plan: ColumnPlan
  readonly cases: readonly TableCase[]
  /** In the order of the file. Nothing is imported if there is one. */
  readonly failures: readonly CaseFailure[]
}

export interface TableCase {
  /** Line of the file, from 1. */
  readonly line: number
  readonly title: string
  /** The dictionary, as JSON. */
  readonly claims: string
  readonly expected: Readonly<Record<string, Answer>>
}

export interface CaseFailure {
  /** From 1; the first row of a file is on its first line. */
  readonly line: number
  /** Its title; null if the whole row is meant. */
  readonly column: string | null
  readonly message: string
}

const TITLE = 'title'
const EXPECT = 'expect:'
const MAX_TITLE_CHARS = 200
/** Enough for every claim of a case. */
const MAX_STEPS = 10_000_000

export function readCaseTable(text: string, checkable: CheckableRuleset): CaseTable {
  const table = text.replace(/^\ufeff/, '')
  const [head, ...rows] = readCsvRows(table, findDelimiter(table))
  const { inputs, assertions } = checkable.compiled.ruleset
  const titles = head?.cells ?? []
  const plan = planColumns(titles, recordFields(inputs), isOwnTitle)
  const reader = new CaseReader(
    titles,
    plan,
    assertions.map(({ name }) => name),
    checkable,
  )
  const empty = { line: 1, column: null, message: 'The file has no row below its first one.' }
  const none = head !== undefined && rows.length === 0 ? [empty] : []
  const failures = [...reader.headFailures(head), ...none, ...rows.flatMap((row) => reader.failuresOf(row))]
  if (failures.length > 0) return { plan, cases: [], failures: failures.sort((a, b) => a.line - b.line) }
  return { plan, cases: rows.map((row) => reader.caseOf(row)), failures: [] }
}

function isOwnTitle(title: string): boolean {
  return title === TITLE || title.startsWith(EXPECT)
}

class CaseReader {
  private readonly reader: RowReader
  private readonly titleAt: number
  private readonly expectations: readonly {
    readonly position: number
    readonly column: string
    readonly assertion: string
  }[]
  private readonly lineOfTitle = new Map<string, number>()

  constructor(
    private readonly titles: readonly string[],
    private readonly plan: ColumnPlan,
    private readonly assertions: readonly string[],
    private readonly checkable: CheckableRuleset,
  ) {
    this.reader = new RowReader(plan)
    const trimmed = titles.map(trimBlanks)
    this.titleAt = trimmed.indexOf(TITLE)
    this.expectations = trimmed.flatMap((column, position) =>
      column.startsWith(EXPECT) ? [{ position, column, assertion: trimBlanks(column.slice(EXPECT.length)) }] : [],
    )
  }

  headFailures(head: CsvRow | undefined): readonly CaseFailure[] {
    const line = head?.line ?? 1
    if (head === undefined)
      return [{ line, column: null, message: 'The file is empty. Its first row names the columns.' }]
    if (head.problem !== null)
      return [{ line, column: null, message: 'The quotation marks in the first row do not match.' }]
    const failures: CaseFailure[] = []
    const fail = (column: string | null, message: string) => failures.push({ line, column, message })
    if (this.titleAt < 0) fail(null, 'There is no column “title”. It names each test case.')
    if (this.titles.filter((title) => trimBlanks(title) === TITLE).length > 1)
      fail(TITLE, 'Two columns have this name. Remove one of them.')
    for (const column of this.plan.twice) fail(column, 'Two columns name this claim. Remove one of them.')
    for (const column of this.plan.uncounted)
      fail(null, `There is no column “${column}”. It has the number of entries of the list whose columns are here.`)
    for (const [i, { column, assertion }] of this.expectations.entries()) {
      if (!this.assertions.includes(assertion)) fail(column, unknownAssertion(assertion, this.assertions))
      else if (this.expectations.findIndex((each) => each.assertion === assertion) < i)
        fail(column, 'Two columns have this name. Remove one of them.')
    }
    return failures
  }

  failuresOf(row: CsvRow): readonly CaseFailure[] {
    const { line } = row
    const problem = rowProblem(row, this.titles)
    if (problem !== null) return [{ line, column: null, message: problem }]
    const failures: CaseFailure[] = []
    const titleProblem = this.titleAt < 0 ? null : this.titleProblem(row)
    if (titleProblem !== null) failures.push({ line, column: TITLE, message: titleProblem })
    failures.push(...this.claimFailures(row))
    for (const { position, column } of this.expectations)
      if (answerIn(row.cells[position]) === undefined)
        failures.push({
          line,
          column,
          message: `Expected ${ANSWERS.join(', ')} or an empty cell, which expects nothing; received ${quoted(row.cells[position])}.`,
        })
    return failures
  }

  caseOf(row: CsvRow): TableCase {
    const expected: Record<string, Answer> = {}
    for (const { position, assertion } of this.expectations) {
      const answer = answerIn(row.cells[position])
      if (answer != null) expected[assertion] = answer
    }
    return { line: row.line, title: trimBlanks(row.cells[this.titleAt] ?? ''), claims: this.reader.line(row), expected }
  }

  private titleProblem({ cells, line }: CsvRow): string | null {
    const title = trimBlanks(cells[this.titleAt] ?? '')
    if (title === '') return 'The test case has no title.'
    if (title.length > MAX_TITLE_CHARS || /[\p{Cc}\u2028\u2029]/u.test(title))
      return `A title has at most ${MAX_TITLE_CHARS} characters, on one line.`
    const before = this.lineOfTitle.get(title)
    this.lineOfTitle.set(title, before ?? line)
    return before === undefined ? null : `Line ${before} has the same title. Give each test case its own.`
  }

  private claimFailures(row: CsvRow): readonly CaseFailure[] {
    const { line } = row
    try {
      bindOrRefuse(this.checkable, this.reader.read(row), new Meter(MAX_STEPS))
      return []
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { failures } = error.details
      if (failures === undefined) return [{ line, column: null, message: error.message }]
      return this.reader.failuresOf(failures, row).map(({ field, expected, received }) => ({
        line,
        column: this.columnOf(field),
        message: `Expected ${expected}; received ${received}.`,
      }))
    }
  }

  private columnOf(claim: string): string {
    const source = this.plan.sources.find(({ field }) => field.name === claim)
    return source?.kind === 'column' ? trimBlanks(source.title) : claim
  }
}

/** Null if nothing is expected; undefined for any other text. */
function answerIn(cell = ''): Answer | null | undefined {
  const text = trimBlanks(cell)
  return text === '' ? null : ANSWERS.find((answer) => answer === text)
}

function unknownAssertion(assertion: string, assertions: readonly string[]): string {
  const meant = new Speller().nearest(assertion, assertions)
  return `The ruleset has no assertion ${quoted(assertion)}.${meant === null ? '' : ` Did you mean ${quoted(meant)}?`}`
}

function quoted(text = ''): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text)
}

/** Returns the document that the import of test cases reads. */
export function caseDocument(cases: readonly TableCase[]): string {
  const list = cases.map(
    ({ title, claims, expected }) =>
      `{"title":${JSON.stringify(title)},"claims":${claims},"expected":${JSON.stringify(expected)}}`,
  )
  return `{"touchstone_test_cases":"1","cases":[${list.join(',\n')}]}`
}
