/**
 * Conditions with parameters (language 1.4). The body is checked once at its definition, for what does not depend on
 * the parameters, and written out at each use. It knows its parameters and the names above it, never those of the use.
 */
import type { PendingDiagnostic } from '../messages/report'
import type { Expression, Identifier, Statement } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import type { Checked, CheckedCondition, Place } from './checked-ruleset'
import type { Checking, Entry, NamedCondition, Variable } from './checking'
import { needCondition } from './conditions'
import { addDeclared, isTaken } from './inputs'
import { readBody, withParameters } from './lookups/parameter-mentions'
import { fullPath, namedGroup } from './paths'
import { BOOLEAN, describeType } from './types'

type Definition = Extract<Statement, { kind: 'condition' }>
type Operand = Checked | Place
type Application = Extract<Expression, { kind: 'apply' }>

export function defineCondition(c: Checking, statement: Definition): void {
  const { name, parameters, value } = statement
  if (isTaken(c, name)) return
  const declared = addDeclared(c, name, 'condition', statement.end)
  c.use(name, 'condition', true, name.start)
  const body = readBody(value, parameters)
  // Without a parameter it is meant as a let.
  declared.read = parameters.length === 0
  c.conditions.set(name.name, { declared, statement, body, reported: new Set(), shown: null })
}

/** Reports what is wrong whatever the condition is asked of. */
export function checkDefinition(c: Checking, statement: Definition): void {
  const condition = c.conditions.get(statement.name.name)
  if (condition?.statement !== statement) return
  const { mentions, dependent } = condition.body
  const forms = new Set(c.reportedForms)
  const uses = c.uses.length
  const bound = statement.parameters.map(({ name }, i): [string, Variable] => [
    name,
    { number: -1 - i, type: null, at: statement.parameters[i]! },
  ])
  const { found } = c.report.withheld(() => c.touching(() => checkBody(c, condition, new Map(bound), new Map())))
  const isAboutParameter = (span: Span) =>
    [...mentions.values(), ...dependent].some(({ start, end }) => start < span.end && span.start < end)
  for (const diagnostic of found) {
    if (isAboutParameter(diagnostic)) continue
    c.report.restore(diagnostic)
    condition.reported.add(keyOf(diagnostic))
  }
  // Withheld reports are repeated at each use.
  if (condition.reported.size < found.length) restoreForms(c, forms)
  c.uses.splice(uses, c.uses.length, ...c.uses.slice(uses).filter(({ start }) => !mentions.has(start)))
  recordParameters(c, condition)
}

function restoreForms(c: Checking, forms: ReadonlySet<unknown>): void {
  for (const form of c.reportedForms) if (!forms.has(form)) c.reportedForms.delete(form)
}

function recordParameters(c: Checking, { statement, body }: NamedCondition): void {
  const used = new Set<number>()
  for (const parameter of statement.parameters) {
    c.use(parameter, 'variable', true, parameter.start)
    let isUsed = false
    for (const mention of body.mentions.values()) {
      if (mention.parameter !== parameter.name) continue
      isUsed = true
      const start = c.text.indexOf(parameter.name, mention.start)
      if (!used.has(start))
        c.use({ ...parameter, start, end: start + parameter.name.length }, 'variable', false, parameter.start)
      used.add(start)
    }
    if (!isUsed && !c.parsed.lost) c.report.add('unused-parameter', parameter, [parameter.name])
  }
}

function keyOf({ code, start }: PendingDiagnostic): string {
  return `${code} ${start}`
}

/** `is_adult(applicant)`. Null, and reported, if the body does not fit the operands. */
export function checkApplication(c: Checking, node: Application): Checked | null {
  const condition = c.conditions.get(node.condition.name)
  if (condition === undefined) {
    for (const operand of node.operands) c.check(operand)
    return null
  }
  const { declared, statement } = condition
  const { start, end } = node.condition
  // The text may misspell it.
  if (c.text.slice(start, end) === declared.name) c.use(node.condition, 'condition', false, declared.at.start)
  declared.read = true
  if (node.start < declared.usableFrom) {
    const isOwn = node.start > statement.start
    c.report.add(isOwn ? 'own-definition' : 'used-before', node.condition, [declared.name])
    return null
  }
  const { parameters } = statement
  const operands = node.operands.map((operand) => checkOperand(c, operand))
  if (parameters.length !== operands.length) {
    const isBroken = node.operands.some(({ kind }) => kind === 'broken')
    if (!isBroken)
      c.report.add('parameter-count', node, [declared.name, parameters.map(({ name }) => name), operands.length])
    return null
  }
  const known = operands.filter((operand) => operand !== null)
  const isSound = known.length === operands.length && haveFields(c, condition, known)
  return isSound ? writeOut(c, condition, known, node) : null
}

/** False, and reported, if the body reads a field of a plain value. */
function haveFields(c: Checking, { body, statement, declared }: NamedCondition, operands: readonly Operand[]): boolean {
  const fields = new Map([...body.mentions.values()].map(({ parameter, text }) => [parameter, text]))
  let isSound = true
  for (const [i, { name }] of statement.parameters.entries()) {
    const operand = operands[i]!
    const field = fields.get(name) ?? name
    if (operand.kind === 'place' || field === name) continue
    c.report.add('operand-record', operand, [declared.name, field, describeType(operand.type)])
    isSound = false
  }
  return isSound
}

