/**
 * The value of an expression that is no statement, told at the margin: a definition, a part, an arm of a CASE.
 *
 * Promises: what does not fit on one line becomes a list; branches inside branches are lists inside lists.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { arms } from './branches'
import { type Clause, endsInText, join } from './clause'
import { ladderOf, tellLadder } from './ladder'
import { MAX_LISTS } from './nesting'
import { inSlot } from './phrase'
import { countedSeparately } from './quantifiers'
import type { Teller } from './teller'
import { branches, fitsOnOneLine } from './terms'

export function describeValue(node: Checked, teller: Teller, lists: number): Clause {
  if (node.type.kind === 'set') return [teller.set(node, 0).among]
  if (node.kind === 'convert') return describeValue(node.operand, teller, lists)
  if (node.kind === 'quantified' && !fitsOnOneLine(node)) return describeCount(node, teller, lists)
  if (node.kind !== 'case' && (node.kind !== 'choice' || fitsOnOneLine(node))) return [teller.term(node, 0).text]
  if (lists >= MAX_LISTS) return [teller.partFor(node)]
  if (node.kind === 'case') return arms(node, teller, ':', (value) => describeValue(value, teller, lists + 1))
  const ladder = ladderOf(node)
  if (ladder !== null) {
    const items = tellLadder(ladder, teller, lists, (word, part) => branch(word, part, teller, lists + 1))
    return ['by the first of these that applies:', items]
  }
  const condition = inSlot('if', teller.statement(node.condition, lists + 1))
  const head = join(condition, ', ', branch('then', node.then, teller, lists))
  return join(head, endsInText(head) ? '; ' : '', branch('otherwise', node.otherwise, teller, lists))
}

function describeCount(node: Extract<Checked, { kind: 'quantified' }>, teller: Teller, lists: number): Clause {
  const { among } = teller.set(node.set, 0)
  teller.entries.bind(node.variable, node.set)
  const separately = countedSeparately(node.set, teller)
  const counted = `the number of values of ${teller.names.called(node.name)} among ${among}${separately} such that`
  return inSlot(counted, teller.statement(node.body, lists + 1))
}

function branch(word: string, node: Checked, teller: Teller, lists: number): Clause {
  const value = describeValue(node, teller, lists + 1)
  const [text, ...rest] = value
  return rest.length === 0 && typeof text === 'string' && !branches(node)
    ? [`${word} ${text}`]
    : [`${word} this value:`, [value]]
}
