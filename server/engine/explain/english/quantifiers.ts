/**
 * A bound that is not a plain number is in brackets. A count of entries that may have equal values says that each
 * counts.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { joinClauses } from './clause'
import { answerAsked, clauseOf, openPhrase, type Phrase, type PhraseWriter, simplePhrase } from './phrase'

type Quantified = Extract<Checked, { kind: 'quantified' }>

export function describeQuantified(node: Quantified, writer: PhraseWriter, lists: number): Phrase {
  const { among } = writer.set(node.set, 0)
  writer.entries.bind(node.variable, node.set)
  const bound = node.count === null ? '' : boundInWords(node.count, writer)
  const answer = answerAsked(node)
  if (answer !== null)
    return simplePhrase(
      `${quantifiedSubject(node, bound)} of ${among} ${bound === '' || bound === '1' ? 'is' : 'are'} ${answer}`,
    )
  const body = clauseOf(writer.statement(node.body, lists))
  const counted =
    node.quantifier === 'ForAll' || node.quantifier === 'Exists' ? '' : countedSeparately(node.set, writer)
  return openPhrase(
    joinClauses(
      [`for ${quantifiedVariable(node, bound, writer.names.called(node.name))} among ${among}${counted}:`],
      ' ',
      body,
    ),
  )
}

export function countedSeparately(set: Checked, writer: PhraseWriter): string {
  const entries = writer.entries.of(set)
  const distinct = entries.every(({ expression }) => isNumeral(expression))
  return entries.length < 2 || distinct ? '' : ' (equal values count separately)'
}

/** Whether the node is a numeral, converted or not. */
function isNumeral(node: Checked): boolean {
  return node.kind === 'convert' ? isNumeral(node.operand) : node.kind === 'number' || node.kind === 'string'
}

/** "at least (‘checks needed’) of". */
function boundInWords(count: Checked, writer: PhraseWriter): string {
  const { text } = writer.term(count, 1)
  return count.kind === 'number' ? text : `(${text})`
}

function quantifiedSubject(node: Quantified, bound: string): string {
  switch (node.quantifier) {
    case 'ForAll':
      return 'every one'
    case 'Exists':
      return 'at least one'
    case 'ExactlyOne':
      return 'exactly one'
    case 'AtLeast':
      return `at least ${bound}`
    case 'AtMost':
      return `at most ${bound}`
    case 'CountWhere':
      throw new Error('a count is not a statement')
  }
}

function quantifiedVariable(node: Quantified, bound: string, variable: string): string {
  const values = bound === '1' ? 'value' : 'values'
  switch (node.quantifier) {
    case 'ForAll':
      return `every ${variable}`
    case 'Exists':
      return `at least one ${variable}`
    case 'ExactlyOne':
      return `exactly one ${variable}`
    case 'AtLeast':
      return `at least ${bound} ${values} of ${variable}`
    case 'AtMost':
      return `at most ${bound} ${values} of ${variable}`
    case 'CountWhere':
      throw new Error('a count is not a statement')
  }
}
