/**
 * Claims without `@unit` take the first unit that they meet in the text (public/docs/language.md, "Units"). The whole
 * ruleset is read before units are checked, so positions of statements do not matter. Later checks report what does not
 * fit.
 */

import type { Fix } from '../../messages/diagnostic'
import { ONE } from '../../numeric/rational'
import type {
  CellTest,
  Exception,
  Expression,
  LookupStatement,
  Ruleset,
  Statement,
  TextLiteral,
} from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import { wholesIn } from '../../units/symbol-table'
import type { Unit } from '../../units/unit'
import type { Checking } from '../checking'
import {
  adoptingClaim,
  BARE_TERM,
  claimTerm,
  isBare,
  productTerm,
  resolveUnit,
  sumTerm,
  type Term,
  unitTerm,
} from './adoption-terms'

interface Site {
  readonly left: Term
  readonly right: Term
  readonly at: Span
}

interface Adopted {
  readonly unit: Unit
  readonly at: Span
}

/** Reports each adopted unit with the annotation to write. */
export function adoptUnits(c: Checking, ruleset: Ruleset): void {
  const open = c.inputs.some((input) => input.declaration.kind === 'numeric' && input.declaredUnit === null)
  const units = c.parsed.meetsUnits || c.inputs.some((input) => input.declaredUnit !== null)
  if (!open || !units) return
  const walk = new Walk(c)
  for (const statement of ruleset.statements) {
    if (statement.kind === 'let') walk.lets.set(statement.name.name, walk.definition(statement))
    else if (statement.kind === 'assert') walk.excepted(statement.condition, statement.exceptions)
    else if (statement.kind === 'condition') walk.condition(statement)
    else if (statement.kind === 'parameter' || statement.kind === 'scale' || statement.kind === 'table')
      walk.lets.set(statement.name.name, walk.lookup(statement))
  }
  const adopted = decideAdoptions(c, walk.sites)
  for (const [index, { unit, at }] of adopted) {
    const input = c.inputs[index]!
    input.adoptedUnit = unit
    input.type = { kind: 'numeric', unit }
    const { name } = input.declared
    c.report.add(
      'adopted-unit',
      input.declared.at,
      [name, unit.text, c.lines.line(at.start), wholesIn(unit) !== null],
      [writeAnnotation(c, input, unit)],
    )
  }
}

/** First uses what is certain, then treats open claims of products as bare. */
function decideAdoptions(c: Checking, sites: readonly Site[]): ReadonlyMap<number, Adopted> {
  const adopted = new Map<number, Adopted>()
  const byClaim = new Map<number, Site[]>()
  for (const site of sites) {
    for (const input of new Set([...site.left.claims.keys(), ...site.right.claims.keys()])) {
      const known = byClaim.get(input)
      if (known === undefined) byClaim.set(input, [site])
      else known.push(site)
    }
  }
  for (const rest of [false, true]) {
    const queue = [...sites]
    // A claim that takes a unit may decide other sites, so these are examined again.
    for (let i = 0; i < queue.length; i++) {
      const taken = adoptAtSite(c, queue[i]!, adopted, rest)
      if (taken !== null) queue.push(...(byClaim.get(taken) ?? []))
    }
  }
  return adopted
}

/** Returns the claim that takes a unit here, or null. */
function adoptAtSite(c: Checking, site: Site, adopted: Map<number, Adopted>, rest: boolean): number | null {
  const left = resolveUnit(c, site.left, adopted, rest)
  const right = resolveUnit(c, site.right, adopted, rest)
  if ((left === null) === (right === null)) return null
  const known = left ?? right
  const input = adoptingClaim(left === null ? site.left : site.right)
  if (input === null || known === 'bare' || known === null) return null
  // A claim that meets a difference of temperatures takes the scale, as its annotation would say.
  const unit = known.difference ? (c.units.find(known.text) ?? known) : known
  adopted.set(input, { unit, at: site.at })
  return input
}

function writeAnnotation(c: Checking, input: Checking['inputs'][number], unit: Unit): Fix {
  const { start } = input.statement
  const line = c.lines.start(c.lines.line(start))
  const before = c.text.slice(line, start)
  const indent = before.trim() === '' ? before : ''
  const text = `// @unit ${input.declared.name} ${unit.text}\n${indent}`
  return { title: `Write @unit ${input.declared.name} ${unit.text}`, edits: [{ start, end: start, text }] }
}

/** Calls whose value is that of an operand. */
const COMBINING: ReadonlySet<string> = new Set(['If', 'Union', 'Intersect', 'Difference', 'Min', 'Max'])

function oneOf(unit: TextLiteral): Expression {
  return { kind: 'number', text: '1', value: ONE, unit, start: unit.start, end: unit.end }
}

function valuesOf(test: CellTest): readonly Expression[] {
  return test.kind === 'range' ? [test.low, test.high] : [test.value]
}

