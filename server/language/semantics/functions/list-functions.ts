/** `IsGiven`, `Count`, `NoneRepeated`, and membership in a list (language 1.4). */
import { replaceFix } from '../../messages/report'
import type { Expression } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked } from '../checked-ruleset'
import { isAmount } from '../checked-type'
import { type Checking, type Group, readInput } from '../checking'
import { checkNumberForm, codedInput, codeOf, guarded } from '../codes'
import { checkCount } from '../connective'
import { fieldOfList, fullPath, lastPart, namedGroup } from '../paths'
import { askIfGiven } from '../texts/text-functions'
import { BOOLEAN } from '../types'
import { checkAggregate, countEntries, entryValues, exists, hasEntries, junction, listForm, written } from './entries'

type Call = Extract<Expression, { kind: 'call' }>

/** `IsNumber(x)`, `IsWhole(x)` and `IsGiven(record)`. */
export function checkFormFunction(c: Checking, node: Call, callee: 'IsNumber' | 'IsWhole' | 'IsGiven'): Checked | null {
  const [operand] = node.operands
  if (!checkCount(c, node) || operand === undefined) return null
  if (callee === 'IsGiven') return checkIsGiven(c, operand, node)
  const value = c.check(operand)
  return value === null ? null : checkNumberForm(c, callee, value, node)
}

function checkIsGiven(c: Checking, operand: Expression, node: Call): Checked | null {
  const group = namedGroup(c, operand)
  if (group?.kind === 'record' && group.input >= 0) return readInput(c, group.input, node)
  if (group?.kind === 'list') return hasEntries(c, group, operand, node)
  if (group === null) {
    const { result, touched } = c.touching(() => c.check(operand))
    if (result === null) return null
    const given = askIfGiven(c, result, node)
    if (given !== null) {
      c.touch(touched)
      return given
    }
  }
  c.report.add('given-operand', operand, [])
  return null
}

/** `Max(driver.age)`, meant for every entry. False, with nothing reported, for other operands. */
export function reportFieldFold(c: Checking, node: Call, fold: 'Sum' | 'Min' | 'Max'): boolean {
  const [only] = node.operands
  const meant = only === undefined || node.operands.length > 1 ? null : fieldOfList(c, only)
  if (meant === null) return false
  const variable = ['x', 'e', 'entry'].find((name) => !c.knows(name)) ?? 'each_entry'
  const right = `${fold}(${variable} in ${meant.list}, ${variable}.${meant.field})`
  c.report.add('aggregate-form', node, [fold], [replaceFix(`Write ${right}`, node, right)])
  return true
}

/** `Sum` without a variable. */
export function reportAggregateForm(c: Checking, node: Call): null {
  if (reportFieldFold(c, node, 'Sum')) return null
  for (const operand of node.operands) if (operand.kind !== 'name') c.check(operand)
  c.report.add('aggregate-form', node, ['Sum'])
  return null
}

/** `Sum(b in bag, b.fee)` and the like. */
export function checkAggregateOf(c: Checking, node: Extract<Expression, { kind: 'aggregate' }>): Checked | null {
  const list = namedGroup(c, node.set)
  if (list?.kind === 'list') return checkAggregate(c, node, list)
  c.report.add('expected-list', node.set, [node.fold])
  return null
}

/** `Count(list)`. */
export function checkCountOf(c: Checking, node: Call): Checked | null {
  const list = neededList(c, node, 'Count')
  return list === null ? null : countEntries(c, list, node.operands[0]!, node)
}

/** Holds if no two entries are the same, or have the same value of a field. */
export function checkNoneRepeated(c: Checking, node: Call): Checked | null {
  const [operand] = node.operands
  const field = operand === undefined ? null : namedField(c, operand)
  const list = field?.list ?? neededList(c, node, 'NoneRepeated')
  if (list === null) return null
  const values = entryValues(c, list, field?.name ?? null, node)
  if (values === null) {
    c.report.add('plain-list', node, ['NoneRepeated', list.path, list.fields[0] ?? null])
    return null
  }
  if (values.some(({ type }) => type.kind === 'enum' && type.text !== undefined)) {
    c.report.add('repeated-texts', node, [field === null ? list.path : `${list.path}.${field.name}`])
    return null
  }
  const { start, end } = node
  const differ: Checked[] = []
  for (const [i, right] of values.entries())
    for (const left of values.slice(0, i))
      differ.push(junction('Implies', [exists(c, list, i, node), differs(c, left, right, node)], node))
  const core: Checked =
    differ.length === 0 ? { kind: 'boolean', value: true, type: BOOLEAN, start, end } : junction('And', differ, node)
  const form = { ...listForm(list, field?.of ?? operand!), over: 'NoneRepeated' } as const
  return written(field === null ? form : { ...form, field: field.name }, core, BOOLEAN, node)
}

