/** Checks names. A resolved name records its use even if a later check fails, so that it is not called unread. */

import { idiomOf } from '../messages/idioms'
import { replaceFix } from '../messages/report'
import { quoteText } from '../syntax/string-literal'
import type { Expression } from '../syntax/syntax'
import type { Checked } from './checked-ruleset'
import { isAmount, type Type } from './checked-type'
import { type Checking, type Declared, readInput, type Variable } from './checking'
import { checkPath } from './paths'
import { BOOLEAN } from './types'

type Name = Extract<Expression, { kind: 'name' }>

/** Null, and reported, if the name is unknown or used before its declaration. */
export function checkName(c: Checking, node: Name): Checked | null {
  const variable = c.variables.get(node.name)
  if (variable !== undefined) return variableNode(c, node, variable)
  const found = c.groups.size === 0 && !node.name.includes('.') ? undefined : checkPath(c, node)
  if (found !== undefined) return found
  const declared = c.values.get(node.name)
  if (declared === undefined) {
    reportUnknownName(c, node)
    return null
  }
  return declaredNode(c, node, declared)
}

function variableNode(c: Checking, node: Name, variable: Variable): Checked | null {
  const { start, end, name } = node
  c.use(node, 'variable', false, variable.at.start)
  if (variable.standsFor !== undefined) return { ...variable.standsFor, start, end }
  if (variable.type === null) return null
  return { kind: 'variable', variable: variable.number, name, type: variable.type, start, end }
}

function declaredNode(c: Checking, node: Name, declared: Declared): Checked | null {
  const { start, end } = node
  c.use(node, declared.role, false, declared.at.start)
  if (start < declared.usableFrom) {
    const own = declared.let >= 0 && isInside(node, c.lets[declared.let]!.statement)
    c.report.add(own ? 'own-definition' : 'used-before', node, [node.name])
    return null
  }
  if (declared.let >= 0) {
    const draft = c.lets[declared.let]!
    c.touched.lets.add(declared.let)
    for (const input of draft.reads) c.touched.reads.add(input)
    for (const pair of draft.unbridged) c.touched.unbridged.set(`${pair.from}\u0000${pair.to}`, pair)
    const type = draft.type ?? (declared.role === 'local' ? BOOLEAN : null)
    return type === null ? null : { kind: 'let', let: declared.let, type, start, end }
  }
  const parameters = c.conditions.get(declared.name)?.statement.parameters ?? []
  if (parameters.length > 0)
    c.report.add('condition-without-operands', node, [node.name, parameters.map(({ name }) => name)])
  if (declared.input < 0) return null
  return readInput(c, declared.input, node)
}

function isInside(node: Name, statement: { readonly start: number; readonly end: number }): boolean {
  return node.start >= statement.start && node.end <= statement.end
}

function reportUnknownName(c: Checking, node: Name): void {
  const { name } = node
  if (c.meets?.includes(name)) {
    c.report.add('unquoted-value', node, [name], [replaceFix(`Write ${quoteText(name)}`, node, quoteText(name))])
    return
  }
  if (c.shapes.has(name)) {
    c.report.add('shape-as-value', node, [name])
    return
  }
  const assertion = c.assertions.get(name)
  if (assertion !== undefined) {
    c.use(node, 'assertion', false, assertion.start)
    c.report.add('assertion-as-value', node, [name])
    return
  }
  const joined = joinedName(c, node)
  if (joined !== null && c.knows(joined.name)) {
    c.report.add(
      'unknown-name',
      node,
      [name, joined.name, null, ''],
      [replaceFix(`Write ${joined.name}`, joined, joined.name)],
    )
    return
  }
  const idiom = joined === null ? idiomOf('name', name) : 'hyphen'
  const meant = idiom === null ? c.speller.nearest(name, usableNames(c, node.start)) : null
  const details = [name, meant, idiom, c.metType === null ? 'boolean' : declaredAs(c.metType)] as const
  c.report.add('unknown-name', node, [...details], meant === null ? [] : [replaceFix(`Write ${meant}`, node, meant)])
}

/** Reads `loan-amount` as `loan_amount` if its parts touch; otherwise null. */
function joinedName(c: Checking, node: Name): { name: string; start: number; end: number } | null {
  const [rest] = /^(?:-[A-Za-z_]\w*)+/.exec(c.text.slice(node.end, node.end + MAX_NAME_CHARS)) ?? []
  if (rest === undefined) return null
  return { name: `${node.name}${rest.replaceAll('-', '_')}`, start: node.start, end: node.end + rest.length }
}

/** Maximum characters after a name that may belong to it. */
const MAX_NAME_CHARS = 100

/** The declaration type for a name that meets `type`. */
function declaredAs(type: Type): string {
  if (type.kind === 'boolean' || isAmount(type)) return type.kind
  if (type.kind === 'set') return 'boolean'
  const members = type.kind === 'enum' ? type.vocabulary : type.members
  const list = members.map(quoteText).join(', ')
  return type.kind === 'enum' && type.ordered ? `enum [${list}]` : `enum {${list}}`
}

/** Names that are valid at `offset`, without invalid declared ones. */
function* usableNames(c: Checking, offset: number): Iterable<string> {
  yield* c.variables.keys()
  for (const { name, usableFrom } of c.values.values()) if (usableFrom <= offset && !/\W/.test(name)) yield name
  yield 'True'
  yield 'False'
}
