/**
 * Prints a syntax tree as short nested text, for golden files. Different trees have different outlines, except for
 * offsets. For tests only.
 */

import { printNumeral } from '../numeric/numeral'
import { Rational } from '../numeric/rational'
import { printStatement } from '../syntax/print'
import type { Codes, DeclaredType, Exception, Expression, Ruleset, Statement } from '../syntax/syntax'

/** One line for each statement, then one for each comment. */
export function outlineRuleset(ruleset: Ruleset): string {
  const lines = ruleset.version === null ? [] : [`version ${ruleset.version.text}`]
  for (const statement of ruleset.statements) lines.push(outlineStatement(statement))
  for (const part of ruleset.sharedParts) {
    const head = part.kind === 'use' ? `use ${part.name?.value ?? '-'} ${part.hash?.value ?? '-'}` : 'library'
    lines.push(`${head} ${JSON.stringify(part.lines)}`)
  }
  for (const comment of ruleset.comments) lines.push(`comment ${comment.kind} ${JSON.stringify(comment.text)}`)
  return lines.map((line) => `${line}\n`).join('')
}

function outlineStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'declare':
      return `declare ${statement.local ? 'local ' : ''}${statement.name.name}: ${outlineType(statement.type)}`
    case 'declare-group':
    case 'vocabulary':
    case 'shape':
    case 'parameter':
    case 'scale':
    case 'table':
      return printStatement(statement).replaceAll(/\n */g, ' ')
    case 'let':
      return `let ${statement.name.name} = ${outlineExpression(statement.value)}${outlineExceptions(statement.exceptions)}`
    case 'assert': {
      const policy = statement.policy === null ? '' : ` ${statement.policy.value}`
      return `assert ${statement.name.name}${policy} ${outlineExpression(statement.condition)}${outlineExceptions(statement.exceptions)}`
    }
    case 'condition': {
      const parameters = statement.parameters.map(({ name }) => name).join(' ')
      return `condition ${statement.name.name} ${parameters} = ${outlineExpression(statement.value)}`
    }
    case 'month-end':
      return `month_end ${statement.rule}`
    case 'broken':
      return 'broken'
  }
}

function outlineExceptions(exceptions: readonly Exception[]): string {
  const texts = exceptions.map(({ condition, value, isLater }) =>
    outlineList(isLater ? 'then' : 'except', [condition, value]),
  )
  return texts.map((text) => ` ${text}`).join('')
}

function outlineType(type: DeclaredType): string {
  const codes = type.kind === 'boolean' ? '' : outlineCodes(type.codes)
  if (type.kind === 'numeric') {
    const unit = type.unit === null ? '' : ` ${JSON.stringify(type.unit.value)}`
    return `${type.whole ? 'whole' : 'numeric'}${unit}${codes}`
  }
  const ignoring = (type.kind === 'text' || type.kind === 'enum') && type.ignoringCase ? ' ignoring case' : ''
  if (type.kind !== 'enum') return `${type.kind}${ignoring}${codes}`
  if (type.vocabulary !== null) return `enum ${type.vocabulary.name}${ignoring}${codes}`
  return `${type.ordered ? 'ordered' : 'unordered'} ${type.members.map((member) => JSON.stringify(member.value)).join(' ')}${ignoring}${codes}`
}

function outlineCodes({ members, otherwise }: Codes): string {
  const texts = members.map(({ value }) => JSON.stringify(value))
  const codes = texts.length === 0 ? '' : ` or ${texts.join(' ')}`
  return otherwise === null ? codes : `${codes} else ${JSON.stringify(otherwise.value)}`
}

function outlineList(head: string, operands: readonly (Expression | null)[]): string {
  return `(${[head, ...operands.map((part) => (part === null ? '-' : outlineExpression(part)))].join(' ')})`
}

export function outlineExpression(node: Expression): string {
  switch (node.kind) {
    case 'number':
      return node.unit === null ? node.text : `${node.text}${JSON.stringify(node.unit.value)}`
    case 'string':
      return JSON.stringify(node.value)
    case 'boolean':
      return node.value ? 'True' : 'False'
    case 'date':
    case 'timestamp':
      return node.text
    case 'name':
      return node.name
    case 'negate':
      return outlineList('minus', [node.operand])
    case 'arithmetic':
    case 'comparison':
      return outlineList(node.operator, [node.left, node.right])
    case 'call':
      return outlineList(node.callee, node.operands)
    case 'apply':
      return outlineList(node.condition.name, node.operands)
    case 'quantifier':
      return outlineList(`${node.quantifier} ${node.variable.name}`, [node.count, node.set, node.body])
    case 'aggregate':
      return outlineList(`${node.fold} ${node.variable.name}`, [node.set, node.filter, node.body])
    case 'set':
      return outlineList('set', node.members)
    case 'if':
      return outlineList('IF', [node.condition, node.then, node.otherwise])
    case 'case': {
      const arms = node.arms.map((arm) => `${JSON.stringify(arm.label.value)}:${outlineExpression(arm.value)}`)
      return `(CASE ${[outlineExpression(node.subject), ...arms, node.fallback === null ? '-' : outlineExpression(node.fallback)].join(' ')})`
    }
    case 'first': {
      const operands = node.arms.flatMap(({ condition, value }) => [condition, value])
      return outlineList('first', [...operands, node.fallback])
    }
    case 'first-failed': {
      const names = node.assertions.map(({ name }) => name).join(' ')
      return `(FirstFailed ${names} ${node.fallback === null ? '-' : JSON.stringify(node.fallback.value)})`
    }
    case 'group':
      return outlineList('group', [node.inner])
    case 'broken':
      return 'broken'
  }
}

const POSITION_KEYS: ReadonlySet<string> = new Set(['start', 'end', 'span', 'body', 'line'])

/** Removes positions. Returns plain JSON data, with numerals for exact numbers. */
export function withoutSpans(value: unknown): unknown {
  if (value instanceof Rational) return printNumeral(value)
  if (Array.isArray(value)) return value.map(withoutSpans)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !POSITION_KEYS.has(key) || !isPosition(part))
      .map(([key, part]) => [key, withoutSpans(part)]),
  )
}

/** Whether the part is a number or a bare span. The body of a quantifier has a kind and is not a position. */
function isPosition(part: unknown): boolean {
  return typeof part === 'number' || (typeof part === 'object' && part !== null && !('kind' in part))
}