/** A record, a list or an entry is passed by name; anything else is passed as a value. */
function checkOperand(c: Checking, operand: Expression): Operand | null {
  const inner = withoutBrackets(operand)
  const { start, end } = inner
  const group = namedGroup(c, inner)
  if (group !== null) {
    if (inner.start >= group.usableFrom) return { kind: 'place', path: group.path, start, end }
    c.report.add('used-before', inner, [group.path])
    return null
  }
  const path = inner.kind === 'name' ? fullPath(c, inner.name) : ''
  const entry = inner.kind === 'name' ? c.entries.get(inner.name) : undefined
  if (entry === undefined || c.values.has(path)) return c.check(operand)
  c.use({ name: inner.kind === 'name' ? inner.name : '', start, end }, 'variable', false, entry.at.start)
  return { kind: 'place', path, start, end }
}

function withoutBrackets(node: Expression): Expression {
  return node.kind === 'group' ? withoutBrackets(node.inner) : node
}

function writeOut(
  c: Checking,
  condition: NamedCondition,
  operands: readonly Operand[],
  node: Application,
): Checked | null {
  if (c.report.exceeded !== null) return null
  const { statement, declared, body } = condition
  const { start, end } = node
  const [variables, entries] = bindParameters(c, statement.parameters, operands)
  const uses = c.uses.length
  const { result, found } = c.report.withheld(() => checkBody(c, condition, variables, entries))
  keepFirstUses(c, uses, condition)
  const error = found.find(({ severity }) => severity === 'error')
  if (result === null || error !== undefined) {
    if (error !== undefined && !condition.reported.has(keyOf(error)))
      c.report.add('condition-operand', node, [declared.name, c.lines.line(error.start), error.message])
    return null
  }
  condition.shown ??= withParameters(result, body.mentions)
  const form = { kind: 'condition', name: declared.name, operands } as const
  const written: Checked = { kind: 'written', form, core: result, type: BOOLEAN, start, end }
  return isWithinSize(c, written, body.size) ? written : null
}

/** Bodies in bodies multiply, so they are counted before they are complete. */
function isWithinSize(c: Checking, written: Checked, size: number): boolean {
  const { expression_nodes, expression_depth } = c.limits
  c.writtenOut += size
  const nodes = Math.min(Math.max(c.writtenOut, c.size.nodes(written)), Number.MAX_SAFE_INTEGER)
  const depth = c.depth.nodes(written)
  if (nodes > expression_nodes)
    c.report.exceed({ budget: 'expression_nodes', limit: expression_nodes, actual: nodes }, written)
  else if (depth > expression_depth)
    c.report.exceed({ budget: 'expression_depth', limit: expression_depth, actual: depth }, written)
  return nodes <= expression_nodes && depth <= expression_depth
}

function bindParameters(
  c: Checking,
  parameters: readonly Identifier[],
  operands: readonly Operand[],
): [Map<string, Variable>, Map<string, Entry>] {
  const variables = new Map<string, Variable>()
  const entries = new Map<string, Entry>()
  for (const [i, at] of parameters.entries()) {
    const operand = operands[i]!
    if (operand.kind === 'place') entries.set(at.name, { path: operand.path, at })
    else {
      variables.set(at.name, { number: -1, type: operand.type, at, standsFor: operand })
      if (!c.variableTypes.has(at.start)) c.variableTypes.set(at.start, operand.type)
    }
  }
  return [variables, entries]
}

function checkBody(
  c: Checking,
  { statement, declared }: NamedCondition,
  variables: Map<string, Variable>,
  entries: Map<string, Entry>,
): Checked | null {
  const outer = { variables: c.variables, entries: c.entries }
  c.variables = variables
  c.entries = entries
  const result = c.meeting(null, () => c.checkAs(BOOLEAN, statement.value))
  c.variables = outer.variables
  c.entries = outer.entries
  return needCondition(c, result, `The condition "${declared.name}"`)
}

/** The fields that the first use finds are those that the editor knows. */
function keepFirstUses(c: Checking, from: number, { shown, statement, body }: NamedCondition): void {
  const found = c.uses.splice(from)
  if (shown !== null) return
  const { start, end } = statement.value
  const known = new Set(c.uses.filter((use) => use.start >= start && use.end <= end).map((use) => use.start))
  for (const use of found)
    if (use.start >= start && use.end <= end && !known.has(use.start) && !body.mentions.has(use.start)) c.uses.push(use)
}

/** Returns the conditions that are used. @param above returns the comment above an offset */
export function checkedConditions(
  c: Checking,
  above: (start: number) => readonly string[],
): readonly CheckedCondition[] {
  return [...c.conditions.values()].flatMap(({ statement, shown }) => {
    const { name, parameters, start } = statement
    if (shown === null) return []
    const line = c.lines.line(start)
    const names = parameters.map((parameter) => parameter.name)
    return [{ name: name.name, parameters: names, body: shown, line, comment: above(start) }]
  })
}
