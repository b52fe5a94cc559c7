/**
 * "For every ... among ...": statements about the members of a set.
 *
 * Promises: each quantifier has words of its own; a bound that is no plain number stands in brackets.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { join } from './clause'
import { clauseOf, open, type Phrase, simple } from './phrase'
import { answerAsked } from './simplicity'
import type { Teller } from './teller'
import { operandInWords } from './terms'

type Quantified = Extract<Checked, { kind: 'quantified' }>

export function describeQuantified(node: Quantified, teller: Teller, lists: number): Phrase {
  const { among } = teller.set(node.set, 0)
  const bound = node.count === null ? '' : operandInWords(node.count, teller, 0)
  const asked = answerAsked(node)
  if (asked !== null)
    return simple(`${subject(node, bound)} of ${among} ${node.count === null ? 'is' : 'are'} ${asked}`)
  const body = clauseOf(teller.statement(node.body, lists))
  return open(join([`for ${each(node, bound, teller.names.called(node.name))} among ${among}:`], ' ', body))
}

function subject(node: Quantified, bound: string): string {
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
      throw new Error('a count is no statement')
  }
}

function each(node: Quantified, bound: string, variable: string): string {
  switch (node.quantifier) {
    case 'ForAll':
      return `every ${variable}`
    case 'Exists':
      return `at least one ${variable}`
    case 'ExactlyOne':
      return `exactly one ${variable}`
    case 'AtLeast':
      return `at least ${bound} values of ${variable}`
    case 'AtMost':
      return `at most ${bound} values of ${variable}`
    case 'CountWhere':
      throw new Error('a count is no statement')
  }
}
