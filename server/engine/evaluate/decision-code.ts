/**
 * The fast path for known claims: every condition as a chain of tests with two jumps each.
 *
 * Promises: answers TRUE or FALSE as the nodes would, or says that it cannot (an unbound claim, a long number, no
 * value), and then the nodes decide. All tests of a ruleset lie in one array, in the order of the assertions, so that
 * an evaluation reads memory in order.
 * Trusts that known values are of their inputs' types.
 */
import { Rational } from '../../language/numeric/rational'
import { FALSE, type Outcomes, TRUE } from '../value'
import { SAFE } from './metered-arithmetic'
import type { Run } from './node'

/** What a test does with its two arguments: the place of an input, and that of a constant, an input or nothing. */
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
  /** Evaluates a node. */
  node: 9,
} as const

/** A test is: what it does, two arguments, where to go when it holds, where when it fails. */
export const TEST_WIDTH = 5

/** Ends of a chain, in place of the address of a test. */
export const END = { holds: -1, fails: -2, open: -3 } as const

export interface Tests {
  readonly code: Int32Array
  /** Constants, as numerator and denominator. */
  readonly numerators: Float64Array
  readonly denominators: Float64Array
  readonly members: readonly string[]
  readonly sets: readonly ReadonlySet<string>[]
  readonly nodes: readonly ((run: Run) => Outcomes)[]
}

/**
 * Follows a chain from one address.
 * @returns TRUE, FALSE, or 0 where the nodes have to decide
 */
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
      default: {
        const outcome = tests.nodes[argument]!(run)
        if (outcome !== TRUE && outcome !== FALSE) return 0
        holds = outcome === TRUE
      }
    }
    at = code[at + (holds ? 3 : 4)]!
  }
  return at === END.holds ? TRUE : at === END.fails ? FALSE : 0
}

/** Products of safe integers that are themselves safe are exact in a double; the NaN of a long number is not. */
function areExact(p: number, q: number): boolean {
  return p <= SAFE && p >= -SAFE && q <= SAFE && q >= -SAFE
}
