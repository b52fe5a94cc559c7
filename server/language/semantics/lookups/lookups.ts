/**
 * Parameters and scales of language 1.4. Both become nested choices: a parameter over its date, a scale over the number
 * that it divides into brackets.
 */
import { replaceFix } from '../../messages/report'
import { printNumeral } from '../../numeric/numeral'
import {
  add,
  compareRationals,
  fromInteger,
  isEqual,
  multiply,
  ONE,
  type Rational,
  subtract,
  ZERO,
} from '../../numeric/rational'
import type { Expression, LookupStatement, Statement } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import { wholesIn } from '../../units/symbol-table'
import type { Checked, LookupForm, LookupRow } from '../checked-ruleset'
import type { Checking } from '../checking'
import { numberOrNothing } from '../codes'
import { needNumber, unitNode, unitOf } from '../conditions'
import { joinTypes } from '../join'
import { reportDateNeeded } from '../measures/timestamps'
import { BARE, BOOLEAN, DATE, describeType } from '../types'
import { checkTable } from './tables'

type Parameter = Extract<Statement, { kind: 'parameter' }>
type Scale = Extract<Statement, { kind: 'scale' }>

/** Null, and reported, if a part is wrong. */
export function checkLookup(c: Checking, statement: LookupStatement): Checked | null {
  switch (statement.kind) {
    case 'parameter':
      return checkParameter(c, statement)
    case 'scale':
      return checkScale(c, statement)
    case 'table':
      return checkTable(c, statement)
  }
}

function checkParameter(c: Checking, statement: Parameter): Checked | null {
  const { entries, unit, name } = statement
  const date = checkDateKey(c, statement.by)
  const values = checkValues(c, statement)
  const dates = entries.map(({ from }) => c.check(from))
  if (!areAscending(c, statement, dates, 'dates') || date === null || values === null) return null
  const rows: LookupRow[] = []
  const joined = joinTypes(c, unit === null ? values : [unitNode(c, unit), ...values], 'mixed-branches')
  if (joined === null) return null
  const shown = unit === null ? joined.values : joined.values.slice(1)
  const { type } = joined
  let core: Checked = { kind: 'nothing', type, ...spanOf(statement) }
  for (const [i, { source, start, end }] of entries.entries()) {
    const [from, then] = [dates[i], shown[i]]
    if (from == null || then === undefined) return null
    const condition = compareNumber('>=', date, from, { start, end })
    core = { kind: 'choice', condition, then, otherwise: core, partial: false, type, start, end }
    const cells = [{ negated: false, tests: [{ kind: 'compare', operator: '>=', value: from }] }] as const
    rows.push({ cells, condition, value: then, source: source?.value ?? null, start, end })
  }
  return written({ of: 'parameter', name: name.name, keys: [date], rows }, core, name)
}

/** A bare value is in the unit of the parameter. */
function checkValues(c: Checking, { entries, unit }: Parameter): readonly Checked[] | null {
  const values: (Checked | null)[] = entries.map(({ value }) => {
    if (isWritten(value)) return c.check(value.kind === 'number' && value.unit === null ? { ...value, unit } : value)
    if (value.kind !== 'broken') c.report.add('entry-value', value, [])
    return null
  })
  const known = values.filter((value) => value !== null)
  return known.length === values.length ? known : null
}

function isWritten({ kind }: Expression): boolean {
  return kind === 'number' || kind === 'date' || kind === 'timestamp' || kind === 'string' || kind === 'boolean'
}

function checkDateKey(c: Checking, node: Expression): Checked | null {
  const date = c.checkAs(DATE, node)
  if (date === null) return null
  if (date.type.kind === 'date') return numberOrNothing(c, date)
  if (date.type.kind === 'timestamp') reportDateNeeded(c, date, 'parameter', null)
  else c.report.add('parameter-key', node, [describeType(date.type)])
  return null
}

function checkScale(c: Checking, statement: Scale): Checked | null {
  const { entries, name, of } = statement
  const number = checkScaleKey(c, statement)
  const bounds = entries.map(({ from }) => checkBound(c, from, number))
  const rates = entries.map(({ rate }) => checkRate(c, rate))
  if (!areAscending(c, statement, bounds, 'bounds') || number === null) return null
  const { type } = number
  const literal = (value: Rational, at: Span): Checked => ({ kind: 'number', value, type, ...spanOf(at) })
  let core: Checked = literal(ZERO, of)
  let base = ZERO
  let before: { readonly from: Rational; readonly rate: Rational } | null = null
  const rows: LookupRow[] = []
  for (const [i, { start, end }] of entries.entries()) {
    const [bound, rate] = [bounds[i], rates[i]]
    if (bound?.kind !== 'number' || rate == null) return null
    const from = bound.value
    if (before !== null) base = add(base, multiply(before.rate, subtract(from, before.from)))
    const at = { start, end }
    const above: Checked = { kind: 'arithmetic', operator: '-', left: number, right: literal(from, at), type, ...at }
    const factor: Checked = { kind: 'number', value: rate.factor, type: BARE, ...at }
    const part: Checked = { kind: 'arithmetic', operator: '*', left: above, right: factor, type, ...at }
    const then: Checked = { kind: 'arithmetic', operator: '+', left: literal(base, at), right: part, type, ...at }
    const condition = compareNumber('>', number, literal(from, at), at)
    core = { kind: 'choice', condition, then, otherwise: core, partial: false, type, ...at }
    const cells = [{ negated: false, tests: [{ kind: 'compare', operator: '>', value: literal(from, at) }] }] as const
    rows.push({ cells, condition, value: rate.shown, source: null, ...at })
    before = { from, rate: rate.factor }
  }
  return written({ of: 'scale', name: name.name, keys: [number], rows }, core, name)
}

