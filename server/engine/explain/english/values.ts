/**
 * The value of an expression that is no statement, told at the margin: a definition, a part, an arm of a CASE.
 *
 * Promises: what does not fit on one line becomes a list; branches inside branches are lists inside lists.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { arms, thresholdsOf, writeThresholds } from './branches'
import { type Clause, endsInText, join } from './clause'
import { inSlot, MAX_LISTS } from './phrase'
import type { PhraseWriter } from './phrase-writer'
import { countedSeparately } from './quantifiers'
import { branches, fitsOnOneLine } from './terms'

export function describeValue(node: Checked, writer: PhraseWriter, lists: number): Clause {
  if (node.type.kind === 'set') return [writer.set(node, 0).among]
  if (node.kind === 'convert') return describeValue(node.operand, writer, lists)
  if (node.kind === 'quantified' && !fitsOnOneLine(node)) return describeCount(node, writer, lists)
  if (node.kind !== 'case' && (node.kind !== 'choice' || fitsOnOneLine(node))) return [writer.term(node, 0).text]
  if (lists >= MAX_LISTS) return [writer.partFor(node)]
  if (node.kind === 'case') return arms(node, writer, ':', (value) => describeValue(value, writer, lists + 1))
  const thresholds = thresholdsOf(node)
  if (thresholds !== null) {
    const items = writeThresholds(thresholds, writer, lists, (word, part) => branch(word, part, writer, lists + 1))
    return ['by the first of these that applies:', items]
  }
  const condition = inSlot('if', writer.statement(node.condition, lists + 1))
  const head = join(condition, ', ', branch('then', node.then, writer, lists))
  return join(head, endsInText(head) ? '; ' : '', branch('otherwise', node.otherwise, writer, lists))
}

function describeCount(node: Extract<Checked, { kind: 'quantified' }>, writer: PhraseWriter, lists: number): Clause {
  const { among } = writer.set(node.set, 0)
  writer.entries.bind(node.variable, node.set)
  const separately = countedSeparately(node.set, writer)
  const counted = `the number of values of ${writer.names.called(node.name)} among ${among}${separately} such that`
  return inSlot(counted, writer.statement(node.body, lists + 1))
}

function branch(word: string, node: Checked, writer: PhraseWriter, lists: number): Clause {
  const value = describeValue(node, writer, lists + 1)
  const [text, ...rest] = value
  return rest.length === 0 && typeof text === 'string' && !branches(node)
    ? [`${word} ${text}`]
    : [`${word} this value:`, [value]]
}
