/** Names with points: fields of records and of the entries of lists (language 1.4). */
import { replaceFix } from '../messages/report'
import type { Expression } from '../syntax/syntax'
import type { Checked } from './checked-ruleset'
import { type Checking, type Group, readInput } from './checking'

type Name = Extract<Expression, { kind: 'name' }>

/** `d.age` becomes `driver[2].age` inside a quantifier over the drivers. */
export function fullPath(c: Checking, written: string): string {
  const [base = '', ...fields] = written.split('.')
  const entry = c.entries.get(base)
  return entry === undefined ? written : [entry.path, ...fields].join('.')
}

/** The record or list that a name means, or null. */
export function namedGroup(c: Checking, node: Expression): Group | null {
  if (node.kind === 'group') return namedGroup(c, node.inner)
  if (node.kind !== 'name') return null
  const group = c.groups.get(fullPath(c, node.name)) ?? null
  if (group !== null) c.use(lastPart(node), 'claim', false, group.at.start)
  return group
}

/** Undefined if the name is not a path; null, and reported, if it leads nowhere. */
export function checkPath(c: Checking, node: Name): Checked | null | undefined {
  const path = fullPath(c, node.name)
  const group = c.groups.get(path)
  if (group !== undefined) {
    c.use(lastPart(node), 'claim', false, group.at.start)
    c.report.add('group-as-value', node, [node.name, group.kind, group.fields[0] ?? null, null])
    return null
  }
  if (!node.name.includes('.')) return entryValue(c, node)
  const declared = c.values.get(path)
  if (declared === undefined) {
    reportUnknownPath(c, node, path)
    return null
  }
  c.use(lastPart(node), 'claim', false, declared.at.start)
  if (node.start < declared.usableFrom) {
    c.report.add('used-before', node, [node.name])
    return null
  }
  return declared.input < 0 ? null : readInput(c, declared.input, node)
}

/** An entry of a list of plain values. */
function entryValue(c: Checking, node: Name): Checked | null | undefined {
  const entry = c.entries.get(node.name)
  if (entry === undefined) return undefined
  const declared = c.values.get(entry.path)
  c.use(node, 'variable', false, entry.at.start)
  if (declared !== undefined) return readInput(c, declared.input, node)
  c.report.add('group-as-value', node, [node.name, 'record', fieldsOf(c, entry.path)[0] ?? null, null])
  return null
}

/** The name of only the field, as it is declared and used. */
export function lastPart(node: Name): Name {
  const name = node.name.slice(node.name.lastIndexOf('.') + 1)
  return { ...node, name, start: node.end - name.length }
}

function reportUnknownPath(c: Checking, node: Name, path: string): void {
  const at = path.lastIndexOf('.')
  const [base, field] = [path.slice(0, at), path.slice(at + 1)]
  const list = listAround(c, path)
  if (list !== null) {
    c.report.add('group-as-value', node, [list, 'list', null, fieldReached(c, list, path)])
    return
  }
  const fields = fieldsOf(c, base)
  if (fields.length === 0 && !c.values.has(base)) {
    const joined = node.name.replaceAll('.', '_')
    const last = node.name.slice(node.name.lastIndexOf('.') + 1)
    const isHost = /^(input|claims?|this|self|data|request|event)\.\w+$/i.test(node.name) && c.values.has(last)
    const right = isHost ? last : joined
    const fixes = c.values.has(right) ? [replaceFix(`Write ${right}`, node, right)] : []
    c.report.add('name-characters', node, [node.name, 'path', null, null], fixes)
    return
  }
  const meant = c.speller.nearest(field, fields)
  const span = { start: node.end - field.length, end: node.end }
  const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, span, meant)]
  c.report.add('unknown-field', span, [node.name.slice(0, node.name.lastIndexOf('.')), field, fields, meant], fixes)
}

/** The list whose entries the path passes over, as in `driver.first.age`. */
function listAround(c: Checking, path: string): string | null {
  const names = path.split('.')
  const prefixes = names.map((_, i) => names.slice(0, i + 1).join('.'))
  return prefixes.find((prefix) => c.groups.get(prefix)?.kind === 'list') ?? null
}

/** A field of the entries, which `driver.age` means. */
function fieldReached(c: Checking, list: string, path: string): string | null {
  const field = path.slice(list.length + 1)
  return fieldsOf(c, list).includes(field) ? field : null
}

/** `driver.age` of a list, or null. */
export function fieldOfList(c: Checking, node: Expression): { readonly list: string; readonly field: string } | null {
  if (node.kind !== 'name' || c.values.has(fullPath(c, node.name))) return null
  const path = fullPath(c, node.name)
  const list = node.name.includes('.') ? listAround(c, path) : null
  const field = list === null ? null : fieldReached(c, list, path)
  return list === null || field === null || path !== node.name ? null : { list, field }
}

function fieldsOf(c: Checking, base: string): readonly string[] {
  return c.groups.get(base)?.fields ?? c.groups.get(base.replace(/\[\d+\]$/, ''))?.fields ?? []
}
