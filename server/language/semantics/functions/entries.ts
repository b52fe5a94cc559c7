/**
 * Statements about the entries of a list (language 1.4): quantifiers, `Sum`, `Count`, `Min` and `Max`. The body is
 * checked for every entry that there can be, and counts for those that there are.
 */
import { fromInteger, ZERO } from '../../numeric/rational'
import type { Expression, Identifier } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import type { Checked, EntriesForm } from '../checked-ruleset'
import type { Type } from '../checked-type'
import { type Checking, type Group, readInput } from '../checking'
import { needAmount, needCondition, needNumber } from '../conditions'
import { countVocabulary } from '../groups'
import { joinTypes } from '../join'
import { BARE, BOOLEAN } from '../types'

type Quantifier = Extract<Expression, { kind: 'quantifier' }>
type Aggregate = Extract<Expression, { kind: 'aggregate' }>

/** @param count the checked bound of AtLeast and AtMost */
export function checkOverEntries(c: Checking, node: Quantifier, list: Group, count: Checked | null): Checked | null {
  const { quantifier, variable } = node
  const bodies = eachEntry(c, list, variable, () => needCondition(c, c.checkAs(BOOLEAN, node.body), quantifier))
  if (bodies === null) return null
  const shown = shownEntry(c, list)
  const form = {
    ...formOf(list, node.set, variable, shown),
    over: quantifier,
    body: bodies[shown] ?? null,
    filter: null,
    count,
  }
  const both = bodies.map((body, i) => junction('And', [exists(c, list, i, node), body], node))
  if (quantifier === 'ForAll') {
    const all = bodies.map((body, i) => junction('Implies', [exists(c, list, i, node), body], node))
    return written(form, junction('And', all, node), BOOLEAN, node)
  }
  if (quantifier === 'Exists') return written(form, junction('Or', both, node), BOOLEAN, node)
  const type = quantifier === 'CountWhere' ? BARE : BOOLEAN
  return written(form, counted(c, quantifier, both, count, type, node), type, node)
}

export function checkAggregate(c: Checking, node: Aggregate, list: Group): Checked | null {
  const { fold, variable } = node
  const filters =
    node.filter === null
      ? null
      : eachEntry(c, list, variable, () => needCondition(c, c.checkAs(BOOLEAN, node.filter!), 'where'))
  if (node.filter !== null && filters === null) return null
  const isCount = fold === 'Count'
  const need = fold === 'Sum' ? needNumber : needAmount
  const values = eachEntry(c, list, variable, () =>
    isCount ? needCondition(c, c.checkAs(BOOLEAN, node.body), fold) : need(c, c.checkAs(BARE, node.body), fold),
  )
  if (values === null) return null
  const joined = joinTypes(c, values, 'mixed-members')
  if (joined === null) return null
  const counts = list.upTo
  const present = Array.from({ length: counts }, (_, i) => {
    const filter = filters?.[i]
    return junction('And', [exists(c, list, i, node), ...(filter === undefined ? [] : [filter])], node)
  })
  const shown = shownEntry(c, list)
  const base = { ...formOf(list, node.set, variable, shown), filter: filters?.[shown] ?? null, count: null }
  const form = { ...base, over: fold, body: values[shown] ?? null }
  if (isCount) {
    const both = values.map((value, i) => junction('And', [present[i]!, value], node))
    return written(form, counted(c, 'CountWhere', both, null, BARE, node), BARE, node)
  }
  if (fold === 'Sum') return written(form, sumOf(present, joined, node), joined.type, node)
  if (!isExtremeWithin(c, counts, node)) return null
  return written(form, extremeOf(fold, present, joined, node), joined.type, node)
}

/** At least so many parts for each of the 2^n ways in which n entries can be there. */
const LEAST_PARTS = 8

/** False, and reported, if the parts, which double with each entry, are too many to be built. */
function isExtremeWithin(c: Checking, entries: number, node: Span): boolean {
  const limit = c.limits.expression_nodes
  const actual = Math.min(LEAST_PARTS * 2 ** entries, Number.MAX_SAFE_INTEGER)
  if (actual <= limit) return true
  c.report.exceed({ budget: 'expression_nodes', limit, actual }, node)
  return false
}

/** `Count(driver)`. */
export function countEntries(c: Checking, list: Group, set: Expression, { start, end }: Span): Checked {
  const arms = countVocabulary(list.upTo).map((label, count) => {
    const value: Checked = { kind: 'number', value: fromInteger(count), type: BARE, start, end }
    return { label, value }
  })
  const subject = readInput(c, list.input, { start, end })
  const core: Checked = { kind: 'case', subject, arms, fallback: null, type: BARE, start, end }
  return written({ ...listForm(list, set), over: 'Count' }, core, BARE, core)
}

/** `IsGiven(driver)`. */
export function hasEntries(c: Checking, list: Group, set: Expression, node: Span): Checked {
  return written({ ...listForm(list, set), over: 'IsGiven' }, exists(c, list, 0, node), BOOLEAN, node)
}