/** The number in the unit of the scale. */
function checkScaleKey(c: Checking, { of, unit }: Scale): Checked | null {
  const number = needNumber(c, c.checkAs(BARE, of), 'A scale')
  if (number === null) return null
  const target = unit === null ? null : unitNode(c, unit)
  const joined = unit === null ? null : joinTypes(c, [target, number], 'mixed-branches')
  const key = unit === null ? number : (joined?.values[1] ?? null)
  return key === null ? null : numberOrNothing(c, key)
}

function checkBound(c: Checking, node: Expression, key: Checked | null): Checked | null {
  if (node.kind === 'number' && node.unit === null) return c.check(node)
  // In the unit of the scale, the number stays the same without it.
  const isSame = node.kind === 'number' && key !== null && node.unit?.value === unitOf(key)?.text
  const fixes = isSame ? [replaceFix(`Write ${node.text} without its unit`, node, node.text)] : []
  if (node.kind !== 'broken') c.report.add('scale-bound', node, [], fixes)
  return null
}

interface Rate {
  readonly factor: Rational
  /** As written. */
  readonly shown: Checked
}

function checkRate(c: Checking, node: Expression): Rate | null {
  const shown = node.kind === 'number' ? c.check(node) : null
  if (shown?.kind === 'number') {
    const unit = unitOf(shown)
    const wholes = unit === null ? ONE : wholesIn(unit)
    if (unit === null && compareRationals(shown.value, ONE) >= 0) warnOfPlainRate(c, shown)
    if (wholes !== null) return { factor: multiply(shown.value, wholes), shown }
  }
  if (node.kind !== 'broken' && (node.kind !== 'number' || shown !== null)) c.report.add('scale-rate', node, [])
  return null
}

/** A plain 10 is 1,000 percent, and percent is more likely. */
function warnOfPlainRate(c: Checking, rate: Extract<Checked, { kind: 'number' }>): void {
  const written = printNumeral(rate.value)
  const percent = printNumeral(multiply(rate.value, fromInteger(100)))
  const fixes = [written, percent].map((number) => replaceFix(`Write ${number}%`, rate, `${number}%`))
  c.report.add('plain-rate', rate, [written, percent], fixes)
}

/** Reports the first entry that is not above the one before it; the fix sorts them. */
function areAscending(
  c: Checking,
  { entries }: Parameter | Scale,
  ends: readonly (Checked | null)[],
  what: 'dates' | 'bounds',
): boolean {
  const values = ends.map((end) => (end?.kind === 'number' ? end.value : null))
  const known = values.filter((value) => value !== null)
  if (known.length < values.length) return false
  const sorted = entries.map((entry, i) => ({ entry, value: known[i]! }))
  sorted.sort((a, b) => compareRationals(a.value, b.value))
  const repeated = entries.find((_, i) => known.slice(0, i).some((value) => isEqual(value, known[i]!)))
  if (repeated !== undefined) {
    c.report.add('repeated-entry', repeated.from, [c.text.slice(repeated.from.start, repeated.from.end)])
    return false
  }
  const wrong = entries.find((_, i) => i > 0 && compareRationals(known[i - 1]!, known[i]!) > 0)
  if (wrong === undefined) return true
  const edits = entries.map(({ start, end }, i) => {
    const { entry } = sorted[i]!
    return { start, end, text: c.text.slice(entry.start, entry.end) }
  })
  c.report.add('entry-order', wrong.from, [what], [{ title: 'Sort the entries', edits }])
  return false
}

function compareNumber(operator: '>' | '>=', left: Checked, right: Checked, at: Span): Checked {
  return { kind: 'compare', domain: 'numeric', operator, left, right, order: null, type: BOOLEAN, ...spanOf(at) }
}

/** @param at where people read it */
function written(form: Omit<LookupForm, 'kind' | 'policy' | 'otherwise'>, core: Checked, at: Span): Checked {
  const lookup: LookupForm = { ...form, kind: 'lookup', policy: 'first', otherwise: null }
  return { kind: 'written', form: lookup, core, type: core.type, ...spanOf(at) }
}

function spanOf({ start, end }: Span): Span {
  return { start, end }
}