/** Finds where two expressions must have one unit. */
class Walk {
  readonly sites: Site[] = []
  readonly lets = new Map<string, Term | null>()
  private readonly variables = new Map<string, Term | null>()
  /** Definitions that are dates or timestamps. */
  private readonly dates = new Set<string>()
  /** The names among these that are timestamps. */
  private readonly timestamps = new Set<string>()

  constructor(private readonly c: Checking) {}

  /** Returns null if the expression has no unit, and for `(a + b) "USD"`, which has a separate message. */
  term(node: Expression): Term | null {
    const term = this.termOf(node)
    return this.c.parsed.misplacedUnits.has(node) ? null : term
  }

  /** A report meets the unit that it is given in. */
  definition({ name, value, report, exceptions }: Extract<Statement, { kind: 'let' }>): Term | null {
    if (this.isDate(value)) this.dates.add(name.name)
    if (this.isTimestamp(value)) this.timestamps.add(name.name)
    if (report === null || report.unit === null) return this.excepted(value, exceptions)
    for (const { condition } of exceptions) this.term(condition)
    return this.meets([oneOf(report.unit), value, ...exceptions.map((exception) => exception.value)], value)
  }

  excepted(value: Expression, exceptions: readonly Exception[]): Term | null {
    if (exceptions.length === 0) return this.term(value)
    for (const { condition } of exceptions) this.term(condition)
    return this.meets([value, ...exceptions.map((exception) => exception.value)], value)
  }

  /** The units of parameters are those of each use. */
  condition({ parameters, value }: Extract<Statement, { kind: 'condition' }>): void {
    for (const { name } of parameters) this.variables.set(name, null)
    this.term(value)
    this.variables.clear()
  }

  /** A cell meets its column, and a result the unit of the table. */
  lookup(statement: LookupStatement): Term | null {
    if (statement.kind === 'parameter') {
      const [first] = statement.entries
      if (first !== undefined && this.isDate(first.value)) this.dates.add(statement.name.name)
      if (first?.value.kind === 'timestamp') this.timestamps.add(statement.name.name)
      return statement.unit === null ? null : this.literal(statement.unit.value)
    }
    if (statement.kind === 'scale') {
      const { of, unit } = statement
      return unit === null ? this.term(of) : this.meets([oneOf(unit), of], of)
    }
    const { columns, rows, result, otherwise, name } = statement
    for (const { cells } of rows) {
      for (const [i, cell] of cells.entries()) {
        const column = columns[i]
        if (column === undefined) continue
        for (const value of cell.tests.flatMap(valuesOf)) this.meets([column, value], value)
      }
    }
    if (result?.kind === 'date' || result?.kind === 'timestamp') this.dates.add(name.name)
    if (result?.kind === 'timestamp') this.timestamps.add(name.name)
    if (result?.kind !== 'numeric') return null
    const unit = result.unit === null ? [] : [oneOf(result.unit)]
    const values = [...rows.map(({ value }) => value), otherwise].filter((value) => value !== null)
    // A bare number is in the unit of the table.
    const meeting = values.filter((value) => unit.length === 0 || value.kind !== 'number' || value.unit !== null)
    return this.meets([...unit, ...meeting], name)
  }

  private termOf(node: Expression): Term | null {
    switch (node.kind) {
      case 'number':
        return this.literal(node.unit?.value ?? null)
      case 'name':
        return this.name(node.name)
      case 'negate':
        return this.term(node.operand)
      case 'group':
        return this.term(node.inner)
      case 'arithmetic':
        return this.arithmetic(node)
      case 'comparison':
        this.meets([node.left, node.right], node)
        return null
      case 'call':
        return this.call(node)
      case 'apply':
        for (const operand of node.operands) this.term(operand)
        return null
      case 'if':
        this.term(node.condition)
        return this.meets(node.otherwise === null ? [node.then] : [node.then, node.otherwise], node)
      case 'case': {
        this.term(node.subject)
        const values = node.arms.map((arm) => arm.value)
        return this.meets(node.fallback === null ? values : [...values, node.fallback], node)
      }
      case 'first': {
        for (const { condition } of node.arms) this.term(condition)
        const values = node.arms.map(({ value }) => value)
        return this.meets(node.fallback === null ? values : [...values, node.fallback], node)
      }
      case 'set':
        return this.meets(node.members, node)
      case 'quantifier':
        return this.quantifier(node)
      default:
        return null
    }
  }

  private literal(unit: string | null): Term | null {
    if (unit === null) return BARE_TERM
    const resolved = this.c.units.find(unit)
    return resolved === null ? null : unitTerm(resolved)
  }

  private name(name: string): Term | null {
    if (this.variables.has(name)) return this.variables.get(name) ?? null
    if (this.lets.has(name)) return this.lets.get(name) ?? null
    const index = this.c.values.get(name)?.input ?? -1
    const input = this.c.inputs[index]
    if (input?.declaration.kind !== 'numeric') return null
    return input.declaredUnit === null ? claimTerm(index) : unitTerm(input.declaredUnit)
  }

