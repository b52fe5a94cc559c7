/**
 * The fast path for known claims: a condition is a chain of tests with two jumps each. If a test cannot decide (an
 * unbound claim, a long number, no value), the nodes do. All tests are in one array in the order of assertions, for
 * locality.
 */
import { Rational } from '../../language/numeric/rational'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { SAFE } from './metered-arithmetic'
import type { Bounds, Run } from './node'

/**
 * Arguments: the index of an input, and that of a constant or an input. Sums, differences, products and quotients of two
 * inputs are compared with a constant; `rights` has the second input by the index of the constant.
 */
export const TEST = {
  input: 0,
  belowConstant: 1,
  atMostConstant: 2,
  equalsConstant: 3,
  belowInput: 4,
  atMostInput: 5,
  equalsInput: 6,
  isMember: 7,
  isAmong: 8,
  inputsDiffer: 9,
  count: 10,
  node: 11,
  sumBelow: 12,
  sumAtMost: 13,
  sumEquals: 14,
  differenceBelow: 15,
  differenceAtMost: 16,
  differenceEquals: 17,
  productBelow: 18,
  productAtMost: 19,
  productEquals: 20,
  quotientBelow: 21,
  quotientAtMost: 22,
  quotientEquals: 23,
} as const

/** Operation, two arguments, address if it holds, address if it fails. */
export const TEST_WIDTH = 5

/** Used instead of addresses. */
export const END = { holds: -1, fails: -2, open: -3 } as const

export interface Tests {
  readonly code: Int32Array
  readonly numerators: Float64Array
  readonly denominators: Float64Array
  readonly rights: Int32Array
  readonly counts: readonly CountTest[]
  readonly members: readonly string[]
  readonly sets: readonly ReadonlySet<string>[]
  readonly nodes: readonly ((run: Run) => Outcomes)[]
}

export interface CountTest extends Bounds {
  readonly inputs: readonly number[]
}

/** @returns 0 if the nodes have to decide */
export function followTests(tests: Tests, from: number, run: Run): Outcomes | 0 {
  const { code } = tests
  const { known } = run
  let at = from
  while (at >= 0) {
    const value = known[code[at + 1]!]
    const argument = code[at + 2]!
    let holds = false
    switch (code[at]) {
      case TEST.input:
        if (value === null) return 0
        holds = value === true
        break
      case TEST.belowConstant:
      case TEST.atMostConstant:
      case TEST.equalsConstant: {
        if (!(value instanceof Rational)) return 0
        const p = value.n * tests.denominators[argument]!
        const q = tests.numerators[argument]! * value.d
        if (!areExact(p, q)) return 0
        holds = code[at] === TEST.belowConstant ? p < q : code[at] === TEST.atMostConstant ? p <= q : p === q
        break
      }
      case TEST.belowInput:
      case TEST.atMostInput:
      case TEST.equalsInput: {
        const other = known[argument]
        if (!(value instanceof Rational) || !(other instanceof Rational)) return 0
        const p = value.n * other.d
        const q = other.n * value.d
        if (!areExact(p, q)) return 0
        holds = code[at] === TEST.belowInput ? p < q : code[at] === TEST.atMostInput ? p <= q : p === q
        break
      }
      case TEST.isMember:
        if (value === null) return 0
        holds = value === tests.members[argument]
        break
      case TEST.isAmong:
        if (typeof value !== 'string') return 0
        holds = tests.sets[argument]!.has(value)
        break
      case TEST.inputsDiffer: {
        const other = known[argument]
        if (value === null || other === null) return 0
        holds = value !== other
        break
      }
      case TEST.count: {
        const { inputs, least, most } = tests.counts[argument]!
        let count = 0
        for (const input of inputs) {
          const counted = known[input]
          if (counted === null) return 0
          if (counted === true) count++
        }
        holds = count >= least && count <= most
        break
      }
      case TEST.node: {
        const outcome = tests.nodes[argument]!(run)
        if (outcome !== TRUE && outcome !== FALSE) return 0
        holds = outcome === TRUE
        break
      }
      default: {
        const other = known[tests.rights[argument]!]
        if (!(value instanceof Rational) || !(other instanceof Rational) || value.d !== 1 || other.d !== 1) return 0
        const operation = code[at]!
        let p = tests.denominators[argument]!
        let q = tests.numerators[argument]!
        if (operation < TEST.differenceBelow) p *= value.n + other.n
        else if (operation < TEST.productBelow) p *= value.n - other.n
        else if (operation < TEST.quotientBelow) p *= value.n * other.n
        else {
          // By zero there is no value, and a negative divisor would turn the order.
          if (other.n <= 0) return 0
          p *= value.n
          q *= other.n
        }
        if (!areExact(p, q)) return 0
        const comparison = operation % 3
        holds = comparison === 0 ? p < q : comparison === 1 ? p <= q : p === q
      }
    }
    at = code[at + (holds ? 3 : 4)]!
  }
  return at === END.holds ? TRUE : at === END.fails ? FALSE : 0
}

/** Products within the safe integers are exact. A long number gives NaN, which fails the test. */
function areExact(p: number, q: number): boolean {
  return p <= SAFE && p >= -SAFE && q <= SAFE && q >= -SAFE
}
