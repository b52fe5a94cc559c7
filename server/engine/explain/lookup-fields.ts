/** Parameters, scales and decision tables in the review: what they mean, then a grid as the author wrote it. */
import { ZERO } from '../../language/numeric/rational'
import type { Checked, LookupForm } from '../../language/semantics/checked-ruleset'
import { cellInWords, usesOrder } from './english/cell-words'
import { plainSentence, quoteVisible } from './english/clause'
import { capitalise, type Names } from './english/names'
import { TermList } from './english/sentence'
import type { ReviewField } from './review-document'

export function lookupFields(form: LookupForm, type: Checked['type'], names: Names): readonly ReviewField[] {
  const terms = new TermList(names)
  const write: Write = (node, near) => terms.write(node, near)
  switch (form.of) {
    case 'parameter':
      return [...parameterFields(form, write), ...partFields(terms)]
    case 'scale':
      return [...scaleFields(form, type, write), ...partFields(terms)]
    case 'table':
      return [...tableFields(form, write), ...orderFacts(form, write), ...partFields(terms)]
  }
}

type Write = (node: Checked, near?: RegExp) => string

function partFields(terms: TermList): readonly ReviewField[] {
  return terms
    .parts()
    .map((clause, i) => ({ kind: 'sentence', label: `Part ${i + 1}`, sentence: plainSentence(clause) }))
}

function fact(text: string): ReviewField {
  return { kind: 'fact', label: '', text }
}

function parameterFields({ keys, rows }: LookupForm, write: Write): readonly ReviewField[] {
  const date = keyOf(keys, write)
  const hasSources = rows.some(({ source }) => source !== null)
  const grid = rows.map(({ cells, value, source }) => [
    lowerEnd(cells, write),
    value === null ? '' : write(value),
    ...(hasSources ? [source === null ? '' : quoteVisible(source)] : []),
  ])
  const first = grid[0]?.[0] ?? ''
  return [
    fact(`The last row whose day is not after ${date} counts. Before ${first} there is no value.`),
    { kind: 'grid', label: '', head: ['From', 'Value', ...(hasSources ? ['Source, not checked'] : [])], rows: grid },
  ]
}

function scaleFields({ keys, rows }: LookupForm, type: Checked['type'], write: Write): readonly ReviewField[] {
  const number = keyOf(keys, write)
  const ends = rows.map(({ cells }) => lowerEnd(cells, write))
  const grid = rows.map(({ value }, i) => {
    const next = ends[i + 1]
    const part = next === undefined ? `above ${ends[i]}` : `above ${ends[i]} up to ${next}`
    return [part, value === null ? '' : write(value)]
  })
  const zero = write({ kind: 'number', value: ZERO, type, start: 0, end: 0 })
  return [
    fact(
      `Each rate applies only to the part of ${number} in its row, and what this gives is added up. Up to ${ends[0]} the value is ${zero}.`,
    ),
    { kind: 'grid', label: '', head: [`Part of ${number}`, 'Rate'], rows: grid },
  ]
}

const POLICIES = {
  first: 'The first row that applies decides.',
  unique: 'The row that applies decides. Where more than one applies, there is no value.',
  any: 'The rows that apply decide together. Where they do not give the same result, there is no value.',
  'collect sum': 'The results of all rows that apply are added up. Where no row applies, the sum is 0.',
  'collect count': 'Stands for the number of rows that apply.',
} as const

function tableFields({ keys, policy, rows, otherwise }: LookupForm, write: Write): readonly ReviewField[] {
  const columns = keys.map((key) => write(key))
  const hasResults = policy !== 'collect count'
  const grid = rows.map(({ cells, value }) => [
    ...cells.map((cell, i) => cellInWords(cell, keys[i]!, write)),
    ...(value === null ? [] : [write(value)]),
  ])
  if (otherwise !== null) grid.push(['otherwise', ...columns.slice(1).map(() => ''), write(otherwise)])
  const collects = policy === 'collect sum' || policy === 'collect count'
  const isComplete =
    collects || otherwise !== null || rows.some(({ cells }) => cells.every(({ tests }) => tests.length === 0))
  return [
    fact(`${POLICIES[policy]}${isComplete ? '' : ' Where no row applies, there is no value.'}`),
    { kind: 'grid', label: '', head: [...columns.map(capitalise), ...(hasResults ? ['Result'] : [])], rows: grid },
  ]
}

/** One fact for each column that compares by an order. */
function orderFacts({ keys, rows }: LookupForm, write: Write): readonly ReviewField[] {
  return keys.flatMap((key, i) => {
    const { type } = key
    if (type.kind !== 'enum' || !rows.some(({ cells }) => usesOrder(cells[i]!, key))) return []
    return [fact(`The order of ${write(key)}, lowest first: ${type.vocabulary.map(quoteVisible).join(', ')}.`)]
  })
}

function keyOf(keys: LookupForm['keys'], write: Write): string {
  const [key] = keys
  if (key === undefined) throw new Error('the lookup has no column')
  return write(key)
}

function lowerEnd(cells: LookupForm['rows'][number]['cells'], write: Write): string {
  const test = cells[0]?.tests[0]
  if (test?.kind !== 'compare') throw new Error('the row has no lower end')
  return write(test.value)
}