  private arithmetic(node: Extract<Expression, { kind: 'arithmetic' }>): Term | null {
    if (node.operator !== '*' && node.operator !== '/') {
      const sides = [node.left, node.right].filter((side) => this.isDate(side))
      if (sides.length === 0) return this.meets([node.left, node.right], node)
      // The unit of a time that moves a date is not that of the date.
      this.term(node.left)
      this.term(node.right)
      return sides.length < 2 ? null : this.literal(sides.some((side) => this.isTimestamp(side)) ? 'h' : 'd')
    }
    const left = this.term(node.left)
    const right = this.term(node.right)
    if (left === null || right === null) return null
    return productTerm(this.c, left, right, node.operator === '/' ? -1 : 1)
  }

  /** Whether the expression is a date, a timestamp, or a set of either. */
  private isDate(node: Expression): boolean {
    const isDate = (part: Expression) => this.isDate(part)
    switch (node.kind) {
      case 'date':
      case 'timestamp':
        return true
      case 'name': {
        const input = this.c.inputs[this.c.values.get(node.name)?.input ?? -1]
        return this.dates.has(node.name) || input?.type.kind === 'date' || input?.type.kind === 'timestamp'
      }
      case 'group':
        return isDate(node.inner)
      case 'arithmetic':
        return isDate(node.left) !== isDate(node.right)
      case 'if':
        return isDate(node.then)
      case 'case':
        return node.arms.some((arm) => isDate(arm.value))
      case 'first':
        return node.arms.some((arm) => isDate(arm.value))
      case 'set':
        return node.members.some(isDate)
      case 'call':
        if (node.callee === 'EndOfMonth' || node.callee === 'DateOf') return true
        return COMBINING.has(node.callee) && node.operands.slice(-2).some(isDate)
      default:
        return false
    }
  }

  /** Whether an expression that is a date or a timestamp is a timestamp. */
  private isTimestamp(node: Expression): boolean {
    const isTimestamp = (part: Expression) => this.isTimestamp(part)
    switch (node.kind) {
      case 'timestamp':
        return true
      case 'name': {
        const input = this.c.inputs[this.c.values.get(node.name)?.input ?? -1]
        return this.timestamps.has(node.name) || input?.type.kind === 'timestamp'
      }
      case 'group':
        return isTimestamp(node.inner)
      case 'arithmetic':
        return isTimestamp(node.left) !== isTimestamp(node.right)
      case 'if':
        return isTimestamp(node.then)
      case 'case':
      case 'first':
        return node.arms.some((arm) => isTimestamp(arm.value))
      case 'set':
        return node.members.some(isTimestamp)
      case 'call':
        return COMBINING.has(node.callee) && node.operands.slice(-2).some(isTimestamp)
      default:
        return false
    }
  }

  private call(node: Extract<Expression, { kind: 'call' }>): Term | null {
    const { callee, operands } = node
    if (callee === 'If') {
      if (operands[0] !== undefined) this.term(operands[0])
      return this.meets(operands.slice(1), node)
    }
    if (callee === 'IsMember' || callee === 'IsSubset') {
      this.meets(operands, node)
      return null
    }
    if (callee === 'Union' || callee === 'Intersect' || callee === 'Difference') return this.meets(operands, node)
    if (callee === 'Min' || callee === 'Max') return this.meets(operands, node)
    // Without its second comma, `Round(x, 1, "half_up")` has the quantity `1 "half_up"`.
    if (callee === 'Round' && operands.length === 3) return this.meets(operands.slice(0, 2), node)
    if (callee === 'Abs' || callee === 'Floor' || callee === 'Ceil') return this.meets(operands, node)
    for (const operand of operands) this.term(operand)
    return null
  }

  private quantifier(node: Extract<Expression, { kind: 'quantifier' }>): Term | null {
    if (node.count !== null) this.term(node.count)
    const { name } = node.variable
    const members = this.term(node.set)
    const isOfDates = this.isDate(node.set)
    const isOfTimestamps = this.isTimestamp(node.set)
    if (isOfDates) this.dates.add(name)
    if (isOfTimestamps) this.timestamps.add(name)
    const hidden = this.variables.has(name) ? { term: this.variables.get(name) ?? null } : null
    this.variables.set(name, members)
    this.term(node.body)
    if (isOfDates) this.dates.delete(name)
    if (isOfTimestamps) this.timestamps.delete(name)
    if (hidden === null) this.variables.delete(name)
    else this.variables.set(name, hidden.term)
    return node.quantifier === 'CountWhere' ? BARE_TERM : null
  }

  /** Records that all have one unit, and returns their common term. */
  private meets(nodes: readonly Expression[], at: Span): Term | null {
    let together: Term | null = null
    for (const node of nodes) {
      const term = this.term(node)
      if (term === null) continue
      if (together === null) together = term
      else {
        if (!isBare(together) && !isBare(term)) this.sites.push({ left: together, right: term, at })
        together = sumTerm(together, term)
      }
    }
    return together
  }
}
