/**
 * A compound term inside another is in brackets. Terms that are too long or too deep become parts (phrase.ts,
 * PhraseWriter).
 */

import type { CalendarPart } from '../../../language/numeric/calendar'
import { isEqual, ONE } from '../../../language/numeric/rational'
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { joinSeries, quoteVisible } from './clause'
import { comparedSides } from './comparisons'
import { answerAsked, isSimple, MAX_BRACKETS, operandInWords, type PhraseWriter, type Term } from './phrase'
import { countedSeparately } from './quantifiers'
import { amountInWords, quantityInWords } from './quantities'
import { describeWritten } from './written-forms'

type Arithmetic = Extract<Checked, { kind: 'arithmetic' }>

function atomTerm(text: string): Term {
  return { text, weight: 'atom' }
}

export function describeTerm(node: Checked, writer: PhraseWriter, brackets: number): Term {
  switch (node.kind) {
    case 'number':
      return atomTerm(amountInWords(node.value, node.type))
    case 'string':
      return atomTerm(quoteVisible(node.value))
    case 'boolean':
      return atomTerm(node.value ? 'yes' : 'no')
    case 'input':
      return atomTerm(writer.names.called(node.called ?? writer.names.input(node.input).name))
    case 'let':
      return atomTerm(writer.names.called(writer.names.letName(node.let)))
    case 'variable':
      return atomTerm(writer.names.called(node.name))
    case 'nothing':
      return atomTerm('no value')
    case 'written':
      return brackets > MAX_BRACKETS ? atomTerm(writer.partFor(node)) : describeWritten(node, writer, brackets)
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
    case 'extreme':
    case 'absolute':
    case 'round':
    case 'add-months':
    case 'calendar':
    case 'nothing':
    case 'written':
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
    case 'add-months':
      return { text: monthsInWords(node, writer, brackets), weight: 'compound' }
    case 'calendar':
      return { text: calendarInWords(node, writer, brackets), weight: 'compound' }
    case 'extreme':
      return { text: extremeInWords(node, writer, brackets), weight: 'compound' }
    case 'absolute':
      return { text: `the absolute value of ${operandInWords(node.operand, writer, brackets)}`, weight: 'compound' }
    case 'round': {
      const operand = operandInWords(node.operand, writer, brackets, /\brounded\b/)
      return { text: `the value of ${operand} rounded ${roundingInWords(node)}`, weight: 'compound' }
    }
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

const SIZES = { Min: ['smaller', 'smallest'], Max: ['larger', 'largest'] } as const
const TIMES = { Min: ['earlier', 'earliest'], Max: ['later', 'latest'] } as const

function extremeInWords(node: Extract<Checked, { kind: 'extreme' }>, writer: PhraseWriter, brackets: number): string {
  const operands = node.operands.map((operand) => operandInWords(operand, writer, brackets))
  const isTime = node.type.kind === 'date' || node.type.kind === 'timestamp'
  const [two, several] = (isTime ? TIMES : SIZES)[node.extreme]
  return `the ${operands.length === 2 ? two : several} of ${joinSeries(operands, 'and')}`
}

const FROM_TO = /\b(?:from|to)\b/
const AFTER_BEFORE = /\b(?:after|before)\b/

/** "3 months after filed", or "filed plus grace" if the number is not written as a literal. */
function monthsInWords(
  { operand, months }: Extract<Checked, { kind: 'add-months' }>,
  writer: PhraseWriter,
  brackets: number,
) {
  const date = operandInWords(operand, writer, brackets, AFTER_BEFORE)
  const [count, word] = months.kind === 'negate' ? [months.operand, 'before'] : [months, 'after']
  const span = operandInWords(count, writer, brackets)
  if (isWritten(count)) return `${span} ${word} ${date}`
  return `${date} ${word === 'before' ? 'minus' : 'plus'} ${span}`
}

function isWritten(count: Checked): boolean {
  return count.kind === 'convert' ? isWritten(count.operand) : count.kind === 'number'
}

const CALENDAR: Readonly<Record<CalendarPart, string>> = {
  year: 'the year of',
  month: 'the number of the month of',
  day: 'the day of the month of',
  weekday: 'the weekday (1 for Monday to 7 for Sunday) of',
  'end-of-month': 'the last day of the month of',
  'full-months': 'the number of full months from',
  'full-years': 'the number of full years from',
}

function calendarInWords(
  { part, operands }: Extract<Checked, { kind: 'calendar' }>,
  writer: PhraseWriter,
  brackets: number,
) {
  const near = operands.length > 1 ? FROM_TO : undefined
  return `${CALENDAR[part]} ${operands.map((operand) => operandInWords(operand, writer, brackets, near)).join(' to ')}`
}

/** After "rounded". */
function roundingInWords({ mode, written }: Extract<Checked, { kind: 'round' }>): string {
  const isWhole = written.unit === null && isEqual(written.value, ONE)
  const step = isWhole ? 'whole number' : `multiple of ${quantityInWords(written.value, written.unit)}`
  switch (mode) {
    case 'floor':
      return `down to a ${step}`
    case 'ceiling':
      return `up to a ${step}`
    case 'down':
      return `towards zero to a ${step}`
    case 'up':
      return `away from zero to a ${step}`
    case 'half_up':
      return `to the nearest ${step} (halves away from zero)`
    case 'half_even':
      return `to the nearest ${step} (halves to the even ${isWhole ? 'number' : 'multiple'})`
  }
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
  if (answer !== null) return `the number of ${answer === 'no' ? '“no”' : answer} answers among ${among}`
  const body = writer.statement(node.body, 0)
  if (body.form !== 'simple') throw new Error('a counted condition was taken for a simple statement')
  const counted = `the number of values of ${writer.names.called(node.name)} among ${among}`
  return `${counted}${countedSeparately(node.set, writer)} such that ${body.text}`
}

function arithmeticInWords(node: Arithmetic, writer: PhraseWriter, brackets: number): string {
  const operand = (part: Checked, near?: RegExp): string => operandInWords(part, writer, brackets, near)
  const left = peelConversions(node.left)
  if (node.type.kind === 'timestamp' && !isWritten(node.right))
    return `${operand(node.left)} ${node.operator === '+' ? 'plus' : 'minus'} ${operand(node.right)}`
  if (node.type.kind === 'date' || node.type.kind === 'timestamp') {
    const word = node.operator === '+' ? 'after' : 'before'
    return `${operand(node.right, AFTER_BEFORE)} ${word} ${operand(node.left, AFTER_BEFORE)}`
  }
  if (node.left.type.kind === 'date' || node.left.type.kind === 'timestamp')
    return `the time from ${operand(node.right, FROM_TO)} to ${operand(node.left, FROM_TO)}`
  switch (node.operator) {
    case '+':
      return `the sum of ${joinSeries(
        operandChain(node).map((part) => operand(part)),
        'and',
      )}`
    case '-':
      return operandChain(node)
        .map((part) => operand(part))
        .join(' minus ')
    case '*':
      if (left.kind === 'number' && left.type.kind === 'numeric' && left.type.unit?.text === '%')
        return `${operand(left)} of ${operand(node.right)}`
      return operandChain(node)
        .map((part) => operand(part))
        .join(' times ')
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
