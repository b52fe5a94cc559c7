/** Collects declarations. A second declaration of a name is reported, and the first one is used. */

import type { Identifier, Ruleset, Statement } from '../syntax/syntax'
import type { Checking, Declared, DefinitionStatement } from './checking'
import { declareGroup } from './groups'
import { addDeclared, declareInput, isTaken } from './inputs'
import { defineCondition } from './named-conditions'
import { defineShape } from './texts/shapes'

type Declare = Extract<Statement, { kind: 'declare' }>

export function collectDeclarations(c: Checking, ruleset: Ruleset): void {
  const defined = new Set<string>()
  for (const statement of ruleset.statements) if (statement.kind === 'let') defined.add(statement.name.name)
  for (const statement of ruleset.statements) {
    if (statement.kind === 'declare') declareClaim(c, statement, defined)
    else if (statement.kind === 'declare-group') declareGroup(c, statement)
    else if (isDefinition(statement)) defineLet(c, statement)
    else if (statement.kind === 'condition') defineCondition(c, statement)
    else if (statement.kind === 'shape') defineShape(c, statement)
    else if (statement.kind === 'assert') nameAssertion(c, statement.name)
    else if (statement.kind === 'month-end') setMonthEnd(c, statement)
  }
}

function isDefinition(statement: Statement): statement is DefinitionStatement {
  const { kind } = statement
  return kind === 'vocabulary' || kind === 'let' || kind === 'parameter' || kind === 'scale' || kind === 'table'
}

function setMonthEnd(c: Checking, statement: Extract<Statement, { kind: 'month-end' }>): void {
  if (c.monthEnd !== null) c.report.add('repeated-month-end', statement, [])
  c.monthEnd ??= statement.rule
}

function declareClaim(c: Checking, statement: Declare, defined: ReadonlySet<string>): void {
  const { name, type, local, fallback } = statement
  if (isTaken(c, name)) return
  c.use(name, local ? 'local' : 'claim', true, name.start)
  // A local that a let defines is not an input, because it is not open.
  if (local && fallback !== undefined) c.report.add('default-local', fallback, [])
  if (local && defined.has(name.name)) addDeclared(c, name, 'local', statement.end)
  else declareInput(c, { name, type, local, statement, within: [], fallback: local ? undefined : fallback })
}

function defineLet(c: Checking, statement: DefinitionStatement): void {
  const { name } = statement
  const before = c.values.get(name.name)
  if (before?.role === 'claim') {
    c.report.add('let-for-claim', name, [name.name])
    c.use(name, 'claim', false, before.at.start)
    return
  }
  if (before?.role === 'local' && before.let < 0 && statement.kind === 'let') {
    before.let = c.lets.length
    before.usableFrom = statement.end
    c.lets.push({ declared: before, statement, type: null, guard: null, reads: [], uses: [], unbridged: [] })
    c.use(name, 'local', false, before.at.start)
    return
  }
  if (isTaken(c, name)) return
  const declared: Declared = {
    role: statement.kind === 'vocabulary' ? 'vocabulary' : 'let',
    name: name.name,
    at: name,
    usableFrom: statement.end,
    input: -1,
    let: c.lets.length,
    read: false,
  }
  c.values.set(name.name, declared)
  c.lets.push({ declared, statement, type: null, guard: null, reads: [], uses: [], unbridged: [] })
  c.use(name, declared.role, true, name.start)
}

function nameAssertion(c: Checking, name: Identifier): void {
  const before = c.assertions.get(name.name)
  if (before !== undefined) c.report.add('duplicate-assertion', name, [name.name, c.lines.line(before.start)])
  else c.assertions.set(name.name, name)
  c.use(name, 'assertion', true, name.start)
}
