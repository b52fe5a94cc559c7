/** Prints parameters, scales and tables, one entry on each line. */
import { quoteText } from './string-literal'
import type { Cell, CellTest, DeclaredType, Expression, LookupStatement, TableRow, TextLiteral } from './syntax'

/** How the parts of the statement are printed (print.ts). */
export interface PartPrinters {
  readonly expression: (node: Expression) => string
  readonly type: (type: DeclaredType) => string
}

export function printLookup(statement: LookupStatement, print: PartPrinters): string {
  const { name } = statement
  switch (statement.kind) {
    case 'parameter': {
      const entries = statement.entries.map(({ from, value, source }) => {
        const behind = source === null ? '' : ` @ ${quoteText(source.value)}`
        return `${print.expression(from)}: ${printAmount(value, print)}${behind};`
      })
      return printBody(
        `parameter ${name.name}${printUnit(statement.unit)} by ${print.expression(statement.by)}`,
        entries,
      )
    }
    case 'scale': {
      const entries = statement.entries.map(
        ({ from, rate }) => `${print.expression(from)}: ${printAmount(rate, print)};`,
      )
      return printBody(`scale ${name.name} of ${print.expression(statement.of)}${printUnit(statement.unit)}`, entries)
    }
    case 'table': {
      const { policy, columns, result, rows, otherwise } = statement
      const type = result === null ? '' : ` -> ${print.type(result)}`
      const head = `table ${name.name} ${policy ?? ''} (${columns.map(print.expression).join(', ')})${type}`
      const last = otherwise === null ? [] : [`else => ${print.expression(otherwise)};`]
      return printBody(head, [...rows.map((row) => printRow(row, print)), ...last])
    }
  }
}

function printBody(head: string, entries: readonly string[]): string {
  return `${head} {\n${entries.map((entry) => `  ${entry}\n`).join('')}};`
}

function printUnit(unit: TextLiteral | null): string {
  return unit === null ? '' : ` ${quoteText(unit.value)}`
}

function printAmount(value: Expression, print: PartPrinters): string {
  return value.kind === 'number' && value.unit?.value === '%' ? `${value.text}%` : print.expression(value)
}

function printRow({ cells, value }: TableRow, print: PartPrinters): string {
  const printed = cells.map((cell) => printCell(cell, print)).join(' | ')
  return value === null ? `${printed};` : `${printed} => ${print.expression(value)};`
}

function printCell({ negated, tests }: Cell, print: PartPrinters): string {
  if (tests.length === 0) return '-'
  return `${negated ? 'not ' : ''}${tests.map((test) => printTest(test, print)).join(', ')}`
}

function printTest(test: CellTest, print: PartPrinters): string {
  if (test.kind === 'range')
    return `${print.expression(test.low)} ${test.open ? '..<' : '..'} ${print.expression(test.high)}`
  return test.operator === '==' ? print.expression(test.value) : `${test.operator} ${print.expression(test.value)}`
}
