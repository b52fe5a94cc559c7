/**
 * The assignment shown with a FALSE (public/docs/language.md, "What an answer means").
 *
 * Known values stay; others are the lexicographically first candidates that falsify. If sampling finds no such
 * candidates, each value of the solver's model becomes the first candidate that keeps the assertion false. Independent
 * of the mode.
 */

import { printDate } from '../../language/numeric/calendar'
import { printInstant } from '../../language/numeric/instant'
import { printNumeral } from '../../language/numeric/numeral'
import { boundDigits, Rational, toDouble } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { codeIn, groupValue, isAsked, textKind } from '../claims/shown-claims'
import { type Completion, FALSE, type Known, type Value } from '../core/value'
import { isInside } from '../search/candidates'
import { COUNTEREXAMPLE_EVALUATIONS } from '../search/caps'
import type { Question } from '../search/question'
import { firstSample } from '../search/samples'
import { type Evidence, NEEDS_SOLVER, type NeedsSolver } from './evidence'

/** Requires the same outcome in every completion. */
export function anyCompletion(question: Question): Completion {
  return question.unbound.length === 0 ? question.known : fillWithFirstCandidates(question, question.known)
}

/** @param witness used if the solver gives no model */
export function firstFalsifying(question: Question, evidence: Evidence, witness: Completion): Completion | NeedsSolver {
  const first = firstSample(question, FALSE, COUNTEREXAMPLE_EVALUATIONS)
  if (first !== null) return fillWithFirstCandidates(question, first)
  const model = evidence.falseModel()
  if (model === NEEDS_SOLVER) return NEEDS_SOLVER
  return simplifyModel(
    question,
    fillWithFirstCandidates(question, model.status === 'found' ? model.completion : witness),
  )
}

function fillWithFirstCandidates(question: Question, completion: Completion): Completion {
  const values = [...completion]
  for (const input of question.unbound) values[input] ??= question.candidates(input)[0]!
  return values
}

function simplifyModel(question: Question, model: Completion): Completion {
  const values: (Value | null)[] = [...model]
  for (const input of question.unbound) {
    const modelled = values[input] ?? null
    const simpler = question.candidates(input).find((candidate) => {
      values[input] = candidate
      return question.evaluate(values) === FALSE
    })
    values[input] = simpler ?? modelled
  }
  return values
}

/**
 * For example `amount = 6000 "USD", has_receipt = False (supposed)`, exact (`n/d` if no finite decimal exists).
 * @returns null if the assertion reads no input
 */
export function assignmentText(
  ruleset: CheckedRuleset,
  assertion: number,
  known: Known,
  completion: Completion,
): string | null {
  let text = ''
  for (const index of ruleset.assertions[assertion]!.reads) {
    const input = ruleset.inputs[index]!
    if (!isAsked(input, completion)) continue
    const value = completion[index]
    if (value === null || value === undefined) throw new Error(`${input.name} has no value in a counterexample`)
    const code = codeIn(input, completion)
    const words =
      groupValue(input, value) ?? textKind(input, value, isLengthRead(ruleset, assertion, input) ? completion : [])
    const literal = code === null ? (words ?? literalOf(input, value)) : JSON.stringify(code)
    text += `${text === '' ? '' : ', '}${input.name} = ${literal}`
    if (known[index] === null)
      text += code === null && isOutside(input, value) ? ' (supposed, outside its range)' : ' (supposed)'
  }
  return text === '' ? null : text
}

function isLengthRead({ assertions }: CheckedRuleset, assertion: number, { form }: Input): boolean {
  return form?.kind === 'text' && form.length !== null && assertions[assertion]!.reads.includes(form.length)
}

const DIGIT_PAIRS_PER_STEP = 16

/** Counts the steps of the text. Only long numbers are slow to print. */
export function assignmentSteps(ruleset: CheckedRuleset, assertion: number, completion: Completion): number {
  let steps = 0
  for (const index of ruleset.assertions[assertion]!.reads) {
    const value = completion[index]
    if (value instanceof Rational && value.big !== null)
      steps += Math.ceil(boundDigits(value) ** 2 / DIGIT_PAIRS_PER_STEP)
  }
  return steps
}

export function hasLongNumber(values: Known): boolean {
  for (const value of values) if (value instanceof Rational && value.big !== null) return true
  return false
}

function literalOf(input: Input, value: Value): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return JSON.stringify(value)
  if (input.type.kind === 'date') return printDate(toDouble(value))
  if (input.type.kind === 'timestamp') return printInstant(value)
  const unit = input.declaredUnit ?? input.adoptedUnit
  return unit === null ? printNumeral(value) : `${printNumeral(value)} ${JSON.stringify(unit.text)}`
}

function isOutside({ range }: Input, value: Value): boolean {
  return range !== null && value instanceof Rational && !isInside(value, range)
}
