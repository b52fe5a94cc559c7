/** Questions about the rows of a table, as conditions. */

import { NO_CODE } from '../../language/semantics/checked-input'
import type { Checked, LookupForm } from '../../language/semantics/checked-ruleset'
import type { Atom } from '../../language/semantics/lookups/number-atoms'
import { domainOf } from '../../language/semantics/measures/meeting'
import { type Condition, compareNumbers, conjunction, disjunction, negation, type Space } from '../condition'
import type { TableCases } from './table-cases'

/** The condition that both rows apply, and in a table `any` give different results. */
export function areTogether({ policy, rows }: LookupForm, one: number, other: number): Condition {
  const [a, b] = [rows[one]!, rows[other]!]
  const both = [a.condition, b.condition]
  if (policy !== 'any' || a.value === null || b.value === null) return conjunction(both)
  const domain = domainOf(a.value.type)
  const differ = { ...compareNumbers('!=', a.value, b.value), domain } as Condition
  return conjunction([...both, differ])
}

export function noneApplies({ rows }: LookupForm): Condition {
  return conjunction(rows.map(({ condition }) => negation(condition)))
}

export function isFirst({ rows }: LookupForm, row: number): Condition {
  const before = rows.slice(0, row).map(({ condition }) => negation(condition))
  return conjunction([...before, rows[row]!.condition])
}

/** Every column has one of these atoms. Columns with all their atoms say nothing. */
export function inGroup({ atoms, form }: TableCases, group: readonly (readonly number[])[], space: Space): Condition {
  const needed = group.flatMap((some, column) => {
    const all = atoms.columns[column] ?? []
    if (some.length === all.length) return []
    return disjunction(some.map((atom) => isAtom(form.keys[column]!, all[atom]!, space)))
  })
  return conjunction(needed)
}

function isAtom(key: Checked, { value, between }: Atom, space: Space): Condition {
  if (typeof value === 'boolean') return value ? key : negation(key)
  if (typeof value === 'string') return isText(codeOf(key, space) ?? key, value)
  const literal = (number: typeof value): Checked => ({
    kind: 'number',
    value: number,
    type: key.type,
    start: 0,
    end: 0,
  })
  const code = codeOf(key, space)
  const isNumber = code === null ? [] : [isText(code, NO_CODE)]
  if (between === null) return conjunction([...isNumber, compareNumbers('==', key, literal(value))])
  const ends = [
    ...(between.above === null ? [] : [compareNumbers('>', key, literal(between.above))]),
    ...(between.below === null ? [] : [compareNumbers('<', key, literal(between.below))]),
  ]
  return conjunction([...isNumber, ...ends])
}

/** The input that holds the code of a claim with codes; null for other columns. */
function codeOf(key: Checked, { inputs }: Space): Checked | null {
  const form = key.kind === 'input' ? inputs[key.input]?.form : undefined
  if (form?.kind !== 'coded') return null
  const { type } = inputs[form.code]!
  return { kind: 'input', input: form.code, type, start: 0, end: 0 }
}

function isText(left: Checked, value: string): Condition {
  const right: Checked = { kind: 'string', value, type: { kind: 'text', members: [value] }, start: 0, end: 0 }
  return { ...compareNumbers('==', left, right), domain: 'member' } as Condition
}
