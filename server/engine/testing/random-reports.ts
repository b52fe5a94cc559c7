/** Random rulesets with a report over a truth value, a member, two whole numbers and two others. */
import fc from 'fast-check'
import { add, fromInteger, type Rational, smallRatio } from '../../language/numeric/rational'
import type { Known, Value } from '../core/value'
import type { Program } from '../evaluate/program'
import { openText } from './open-text'

const DECLARATIONS = `version 1.4;
// @range n -2..4
// @range m 0..3
// @range x -3..5
declare b as boolean;
declare k as enum {"p", "q", "r"};
declare n as whole;
declare m as whole;
declare x as numeric;
declare y as numeric;
`

const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const

/** @param names of numbers that may occur */
export function reportTexts(names: readonly string[]): fc.Arbitrary<string> {
  const constant = fc.constantFrom('0', '1', '2', '3', '0.5', '7')
  const { number, member, truth } = fc.letrec<{ number: string; truth: string; member: string }>((tie) => ({
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: fc.constantFrom(...names) },
      constant,
      fc.tuple(tie('number'), fc.constantFrom('+', '-'), tie('number')).map(joined),
      fc.tuple(tie('number'), tie('number')).map(([a, b]) => `${a} * ${b}`),
      fc.tuple(constant, tie('number')).map(([factor, operand]) => `${factor} * ${operand}`),
      fc.tuple(tie('number'), fc.constantFrom('2', '3', 'n', 'm')).map(([a, b]) => `(${a} / ${b})`),
      { weight: 3, arbitrary: fc.tuple(tie('truth'), tie('number'), tie('number')).map(chosen) },
      fc.tuple(fc.constantFrom('Min', 'Max'), tie('number'), tie('number')).map(([f, a, b]) => `${f}(${a}, ${b})`),
      tie('number').map((operand) => `Abs(${operand})`),
      tie('number').map((operand) => `Floor(${operand})`),
      tie('number').map((operand) => `Round(${operand}, 0.5, "half_even")`),
    ),
    truth: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('b', 'k == "p"', 'k != "q"', 'IsMember(k, {"q", "r"})'),
      { weight: 4, arbitrary: fc.tuple(tie('number'), fc.constantFrom(...OPERATORS), tie('number')).map(joined) },
      tie('truth').map((operand) => `Not(${operand})`),
      fc
        .tuple(fc.constantFrom('And', 'Or', 'Implies', 'Xor'), tie('truth'), tie('truth'))
        .map(([f, a, c]) => `${f}(${a}, ${c})`),
    ),
    member: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('"low"', '"high"', '"none"'),
      fc.tuple(tie('truth'), tie('member'), tie('member')).map(chosen),
    ),
  }))
  return fc.oneof({ weight: 3, arbitrary: number }, member, truth)
}

function joined([left, operator, right]: readonly string[]): string {
  return `(${left} ${operator} ${right})`
}

function chosen([condition, then, otherwise]: readonly string[]): string {
  return `If(${condition}, ${then}, ${otherwise})`
}

export function openReport(report: string): Program {
  return openText(`${DECLARATIONS}report r = ${report};\nassert a { Or(b, k == "p", n > m, x > y) };\n`)
}

const WHOLES = { n: [-2, 4], m: [0, 3] } as const

/** Every completion of the truth value, the member and the whole numbers. */
export function* finiteCompletions(known: Known): Generator<Known> {
  const choices: readonly (readonly Value[])[] = [
    [false, true],
    ['p', 'q', 'r'],
    ...[WHOLES.n, WHOLES.m].map(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => fromInteger(from + i))),
  ]
  function* from(index: number, values: readonly (Value | null)[]): Generator<Known> {
    if (index === choices.length) yield values
    else
      for (const value of values[index] === null ? choices[index]! : [values[index]!])
        yield* from(
          index + 1,
          values.map((each, i) => (i === index ? value : each)),
        )
  }
  yield* from(0, known)
}

/** Numbers from -3 to 5, many of them on the boundaries of conditions. */
export const ratios: fc.Arbitrary<Rational> = fc
  .tuple(fc.integer({ min: -3, max: 4 }), fc.integer({ min: 0, max: 6 }), fc.constantFrom(1, 2, 3, 6))
  .map(([whole, above, below]) => add(fromInteger(whole), smallRatio(Math.min(above, below), below)))
