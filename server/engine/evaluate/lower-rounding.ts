/**
 * Min, Max, Abs and roundings as choices and remainders, so that every search that understands those understands these
 * too. Operands are cells, because each is used more than once.
 */
import { divide, fromInteger, isEqual, ONE, type Rational, smallRatio, ZERO } from '../../language/numeric/rational'
import type { RoundingMode } from '../../language/semantics/checked-ruleset'
import { numericBranches } from './choice'
import type { BooleanNode, NumericNode } from './node'
import { numberComparison } from './number-comparison'
import { type Landings, shareNumber } from './shared-cell'
import { arithmeticNode, negationNode, numberNode } from './value-nodes'

const HALF = smallRatio(1, 2)
const TWO = fromInteger(2)

export class RoundingLowering {
  constructor(private readonly landings: Landings) {}

  /** @param operands at least one */
  extreme(extreme: 'Min' | 'Max', operands: readonly NumericNode[]): NumericNode {
    const operator = extreme === 'Min' ? '<=' : '>='
    const [first, ...others] = operands.map((operand) => this.share(operand))
    if (first === undefined) throw new Error(`${extreme} has no operand`)
    return others.reduce((best, other) => {
      const kept = this.share(best)
      return choose(numberComparison(operator, kept, other), kept, other)
    }, first)
  }

  absolute(operand: NumericNode): NumericNode {
    const value = this.share(operand)
    return choose(isAtLeastZero(value), value, negationNode(value))
  }

  /** @param step above zero */
  round(operand: NumericNode, step: Rational, mode: RoundingMode): NumericNode {
    if (isEqual(step, ONE)) return this.whole(this.share(operand), mode)
    const multiple = this.share(arithmeticNode('*', operand, numberNode(divide(ONE, step)!)))
    return arithmeticNode('*', this.whole(multiple, mode), numberNode(step))
  }

  private whole(value: NumericNode, mode: RoundingMode): NumericNode {
    switch (mode) {
      case 'floor':
        return floor(value)
      case 'ceiling':
        return ceiling(value)
      case 'down':
        return choose(isAtLeastZero(value), floor(value), ceiling(value))
      case 'up':
        return choose(isAtLeastZero(value), ceiling(value), floor(value))
      case 'half_up': {
        const half = numberNode(HALF)
        const above = floor(this.share(arithmeticNode('+', value, half)))
        const below = ceiling(this.share(arithmeticNode('-', value, half)))
        return choose(isAtLeastZero(value), above, below)
      }
      case 'half_even': {
        const shifted = this.share(arithmeticNode('+', value, numberNode(HALF)))
        const above = this.share(floor(shifted))
        const isTie = numberComparison('==', shifted, above)
        const odd = arithmeticNode('%', above, numberNode(TWO))
        return choose(isTie, arithmeticNode('-', above, odd), above)
      }
    }
  }

  private share(operand: NumericNode): NumericNode {
    return shareNumber(operand, this.landings)
  }
}

function choose(condition: BooleanNode, whenTrue: NumericNode, whenFalse: NumericNode): NumericNode {
  return numericBranches({ kind: 'choice', condition, whenTrue, whenFalse })
}

function isAtLeastZero(value: NumericNode): BooleanNode {
  return numberComparison('>=', value, numberNode(ZERO))
}

function floor(value: NumericNode): NumericNode {
  return arithmeticNode('-', value, arithmeticNode('%', value, numberNode(ONE)))
}

function ceiling(value: NumericNode): NumericNode {
  return arithmeticNode('+', value, arithmeticNode('%', negationNode(value), numberNode(ONE)))
}
