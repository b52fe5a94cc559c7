/**
 * Prints one statement on each line; format.ts does the layout. The text reads back as the same tree, except for
 * offsets and comments. A `broken` node prints nothing.
 */

import { printLookup } from './print-lookup'
import { isGroup } from './statements/types'
import { quoteText } from './string-literal'
import type {
  Codes,
  DeclaredGroup,
  DeclaredType,
  Exception,
  Expression,
  Field,
  Ruleset,
  SharedPart,
  Statement,
  TextLiteral,
} from './syntax'

export function printRuleset(ruleset: Ruleset): string {
  const { version, sharedParts } = ruleset
  const printed: string[] = []
  let next = 0
  for (const statement of ruleset.statements) {
    for (; next < sharedParts.length && sharedParts[next]!.start < statement.start; next++)
      printed.push(printPart(sharedParts[next]!))
    const isShared = next > 0 && statement.end <= sharedParts[next - 1]!.end
    if (!isShared) printed.push(`${printStatement(statement)}\n`)
  }
  printed.push(...sharedParts.slice(next).map(printPart))
  return (version === null ? '' : `version ${version.text};\n`) + printed.join('')
}

/** Prints the lines of a part unchanged, because the hash covers them. */
function printPart({ kind, name, hash, lines }: SharedPart): string {
  const head = kind === 'library' ? kind : `use ${quoteText(name?.value ?? '')} sha256:${hash?.value ?? ''}`
  return `${head} {\n${lines}};\n`
}

export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'declare': {
      const { local, name, type } = statement
      return `declare ${local ? 'local ' : ''}${name.name} as ${printType(type)}${printDefault(statement)};`
    }
    case 'declare-group':
      return `declare ${statement.name.name} as ${printGroup(statement.group)};`
    case 'let':
      return `${printHead(statement)} = ${printExpression(statement.value)}${printExceptions(statement.exceptions)};`
    case 'assert': {
      const policy = statement.policy === null ? '' : ` [${statement.policy.value}]`
      return `assert ${statement.name.name}${policy} { ${printExpression(statement.condition)} }${printExceptions(statement.exceptions)};`
    }
    case 'condition': {
      const parameters = statement.parameters.map(({ name }) => name).join(', ')
      return `condition ${statement.name.name}(${parameters}) = ${printExpression(statement.value)};`
    }
    case 'month-end':
      return `month_end ${statement.rule};`
    case 'vocabulary':
      return `vocabulary ${statement.name.name} = {${printMembers(statement.members)}};`
    case 'shape': {
      const check = statement.check === null ? '' : ` check ${statement.check.name}`
      return `shape ${statement.name.name} = ${quoteText(statement.pattern.value)}${check};`
    }
    case 'parameter':
    case 'scale':
    case 'table':
      return printLookup(statement, { expression: printExpression, type: printType })
    case 'broken':
      return ''
  }
}

function printExceptions(exceptions: readonly Exception[]): string {
  const texts = exceptions.map(({ condition, value, isLater }) => {
    const word = isLater ? ' then except' : ' except'
    return `${word} when ${printExpression(condition)} { ${printExpression(value)} }`
  })
  return texts.join('')
}

function printHead({ name, report }: Extract<Statement, { kind: 'let' }>): string {
  if (report === null) return `let ${name.name}`
  return report.unit === null ? `report ${name.name}` : `report ${name.name} ${quoteText(report.unit.value)}`
}

function printDefault({ fallback }: Pick<Field, 'fallback'>): string {
  return fallback === undefined ? '' : ` default ${printExpression(fallback)}`
}

function printType(type: DeclaredType): string {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'numeric': {
      const unit = type.unit === null ? '' : ` ${quoteText(type.unit.value)}`
      return `${type.whole ? 'whole' : 'numeric'}${unit}${printCodes(type.codes)}`
    }
    case 'date':
      return `date${printCodes(type.codes)}`
    case 'timestamp':
      return `timestamp${printCodes(type.codes)}`
    case 'text':
      return `text${printCase(type)}${printCodes(type.codes)}`
    case 'enum': {
      const members = printMembers(type.members)
      const list = type.ordered ? `[${members}]` : `{${members}}`
      return `enum ${type.vocabulary?.name ?? list}${printCase(type)}${printCodes(type.codes)}`
    }
  }
}

function printMembers(members: readonly TextLiteral[]): string {
  return members.map(({ value }) => quoteText(value)).join(', ')
}

function printCase({ ignoringCase }: { readonly ignoringCase: boolean }): string {
  return ignoringCase ? ' ignoring case' : ''
}

function printCodes({ members, vocabulary, otherwise }: Codes): string {
  const list = members.length === 0 ? '' : ` or {${printMembers(members)}}`
  const codes = vocabulary === null ? list : ` or ${vocabulary.name}`
  return otherwise === null ? codes : `${codes} else ${quoteText(otherwise.value)}`
}

function printGroup(group: DeclaredGroup): string {
  if (group.kind === 'record') return `${group.optional ? 'optional ' : ''}record ${printFields(group.fields)}`
  const { entry, upTo } = group
  return `list of ${'kind' in entry ? printType(entry) : printFields(entry)} up to ${upTo?.count ?? 1}`
}

function printFields(fields: readonly Field[]): string {
  const printed = fields.map(
    (field) =>
      `${field.name.name} as ${isGroup(field.type) ? printGroup(field.type) : printType(field.type)}${printDefault(field)}`,
  )
  return printed.length === 0 ? '{}' : `{ ${printed.join(', ')} }`
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

function printOperand(node: Expression, least: number): string {
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
    case 'date':
    case 'timestamp':
      return node.text
    case 'name':
      return node.name
    case 'negate':
      // A minus before a numeral would become part of it.
      return node.operand.kind === 'number'
        ? `-(${printExpression(node.operand)})`
        : `-${printOperand(node.operand, UNARY)}`
    case 'arithmetic': {
      const own = bindingStrength(node)
      return `${printOperand(node.left, own)} ${node.operator} ${printOperand(node.right, own + 1)}`
    }
    case 'comparison':
      return `${printOperand(node.left, SUM)} ${node.operator} ${printOperand(node.right, SUM)}`
    case 'call':
      return `${node.callee}(${node.operands.map(printExpression).join(', ')})`
    case 'apply':
      return `${node.condition.name}(${node.operands.map(printExpression).join(', ')})`
    case 'quantifier': {
      const count = node.count === null ? '' : `${printExpression(node.count)}, `
      const { quantifier, variable, set, body } = node
      return `${quantifier}(${count}${variable.name} in ${printExpression(set)}, ${printExpression(body)})`
    }
    case 'aggregate': {
      const { fold, variable, set, filter, body } = node
      const where = filter === null ? '' : ` where ${printExpression(filter)}`
      return `${fold}(${variable.name} in ${printExpression(set)}${where}, ${printExpression(body)})`
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
    case 'first': {
      const arms = node.arms.map(({ condition, value }) => `${printExpression(condition)} => ${printExpression(value)}`)
      if (node.fallback !== null) arms.push(`else => ${printExpression(node.fallback)}`)
      return `first { ${arms.join('; ')} }`
    }
    case 'first-failed': {
      const names = node.assertions.map(({ name }) => name).join(', ')
      return `FirstFailed(${names})${node.fallback === null ? '' : ` else ${quoteText(node.fallback.value)}`}`
    }
    case 'group':
      return `(${printExpression(node.inner)})`
    case 'broken':
      return ''
  }
}
