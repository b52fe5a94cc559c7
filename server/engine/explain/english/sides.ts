/**
 * The sides of a comparison or an operation in words.
 *
 * Promises: where no unit conversion joins two sides, says what was written and that it is never decided; the assertion
 * around it is UNKNOWN whole.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { PhraseWriter } from './phrase-writer'

type Unbridged = Extract<Checked, { kind: 'unbridged' }>

const WORDS: Readonly<Record<string, string>> = {
  '==': 'is equal to',
  '!=': 'is not equal to',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is more than',
  '>=': 'is at least',
  '+': 'plus',
  '-': 'minus',
  '%': 'less whole multiples of',
}

export const NOT_CONVERTED = '(units that do not convert)'

/** "weight is more than 5 m (units that do not convert)"; of branches and members the side that does not fit alone. */
export function comparedSides(node: Unbridged, writer: PhraseWriter, brackets: number): string {
  const right = operandInWords(node.right, writer, brackets)
  const words = WORDS[node.operator]
  if (words === undefined) return `${right} ${NOT_CONVERTED}`
  return `${operandInWords(node.left, writer, brackets)} ${words} ${right} ${NOT_CONVERTED}`
}

/** The term as it stands inside another term. */
export function operandInWords(node: Checked, writer: PhraseWriter, brackets: number): string {
  const term = writer.term(node, brackets + 1)
  return term.weight === 'atom' ? term.text : `(${term.text})`
}

/** The term as it stands on one side of a comparison. */
export function sideInWords(node: Checked, writer: PhraseWriter): string {
  const term = writer.term(node, 0)
  return term.weight === 'heavy' ? `(${term.text})` : term.text
}