/** `IsMember(x, list)` and the like read a list of plain values. */
export function entryValues(c: Checking, list: Group, field: string | null, node: Span): readonly Checked[] | null {
  const values: Checked[] = []
  for (let entry = 1; entry <= list.upTo; entry++) {
    const declared = c.values.get(`${list.path}[${entry}]${field === null ? '' : `.${field}`}`)
    if (declared === undefined) return null
    values.push(readInput(c, declared.input, node))
  }
  return values
}

/** Whether the list has an entry with this index, which counts from 0. */
export function exists(c: Checking, list: Group, index: number, { start, end }: Span): Checked {
  const member = String(index + 1)
  const right: Checked = { kind: 'string', value: member, type: { kind: 'text', members: [member] }, start, end }
  const left = readInput(c, list.input, { start, end })
  return {
    kind: 'compare',
    domain: 'member',
    operator: '>=',
    left,
    right,
    order: countVocabulary(list.upTo),
    type: BOOLEAN,
    start,
    end,
  }
}

export function junction(
  connective: 'And' | 'Or' | 'Implies',
  operands: readonly Checked[],
  { start, end }: Span,
): Checked {
  const [only] = operands
  if (operands.length === 1 && only !== undefined) return only
  return { kind: 'connective', connective, operands, type: BOOLEAN, start, end }
}

export function written(form: EntriesForm, core: Checked, type: Type, { start, end }: Span): Checked {
  return { kind: 'written', form, core, type, start, end }
}

/** A form without a variable. */
export function listForm(list: Group, set: Expression) {
  const { start, end } = set
  return { ...formOf(list, set, { name: '', start, end }), filter: null, count: null, body: null }
}

/** The index of an entry that no variable around stands for, so that the review can tell two entries of a list apart. */
function shownEntry(c: Checking, list: Group): number {
  const around = new Set([...c.entries.values()].map(({ path }) => path))
  let shown = 0
  while (shown + 1 < list.upTo && around.has(`${list.path}[${shown + 1}]`)) shown++
  return shown
}

/** @param shown the index of the entry that `body` and `filter` read */
export function formOf(list: Group, set: Expression, variable: Identifier, shown = 0) {
  return {
    kind: 'entries' as const,
    list: set.kind === 'name' ? set.name : list.path,
    upTo: list.upTo,
    variable: variable.name,
    entry: `${list.path}[${shown + 1}]`,
  }
}

/** Null if an entry has an error, which is reported for the first one. */
function eachEntry(
  c: Checking,
  list: Group,
  variable: Identifier,
  check: () => Checked | null,
): readonly Checked[] | null {
  if (c.knows(variable.name) && c.entries.get(variable.name)?.at.start !== variable.start)
    c.report.add('hides-name', variable, [variable.name])
  const hidden = c.entries.get(variable.name)
  const results: Checked[] = []
  c.use(variable, 'variable', true, variable.start)
  const uses = c.uses.length
  let known = uses
  for (let entry = 1; entry <= list.upTo; entry++) {
    c.entries.set(variable.name, { path: `${list.path}[${entry}]`, at: variable })
    const result = check()
    if (entry === 1) known = c.uses.length
    else c.uses.length = known
    if (result === null) break
    results.push(result)
  }
  if (hidden === undefined) c.entries.delete(variable.name)
  else c.entries.set(variable.name, hidden)
  // Without a limit, which is reported, there are no entries to speak of.
  return results.length === list.upTo && results.length > 0 ? results : null
}

/** Counts the conditions that hold, each of which is true, false or without a value. */
function counted(
  c: Checking,
  quantifier: Quantifier['quantifier'],
  conditions: readonly Checked[],
  count: Checked | null,
  type: Type,
  { start, end }: Span,
): Checked {
  const set: Checked = { kind: 'set', members: conditions, type: { kind: 'set', element: BOOLEAN }, start, end }
  const variable = c.nextVariable++
  const body: Checked = { kind: 'variable', variable, name: 'entry', type: BOOLEAN, start, end }
  return { kind: 'quantified', quantifier, count, variable, name: 'entry', set, body, type, start, end }
}

interface Joined {
  readonly values: readonly Checked[]
  readonly type: Type
}

function sumOf(present: readonly Checked[], { values, type }: Joined, { start, end }: Span): Checked {
  const zero: Checked = { kind: 'number', value: ZERO, type, start, end }
  return values
    .map((value, i) => chosen(present[i]!, value, zero))
    .reduce((left, right) => ({ kind: 'arithmetic', operator: '+', left, right, type, start, end }))
}

/** The smallest or largest present entry; no value if there is no entry. */
function extremeOf(fold: 'Min' | 'Max', present: readonly Checked[], { values, type }: Joined, at: Span): Checked {
  const { start, end } = at
  let best: Checked = { kind: 'nothing', type, start, end }
  let any: Checked = { kind: 'boolean', value: false, type: BOOLEAN, start, end }
  for (const [i, value] of values.entries()) {
    const extreme: Checked = { kind: 'extreme', extreme: fold, operands: [best, value], type, start, end }
    best = chosen(present[i]!, i === 0 ? value : chosen(any, extreme, value), best)
    any = i === 0 ? present[i]! : junction('Or', [any, present[i]!], at)
  }
  return best
}

function chosen(condition: Checked, then: Checked, otherwise: Checked): Checked {
  const { type, start, end } = then
  return { kind: 'choice', condition, then, otherwise, partial: false, type, start, end }
}
