/**
 * Yes/no expressions as statements.
 *
 * Promises: says exactly what the expression says, by its kind; a statement that would nest its lists too deep is put
 * off as a part of its own.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { describeCase, describeChoice } from './branches'
import { describeComparison } from './comparisons'
import { describeConnective } from './connectives'
import { MAX_LISTS } from './nesting'
import { type Phrase, simple } from './phrase'
import { describeQuantified } from './quantifiers'
import { eachOf, isIn } from './sets'
import { isSimple } from './simplicity'
import type { Teller } from './teller'
import { operandInWords } from './terms'
import { comparedSides } from './unbridged'

export function describeStatement(node: Checked, teller: Teller, lists: number): Phrase {
  if (lists >= MAX_LISTS && !isSimple(node)) return simple(`${teller.partFor(node)} holds`)
  switch (node.kind) {
    case 'boolean':
      return simple(node.value ? 'this always holds' : 'this never holds')
    case 'input':
    case 'variable':
      return simple(`${operandInWords(node, teller, 0)} is yes`)
    case 'let':
      return simple(`${operandInWords(node, teller, 0)} holds`)
    case 'compare':
      return describeComparison(node, teller, lists)
    case 'connective':
      return describeConnective(node, teller, lists)
    case 'choice':
      return describeChoice(node, teller, lists)
    case 'case':
      return describeCase(node, teller, lists)
    case 'quantified':
      return describeQuantified(node, teller, lists)
    case 'is-member':
      return simple(`${operandInWords(node.value, teller, 0)} ${isIn(node.set, teller)}`)
    case 'is-subset':
      return simple(`${eachOf(node.left, teller)} ${isIn(node.right, teller)}`)
    case 'unbridged':
      return simple(comparedSides(node, teller, 0))
    default:
      throw new Error(`a ${node.kind} is no statement`)
  }
}