interface NamedField {
  readonly list: Group
  /** The list as written. */
  readonly of: Expression
  readonly name: string
}

/** `driver.licence` of a list `driver`; null for anything else. */
function namedField(c: Checking, node: Expression): NamedField | null {
  if (node.kind !== 'name' || !node.name.includes('.')) return null
  const [path, name] = splitPath(fullPath(c, node.name))
  const list = c.groups.get(path)
  const declared = list?.kind === 'list' ? c.values.get(`${path}[1].${name}`) : undefined
  if (list === undefined || declared === undefined) return null
  c.use(lastPart(node), 'claim', false, declared.at.start)
  return { list, of: { ...node, name: splitPath(node.name)[0] }, name }
}

/** Splits a path at its last dot. */
function splitPath(path: string): readonly [string, string] {
  const dot = path.lastIndexOf('.')
  return [path.slice(0, dot), path.slice(dot + 1)]
}

/** Entries that may be codes are the same if both the codes and the numbers are. */
function differs(c: Checking, left: Checked, right: Checked, { start, end }: Span): Checked {
  const at = { order: null, type: BOOLEAN, start, end } as const
  const values: Checked = { kind: 'compare', domain: domainOfEntry(left), operator: '!=', left, right, ...at }
  const [one, other] = [codedInput(c, left), codedInput(c, right)]
  if (one === null || other === null) return values
  const codes = { left: codeOf(c, one, left), right: codeOf(c, other, right) }
  const unequal: Checked = { kind: 'compare', domain: 'member', operator: '!=', ...codes, ...at }
  return junction('Or', [unequal, guarded(c, values, [left, right])], { start, end })
}

/** Checks `IsMember(x, list)`; undefined if the second operand is not a list. */
export function checkListMember(c: Checking, node: Call): Checked | null | undefined {
  const [value, candidate] = node.operands
  if (value === undefined || candidate === undefined || !isList(c, candidate)) return undefined
  const { start, end } = node
  const body: Expression = { kind: 'comparison', operator: '==', left: anEntry(candidate), right: value, start, end }
  return c.check({ kind: 'quantifier', quantifier: 'Exists', ...overEntries(candidate), body, start, end })
}

/** Checks `IsSubset(list, set)`; undefined if the first operand is not a list. */
export function checkListSubset(c: Checking, node: Call): Checked | null | undefined {
  const [list, set] = node.operands
  if (list === undefined || set === undefined || !isList(c, list)) return undefined
  const { start, end } = node
  const body: Expression = { kind: 'call', callee: 'IsMember', operands: [anEntry(list), set], start, end }
  return c.check({ kind: 'quantifier', quantifier: 'ForAll', ...overEntries(list), body, start, end })
}

function isList(c: Checking, node: Expression): boolean {
  return node.kind === 'name' && c.groups.get(fullPath(c, node.name))?.kind === 'list'
}

/** A variable without a name, so that it hides no other name. */
function anEntry({ start, end }: Expression): Expression {
  return { kind: 'name', name: '', start, end }
}

function overEntries(set: Expression) {
  return { count: null, variable: { name: '', start: set.start, end: set.end }, set }
}

function domainOfEntry({ type }: Checked): 'boolean' | 'numeric' | 'member' {
  if (type.kind === 'boolean') return 'boolean'
  return isAmount(type) ? 'numeric' : 'member'
}

function neededList(c: Checking, node: Call, callee: string): Group | null {
  const [operand] = node.operands
  if (!checkCount(c, node) || operand === undefined) return null
  const group = namedGroup(c, operand)
  if (group?.kind === 'list') return group
  c.report.add('expected-list', operand, [callee])
  return null
}
