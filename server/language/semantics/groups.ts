/**
 * Records and lists of language 1.4. A record is a claim for each field, called `applicant.born`; a list is a number of
 * entries and the claims of each, called `driver[2].age`. An optional record has a yes/no claim: whether it is there.
 */

import { isGroup } from '../syntax/statements/types'
import type { DeclaredGroup, DeclaredType, Expression, Field, Identifier, Ruleset, Statement } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import type { Enclosure, InputForm } from './checked-input'
import type { Checking } from './checking'
import { declareInput, isTaken } from './inputs'

type DeclareGroup = Extract<Statement, { kind: 'declare-group' }>

const GIVEN = { kind: 'boolean' } as const

/** Deeper lists would be too many claims. */
const MAX_LISTS = 2

export function declareGroup(c: Checking, statement: DeclareGroup): void {
  const { name, group } = statement
  if (isTaken(c, name)) return
  c.use(name, 'claim', true, name.start)
  addGroup(c, { path: name.name, at: name, statement, within: [], lists: 0 }, group)
}

/** Counts the claims of a ruleset with all entries of its lists, before they are declared. */
export function countClaims(syntax: Ruleset): number {
  let count = 0
  for (const statement of syntax.statements) {
    if (statement.kind === 'declare') count += statement.local ? 0 : claimsOfType(statement.type)
    else if (statement.kind === 'declare-group') count += claimsOfGroup(statement.group)
  }
  return count
}

function claimsOfGroup(group: DeclaredGroup): number {
  if (group.kind === 'record') return (group.optional ? 1 : 0) + claimsOfFields(group.fields)
  const entry = isFields(group.entry) ? claimsOfFields(group.entry) : claimsOfType(group.entry)
  return 1 + (group.upTo?.count ?? 0) * entry
}

function claimsOfFields(fields: readonly Field[]): number {
  return fields.reduce((sum, { type }) => sum + (isGroup(type) ? claimsOfGroup(type) : claimsOfType(type)), 0)
}

function claimsOfType(type: DeclaredType): number {
  return (type.kind === 'numeric' || type.kind === 'date' || type.kind === 'timestamp') && type.codes.members.length > 0
    ? 2
    : 1
}

interface CountedList {
  readonly path: string
  readonly at: Span
  /** Entries that it declares. */
  readonly upTo: number
  /** Claims of one more entry, wherever the list is. */
  readonly step: number
}

/**
 * The list that adds most claims, and how many of its entries would be within the limit.
 * @returns null if no list alone makes the ruleset too large
 */
export function largestList(
  syntax: Ruleset,
  claims: number,
  limit: number,
): { readonly at: Span; readonly advice: string } | null {
  const lists = syntax.statements.flatMap((statement) =>
    statement.kind === 'declare-group' ? listsIn(statement.name.name, statement, statement.group, 1) : [],
  )
  const fitting = lists.flatMap((list) => {
    const most = Math.floor((limit - (claims - list.upTo * list.step)) / list.step)
    return most >= 1 && most < list.upTo ? [{ ...list, most }] : []
  })
  const [first, ...others] = fitting
  if (first === undefined) return null
  const { at, path, step, most } = others.reduce(
    (best, list) => (list.upTo * list.step > best.upTo * best.step ? list : best),
    first,
  )
  const each = step === 1 ? '1 claim' : `${step} claims`
  return {
    at,
    advice: `Or shorten the list ${path}: each entry adds ${each}, so at most ${most} fit, as in up to ${most}.`,
  }
}

function listsIn(path: string, at: Span, group: DeclaredGroup, times: number): readonly CountedList[] {
  if (group.kind === 'record') return listsOfFields(path, group.fields, times)
  const upTo = group.upTo?.count ?? 0
  const { entry } = group
  const own = { path, at, upTo, step: times * (isFields(entry) ? claimsOfFields(entry) : claimsOfType(entry)) }
  return isFields(entry) ? [own, ...listsOfFields(path, entry, times * upTo)] : [own]
}

function listsOfFields(path: string, fields: readonly Field[], times: number): readonly CountedList[] {
  return fields.flatMap(({ name, type, start, end }) =>
    isGroup(type) ? listsIn(`${path}.${name.name}`, { start, end }, type, times) : [],
  )
}

interface Place {
  readonly path: string
  readonly at: Identifier
  readonly statement: Span
  /** Optional records and entries around it, outermost first. */
  readonly within: readonly Enclosure[]
  /** Enclosing lists. */
  readonly lists: number
}

function addGroup(c: Checking, place: Place, group: DeclaredGroup): void {
  if (group.kind === 'list') {
    addList(c, place, group)
    return
  }
  const { path, at } = place
  const given = group.optional ? addClaim(c, place, GIVEN, { kind: 'given' }) : -1
  const within = group.optional ? [...place.within, { input: given, entry: null }] : place.within
  addFields(c, { ...place, within }, group.fields)
  const fields = group.fields.map(({ name }) => name.name)
  c.groups.set(path, { kind: 'record', path, at, input: given, fields, upTo: 0, usableFrom: place.statement.end })
}

function addFields(c: Checking, place: Place, fields: readonly Field[]): void {
  const seen = new Map<string, Identifier>()
  for (const { name, type, fallback, start, end } of fields) {
    const before = seen.get(name.name)
    if (before !== undefined) {
      c.report.add('duplicate-name', name, [name.name, c.lines.line(before.start)])
      continue
    }
    seen.set(name.name, name)
    const field = { ...place, path: `${place.path}.${name.name}`, at: name, statement: { start, end } }
    if (isGroup(type)) addGroup(c, field, type)
    else addClaim(c, field, type, undefined, fallback)
  }
}

function addList(c: Checking, place: Place, group: Extract<DeclaredGroup, { kind: 'list' }>): void {
  const { path, at, statement } = place
  const upTo = group.upTo?.count ?? 0
  if (place.lists === MAX_LISTS) {
    c.report.add('nested-lists', at, [])
    return
  }
  const input = addClaim(c, place, GIVEN, { kind: 'count', upTo })
  c.inputs[input]!.type = { kind: 'enum', vocabulary: countVocabulary(upTo), ordered: true }
  const fields = isFields(group.entry) ? group.entry.map(({ name }) => name.name) : []
  c.groups.set(path, { kind: 'list', path, at, input, fields, upTo, usableFrom: statement.end })
  for (let entry = 1; entry <= upTo; entry++) {
    const within = [...place.within, { input, entry }]
    const inside = { ...place, path: `${path}[${entry}]`, within, lists: place.lists + 1 }
    if (isFields(group.entry)) addFields(c, inside, group.entry)
    else addClaim(c, inside, group.entry)
  }
}

/** The numbers of entries that a list can have, in order: completions of an unknown list are exact that way. */
export function countVocabulary(upTo: number): readonly string[] {
  return Array.from({ length: upTo + 1 }, (_, count) => String(count))
}

function addClaim(
  c: Checking,
  { path, at, statement, within }: Place,
  type: DeclaredType,
  form?: InputForm,
  fallback?: Expression,
): number {
  return declareInput(c, { name: { ...at, name: path }, type, local: false, statement, within, form, fallback })
}

function isFields(entry: DeclaredType | readonly Field[]): entry is readonly Field[] {
  return Array.isArray(entry)
}
