/**
 * Prints one statement on each line; format.ts does the layout. The text reads back as the same tree, except for
 * offsets and comments. A `broken` node prints nothing.
 */
import { quoteText } from './string-literal'
import type { Expression, Ruleset, Statement } from './syntax'

export function printRuleset(ruleset: Ruleset): string {
  const statements = ruleset.statements.map((statement) => `${printStatement(statement)}\n`)
  return (ruleset.version === null ? '' : `version ${ruleset.version.text};\n`) + statements.join('')
}

export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'declare': {
      const { local, name, type } = statement
      const head = `declare ${local ? 'local ' : ''}${name.name} as ${type.kind}`
      if (type.kind !== 'enum') return `${head};`
      const members = type.members.map((member) => quoteText(member.value)).join(', ')
      return type.ordered ? `${head} [${members}];` : `${head} {${members}};`
    }
    case 'let':
      return `let ${statement.name.name} = ${printExpression(statement.value)};`
    case 'assert': {
      const policy = statement.policy === null ? '' : ` [${statement.policy.value}]`
      return `assert ${statement.name.name}${policy} { ${printExpression(statement.condition)} };`
    }
    case 'broken':
      return ''
  }
}

/** A part that binds less tightly than its place needs brackets. */
const COMPARISON = 1
const SUM = 2
const PRODUCT = 3
const UNARY = 4
const PRIMARY = 5

function bindingStrength(node: Expression): number {
  switch (node.kind) {
    case 'comparison':
      return COMPARISON
    case 'arithmetic':
      return node.operator === '+' || node.operator === '-' ? SUM : PRODUCT
    case 'negate':
      return UNARY
    default:
      return PRIMARY
  }
}

function printPart(node: Expression, least: number): string {
  const text = printExpression(node)
  return bindingStrength(node) < least ? `(${text})` : text
}

export function printExpression(node: Expression): string {
  switch (node.kind) {
    case 'number':
      return node.unit === null ? node.text : `${node.text} ${quoteText(node.unit.value)}`
    case 'string':
      return quoteText(node.value)
    case 'boolean':
      return node.value ? 'True' : 'False'
    case 'name':
      return node.name
    case 'negate':
      // A minus before a numeral would become part of it.
      return node.operand.kind === 'number'
        ? `-(${printExpression(node.operand)})`
        : `-${printPart(node.operand, UNARY)}`
    case 'arithmetic': {
      const own = bindingStrength(node)
      return `${printPart(node.left, own)} ${node.operator} ${printPart(node.right, own + 1)}`
    }
    case 'comparison':
      return `${printPart(node.left, SUM)} ${node.operator} ${printPart(node.right, SUM)}`
    case 'call':
      return `${node.callee}(${node.operands.map(printExpression).join(', ')})`
    case 'quantifier': {
      const count = node.count === null ? '' : `${printExpression(node.count)}, `
      const { quantifier, variable, set, body } = node
      return `${quantifier}(${count}${variable.name} in ${printExpression(set)}, ${printExpression(body)})`
    }
    case 'set':
      return node.members.length === 0 ? '{}' : `{ ${node.members.map(printExpression).join(', ')} }`
    case 'if': {
      const otherwise = node.otherwise === null ? '' : ` ELSE ${printExpression(node.otherwise)}`
      return `IF ${printExpression(node.condition)} THEN ${printExpression(node.then)}${otherwise} END`
    }
    case 'case': {
      const arms = node.arms.map((arm) => `${quoteText(arm.label.value)}: ${printExpression(arm.value)}`)
      if (node.fallback !== null) arms.push(`DEFAULT: ${printExpression(node.fallback)}`)
      return `CASE ${printExpression(node.subject)} OF ${arms.join(', ')} END`
    }
    case 'group':
      return `(${printExpression(node.inner)})`
    case 'broken':
      return ''
  }
}
