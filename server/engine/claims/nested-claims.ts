/**
 * Records and lists in a dictionary (public/docs/language.md, "Records" and "Lists"): nested objects and arrays become
 * values under the paths of the inputs. Values under such paths are accepted too, as a table has them.
 */
import { JsonNumber } from '../../language/numeric/lossless-json'
import type { Input } from '../../language/semantics/checked-input'
import { numberText } from './claim-reader'
import { ABSENT, expectedList, expectedRecord } from './claim-rules'
import { UNKNOWN } from './claim-slot'
import { type ClaimNode, claimTree, type ListNode, type RecordNode } from './claim-tree'

/** Stands for the values of an absent record, and of entries that a list does not have. */
export const NOT_THERE = Symbol('not there')

export interface NestedFailure {
  readonly path: string
  readonly expected: string
  readonly received: unknown
}

export interface Flattened {
  readonly claims: Readonly<Record<string, unknown>>
  readonly failures: readonly NestedFailure[]
}

export class NestedClaims {
  /**
   * @param groups every record and list by its path, outer ones first
   * @param outer those that are in no other
   */
  private constructor(
    private readonly groups: ReadonlyMap<string, ClaimNode>,
    private readonly outer: ReadonlyMap<string, ClaimNode>,
  ) {}

  /** Null if the ruleset has neither records nor lists. */
  static of(inputs: readonly Input[]): NestedClaims | null {
    const groups = new Map<string, ClaimNode>()
    const tree = claimTree(inputs)
    for (const node of tree.values()) addGroups(node, groups)
    const outer = new Map([...groups].filter(([path]) => tree.has(path)))
    return groups.size === 0 ? null : new NestedClaims(groups, outer)
  }

  flatten(claims: Readonly<Record<string, unknown>>): Flattened {
    // Only values under paths, as in a row of a table.
    if (!this.hasGroup(claims)) return { claims, failures: [] }
    const flat: Record<string, unknown> = Object.create(null)
    const failures: NestedFailure[] = []
    let sent = this.outer
    // Values under paths come first, because absent records and entries override them.
    for (const name of Object.keys(claims))
      if (!this.groups.has(name)) flat[name] = claims[name]
      else if (!this.outer.has(name)) sent = this.groups
    const out = { flat, failures }
    for (const [name, node] of sent) if (Object.hasOwn(claims, name)) spread(node, claims[name], out)
    return { claims: flat, failures }
  }

  private hasGroup(claims: Readonly<Record<string, unknown>>): boolean {
    for (const name of this.groups.keys()) if (Object.hasOwn(claims, name)) return true
    return false
  }
}

function addGroups(node: ClaimNode, groups: Map<string, ClaimNode>): void {
  if (node.kind === 'value') return
  groups.set(node.path, node)
  for (const inner of node.kind === 'list' ? node.entries : node.fields.values()) addGroups(inner, groups)
}

interface Output {
  readonly flat: Record<string, unknown>
  readonly failures: NestedFailure[]
}

function spread(node: ClaimNode, value: unknown, out: Output): void {
  if (node.kind === 'value') out.flat[node.path] = value
  else if (value === null || value === UNKNOWN) fill(node, null, out)
  else if (node.kind === 'list') spreadList(node, value, out)
  else spreadRecord(node, value, out)
}

function spreadRecord(node: RecordNode, value: unknown, out: Output): void {
  const { path, given, fields } = node
  if (value === NOT_THERE || (given !== null && (value === ABSENT || value === false))) {
    fill(node, NOT_THERE, out)
    return
  }
  if (given !== null && value === true) {
    out.flat[path] = true
    return
  }
  if (!isObject(value)) {
    out.failures.push({ path, expected: `a value: ${expectedRecord(node)}`, received: value })
    fill(node, NOT_THERE, out)
    return
  }
  if (given !== null) out.flat[path] = true
  let read = 0
  for (const [name, field] of fields) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined
    if (own !== undefined) read++
    if (own !== undefined || field.kind !== 'value') spread(field, own, out)
  }
  const names = Object.keys(value)
  if (names.length > read) for (const name of names) if (!fields.has(name)) out.flat[`${path}.${name}`] = value[name]
}

function spreadList(node: ListNode, value: unknown, out: Output): void {
  const { path, upTo, entries } = node
  if (!Array.isArray(value) || value.length > upTo) {
    // The number of entries alone, beside their values under paths.
    const count = numberText(value)
    if (count !== null && /^\d{1,4}$/.test(count) && Number(count) <= upTo) {
      out.flat[path] = String(Number(count))
      for (const entry of entries.slice(Number(count))) fill(entry, NOT_THERE, out)
      return
    }
    out.failures.push({ path, expected: `a value: ${expectedList(node)}`, received: value })
    fill(node, NOT_THERE, out)
    return
  }
  out.flat[path] = String(value.length)
  for (let i = 0; i < entries.length; i++)
    if (i < value.length) spread(entries[i]!, value[i], out)
    else fill(entries[i]!, NOT_THERE, out)
}

/** @param value null for unknown, or {@link NOT_THERE} */
function fill(node: ClaimNode, value: unknown, out: Output): void {
  if (node.kind === 'value') out.flat[node.path] = value
  else if (node.kind === 'list') {
    out.flat[node.path] = value === NOT_THERE ? '0' : value
    for (const entry of node.entries) fill(entry, value, out)
  } else {
    if (node.given !== null) out.flat[node.path] = value === NOT_THERE ? false : value
    for (const field of node.fields.values()) fill(field, value, out)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}
