/**
 * Yes/no expressions as statements.
 *
 * Promises: says exactly what the expression says, by its kind; a statement that would nest its lists too deep is put
 * off as a part of its own.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { describeCase, describeChoice } from './branches'
import { describeComparison } from './comparisons'
import { describeConnective } from './connectives'
import { MAX_LISTS, type Phrase, simple } from './phrase'
import type { PhraseWriter } from './phrase-writer'
import { describeQuantified } from './quantifiers'
import { eachOf, isIn } from './sets'
import { comparedSides, operandInWords } from './sides'
import { isSimple } from './simplicity'

export function describeStatement(node: Checked, writer: PhraseWriter, lists: number): Phrase {
  if (lists >= MAX_LISTS && !isSimple(node)) return simple(`${writer.partFor(node)} holds`)
  switch (node.kind) {
    case 'boolean':
      return simple(node.value ? 'this always holds' : 'this never holds')
    case 'input':
    case 'variable':
      return simple(`${operandInWords(node, writer, 0)} is yes`)
    case 'let':
      return simple(`${operandInWords(node, writer, 0)} holds`)
    case 'compare':
      return describeComparison(node, writer, lists)
    case 'connective':
      return describeConnective(node, writer, lists)
    case 'choice':
      return describeChoice(node, writer, lists)
    case 'case':
      return describeCase(node, writer, lists)
    case 'quantified':
      return describeQuantified(node, writer, lists)
    case 'is-member':
      return simple(`${operandInWords(node.value, writer, 0)} ${isIn(node.set, writer)}`)
    case 'is-subset':
      return simple(`${eachOf(node.left, writer)} ${isIn(node.right, writer)}`)
    case 'unbridged':
      return simple(comparedSides(node, writer, 0))
    default:
      throw new Error(`a ${node.kind} is no statement`)
  }
}
