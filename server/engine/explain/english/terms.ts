/**
 * A compound term inside another is in brackets. Terms that are too long or too deep become parts (phrase.ts,
 * PhraseWriter).
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { joinSeries } from './clause'
import { comparedSides } from './comparisons'
import { answerAsked, isSimple, MAX_BRACKETS, operandInWords, type PhraseWriter, type Term } from './phrase'
import { countedSeparately } from './quantifiers'
import { quantityInWords } from './quantities'
import { quoteVisible } from './visible-text'

type Arithmetic = Extract<Checked, { kind: 'arithmetic' }>

function atomTerm(text: string): Term {
  return { text, weight: 'atom' }
}

export function describeTerm(node: Checked, writer: PhraseWriter, brackets: number): Term {
  switch (node.kind) {
    case 'number':
      return atomTerm(quantityInWords(node.value, node.type.kind === 'numeric' ? node.type.unit : null))
    case 'string':
      return atomTerm(quoteVisible(node.value))
    case 'boolean':
      return atomTerm(node.value ? 'yes' : 'no')
    case 'input':
      return atomTerm(writer.names.called(writer.names.input(node.input).name))
    case 'let':
      return atomTerm(writer.names.called(writer.names.letName(node.let)))
    case 'variable':
      return atomTerm(writer.names.called(node.name))
    // A conversion keeps the quantity; literals and claims show the units.
    case 'convert':
      return describeTerm(node.operand, writer, brackets)
    default:
      return brackets > MAX_BRACKETS || !fitsOnOneLine(node)
        ? atomTerm(writer.partFor(node))
        : compoundTerm(node, writer, brackets)
  }
}

export function fitsOnOneLine(node: Checked): boolean {
  switch (node.kind) {
    case 'negate':
    case 'arithmetic':
    case 'unbridged':
      return true
    case 'choice':
      return (
        node.type.kind !== 'boolean' &&
        isSimple(node.condition) &&
        !isBranching(node.then) &&
        !isBranching(node.otherwise)
      )
    case 'quantified':
      return node.quantifier === 'CountWhere' ? isSimple(node.body) : isSimple(node)
    default:
      return isSimple(node)
  }
}

function compoundTerm(node: Checked, writer: PhraseWriter, brackets: number): Term {
  switch (node.kind) {
    case 'negate':
      return { text: `the negative of ${operandInWords(node.operand, writer, brackets)}`, weight: 'compound' }
    case 'arithmetic':
      return { text: arithmeticInWords(node, writer, brackets), weight: 'compound' }
    case 'unbridged':
      if (node.type.kind === 'boolean') break
      return { text: comparedSides(node, writer, brackets), weight: 'heavy' }
    case 'choice':
      if (node.type.kind === 'boolean') break
      return { text: choiceInWords(node, writer, brackets), weight: 'heavy' }
    case 'quantified':
      if (node.quantifier !== 'CountWhere') break
      return { text: countInWords(node, writer), weight: answerAsked(node) === null ? 'heavy' : 'compound' }
    default:
  }
  const phrase = writer.statement(node, 0)
  if (phrase.form !== 'simple') throw new Error(`a ${node.kind} was taken for a simple statement`)
  return { text: `whether ${phrase.text}`, weight: 'heavy' }
}

/** The condition must be simple. */
function choiceInWords(node: Extract<Checked, { kind: 'choice' }>, writer: PhraseWriter, brackets: number): string {
  const condition = writer.statement(node.condition, 0)
  if (condition.form !== 'simple') throw new Error('a condition was taken for a simple statement')
  const then = operandInWords(node.then, writer, brackets)
  return `${then} if ${condition.text}, otherwise ${operandInWords(node.otherwise, writer, brackets)}`
}

function countInWords(node: Extract<Checked, { kind: 'quantified' }>, writer: PhraseWriter): string {
  const among = writer.set(node.set, 0).among
  writer.entries.bind(node.variable, node.set)
  const answer = answerAsked(node)
  if (answer !== null) return `the number of ${answer} answers among ${among}`
  const body = writer.statement(node.body, 0)
  if (body.form !== 'simple') throw new Error('a counted condition was taken for a simple statement')
  const counted = `the number of values of ${writer.names.called(node.name)} among ${among}`
  return `${counted}${countedSeparately(node.set, writer)} such that ${body.text}`
}

function arithmeticInWords(node: Arithmetic, writer: PhraseWriter, brackets: number): string {
  const operand = (part: Checked): string => operandInWords(part, writer, brackets)
  const left = peelConversions(node.left)
  switch (node.operator) {
    case '+':
      return `the sum of ${joinSeries(operandChain(node).map(operand), 'and')}`
    case '-':
      return operandChain(node).map(operand).join(' minus ')
    case '*':
      if (left.kind === 'number' && left.type.kind === 'numeric' && left.type.unit?.text === '%')
        return `${operand(left)} of ${operand(node.right)}`
      return operandChain(node).map(operand).join(' times ')
    case '/':
      return `${operand(node.left)} divided by ${operand(node.right)}`
    case '%':
      return `the remainder of ${operand(node.left)} divided by ${operand(node.right)}`
  }
}

export function isBranching(node: Checked): boolean {
  const { kind } = peelConversions(node)
  return kind === 'choice' || kind === 'case'
}

function peelConversions(node: Checked): Checked {
  return node.kind === 'convert' ? peelConversions(node.operand) : node
}

/** `a - b - c` is one chain, `a - (b - c)` is not. */
function operandChain(node: Arithmetic): readonly Checked[] {
  const rights: Checked[] = [node.right]
  let left = peelConversions(node.left)
  while (left.kind === 'arithmetic' && left.operator === node.operator) {
    rights.push(left.right)
    left = peelConversions(left.left)
  }
  return [left, ...rights.reverse()]
}
