import type { Completion, Outcomes, Value } from '../engine/core/value'
import { isDefinite } from '../engine/evaluate/kleene'
import { isFiniteInput } from '../engine/search/candidates'
import type { Question } from '../engine/search/question'
import { add, compareRationals, isEqual, type Rational, subtract, ZERO } from '../language/numeric/rational'
import { isWholeInput } from '../language/semantics/checked-input'
import { type AllBreakpoints, findBreakpoints } from './breakpoints'
import { elementaryIntervals } from './outcomes-along'
import { commonPeriod, pointsBetween } from './repeated-points'

const MAX_COMBINATIONS = 512
const MAX_POINTS = 4_000

/**
 * Tries every combination of finite inputs and every interval of one number. Covers remainders, which solvers decide
 * badly.
 * @returns null if no completion has one; `uncertain` if breakpoints may be missing, a second number occurs or there
 * are too many cases
 */
export function decideOneNumber(question: Question, wanted: Outcomes): Completion | null | 'uncertain' {
  const { occurring } = question
  const numbers = occurring.filter((input) => !isFiniteInput(question.input(input)))
  const others = occurring.filter((input) => isFiniteInput(question.input(input)))
  const combinations = others.reduce((product, input) => product * question.candidates(input).length, 1)
  const [number] = numbers
  if (number === undefined || numbers.length > 1 || combinations > MAX_COMBINATIONS) return 'uncertain'
  // The samples need not be whole, or instants that a claim can hold.
  const input = question.input(number)
  if (isWholeInput(input) || input.type.kind === 'timestamp') return 'uncertain'
  const values: (Value | null)[] = [...question.base]
  let isCertain = true
  const visit = (depth: number): Completion | null => {
    const mask = question.evaluate(values)
    if ((mask & wanted) === 0) return null
    if (isDefinite(mask)) return completeValues(question, values)
    const input = others[depth]
    if (input === undefined) {
      const samples = samplesOf(question, values, number)
      isCertain &&= samples !== null
      const sample = samples?.find((value) => {
        values[number] = value
        return (question.evaluate(values) & wanted) !== 0
      })
      const solution = sample === undefined ? null : [...values]
      values[number] = null
      return solution
    }
    for (const value of question.candidates(input)) {
      values[input] = value
      const solution = visit(depth + 1)
      if (solution !== null) return solution
    }
    values[input] = null
    return null
  }
  return visit(0) ?? (isCertain ? null : 'uncertain')
}

function completeValues(question: Question, values: Completion): Completion {
  const completion = [...values]
  for (const input of question.occurring) completion[input] ??= question.candidates(input)[0]!
  return completion
}

/** One number for each interval with a constant outcome. */
function samplesOf(question: Question, values: Completion, input: number): readonly Rational[] | null {
  const { program, meter } = question
  const all = findBreakpoints(program.roots, program.begin(values, meter), input)
  const points = all === null || all.irrational.length > 0 ? null : inWindow(all)
  if (points === null) return null
  meter.spend(points.length)
  return elementaryIntervals(points).map(({ sample }) => sample)
}

/** Ascending. Beyond the outermost non-periodic point, outcomes repeat, so one common period on each side is enough. */
function inWindow({ points, repeated }: AllBreakpoints): readonly Rational[] | null {
  const ascending = [...points].sort(compareRationals)
  if (repeated.length === 0) return ascending
  const period = repeated.map((one) => one.period).reduce(commonPeriod)
  const from = subtract(ascending[0] ?? ZERO, period)
  const to = add(ascending.at(-1) ?? ZERO, period)
  const expanded = [from, ...ascending, to]
  for (const one of repeated) {
    const inside = pointsBetween(one, from, to, MAX_POINTS - expanded.length)
    if (inside === null) return null
    expanded.push(...inside)
  }
  return distinctPoints(expanded.sort(compareRationals))
}

function distinctPoints(ascending: readonly Rational[]): readonly Rational[] {
  return ascending.filter((point, index) => index === 0 || !isEqual(point, ascending[index - 1]!))
}
