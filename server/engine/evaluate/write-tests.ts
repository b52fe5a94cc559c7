/**
 * Writes conditions as chains of tests (decision-code.ts), left to right. A test that settles a gate skips the rest.
 * Other conditions are evaluated as nodes. Nothing is written twice, so the code grows linearly.
 */
import type { ArithmeticOperator, ComparisonOperator } from '../../language/syntax/syntax'
import { FALSE, type Outcomes, TRUE } from '../core/value'
import { type CountTest, END, TEST, TEST_WIDTH, type Tests } from './decision-code'
import { satisfiesOperator } from './metered-arithmetic'
import type { BooleanNode, NumericNode, Run } from './node'
import { MIRRORED } from './number-comparison'

type Of<Kind extends BooleanNode['kind']> = Extract<BooleanNode, { kind: Kind }>

/** An address of a test that is already written, or an end. */
interface Jumps {
  readonly ifTrue: number
  readonly ifFalse: number
}

export interface WrittenTests {
  readonly tests: Tests
  /** Address of each condition's first test. */
  readonly entries: Int32Array
}

export function writeTests(conditions: readonly BooleanNode[]): WrittenTests {
  const writer = new TestWriter()
  const jumps = { ifTrue: END.holds, ifFalse: END.fails }
  // Jumps need the target's address, so conditions are written from their end.
  const entries = conditions.map(() => END.open as number)
  for (let i = conditions.length - 1; i >= 0; i--)
    if (!conditions[i]!.deep) entries[i] = writer.condition(conditions[i]!, jumps)
  return writer.finish(entries)
}

class TestWriter {
  private readonly code: number[] = []
  private readonly numerators: number[] = []
  private readonly denominators: number[] = []
  private readonly rights: number[] = []
  private readonly counts: CountTest[] = []
  private readonly members: string[] = []
  private readonly sets: ReadonlySet<string>[] = []
  private readonly nodes: ((run: Run) => Outcomes)[] = []

  /** @returns the address of the condition's first test */
  condition(node: BooleanNode, jumps: Jumps): number {
    switch (node.kind) {
      case 'constant':
        return node.value === TRUE ? jumps.ifTrue : node.value === FALSE ? jumps.ifFalse : END.open
      case 'input':
        return this.write(TEST.input, node.input, 0, jumps)
      case 'choice':
        return this.condition(node.condition, {
          ifTrue: this.condition(node.whenTrue, jumps),
          ifFalse: this.condition(node.whenFalse, jumps),
        })
      case 'gate':
        return this.gate(node, jumps)
      case 'number-comparison':
        return this.numberComparison(node, jumps) ?? this.node(node, jumps)
      case 'member-comparison':
        return this.memberComparison(node, jumps) ?? this.node(node, jumps)
      case 'membership': {
        const { value, set } = node
        if (value.domain !== 'member' || value.kind !== 'input' || set.written === null) return this.node(node, jumps)
        return this.write(TEST.isAmong, value.input, this.sets.push(set.written) - 1, jumps)
      }
      case 'tally':
        return this.tally(node, jumps) ?? this.node(node, jumps)
      default:
        return this.node(node, jumps)
    }
  }

  private write(test: number, first: number, second: number, { ifTrue, ifFalse }: Jumps): number {
    return this.code.push(test, first, second, ifTrue, ifFalse) - TEST_WIDTH
  }

  private node(node: BooleanNode, jumps: Jumps): number {
    return this.write(TEST.node, 0, this.nodes.push(node.evaluate) - 1, jumps)
  }

  private gate(node: Of<'gate'>, jumps: Jumps): number {
    const { ifTrue, ifFalse } = jumps
    const [first, second] = node.operands
    switch (node.gate) {
      case 'and':
        return node.operands.reduceRight((next, part) => this.condition(part, { ifTrue: next, ifFalse }), ifTrue)
      case 'or':
        return node.operands.reduceRight((next, part) => this.condition(part, { ifTrue, ifFalse: next }), ifFalse)
      case 'not':
        return this.condition(first!, exchangeJumps(jumps))
      case 'implies':
        return this.condition(first!, { ifTrue: this.condition(second!, jumps), ifFalse: ifTrue })
      case 'equal':
      case 'differ':
        if (first!.kind === 'input' && second!.kind === 'input')
          return this.write(
            TEST.inputsDiffer,
            first!.input,
            second!.input,
            node.gate === 'differ' ? jumps : exchangeJumps(jumps),
          )
        // Jumps on the first operand would need the second one twice.
        return this.node(node, jumps)
    }
  }

  /** An input compared with a constant or another input; otherwise null. */
  private numberComparison({ operator, left, right }: Of<'number-comparison'>, jumps: Jumps): number | null {
    if (left.kind === 'input') return this.order(operator, left.input, right, jumps)
    if (right.kind === 'input') return this.order(MIRRORED[operator], right.input, left, jumps)
    return this.arithmetic(operator, left, right, jumps) ?? this.arithmetic(MIRRORED[operator], right, left, jumps)
  }

  /** An operation on two inputs compared with a constant; otherwise null. */
  private arithmetic(operator: ComparisonOperator, left: NumericNode, right: NumericNode, jumps: Jumps): number | null {
    if (left.kind !== 'arithmetic' || right.kind !== 'constant' || right.value.big !== null) return null
    if (left.left.kind !== 'input' || left.right.kind !== 'input') return null
    const operation = OPERATIONS[left.operator]
    if (operation === undefined) return null
    const [plain, turned] = PLAIN[operator]
    const constant = this.constant(right.value.n, right.value.d, left.right.input)
    return this.write(operation + plain, left.left.input, constant, turned ? exchangeJumps(jumps) : jumps)
  }

  private constant(n: number, d: number, right: number): number {
    this.denominators.push(d)
    this.rights.push(right)
    return this.numerators.push(n) - 1
  }

  /** A count of inputs compared with a constant; otherwise null. */
  private tally({ bounds, slots }: Of<'tally'>, jumps: Jumps): number | null {
    if (bounds === null) return null
    const inputs = slots.map((slot) => (slot.kind === 'input' ? slot.input : -1))
    if (inputs.includes(-1)) return null
    return this.write(TEST.count, 0, this.counts.push({ inputs, ...bounds }) - 1, jumps)
  }

  private order(operator: ComparisonOperator, input: number, other: NumericNode, jumps: Jumps): number | null {
    // These operators are the other three with exchanged jumps.
    if (operator === '>') return this.order('<=', input, other, exchangeJumps(jumps))
    if (operator === '>=') return this.order('<', input, other, exchangeJumps(jumps))
    if (operator === '!=') return this.order('==', input, other, exchangeJumps(jumps))
    if (other.kind === 'input') return this.write(AGAINST_INPUT[operator], input, other.input, jumps)
    if (other.kind !== 'constant' || other.value.big !== null) return null
    return this.write(AGAINST_CONSTANT[operator], input, this.constant(other.value.n, other.value.d, 0), jumps)
  }

  /** An input compared with a member; otherwise null. */
  private memberComparison(node: Of<'member-comparison'>, jumps: Jumps): number | null {
    const { left, right } = node
    const operator = left.kind === 'input' ? node.operator : MIRRORED[node.operator]
    const input = left.kind === 'input' ? left : right
    const member = left.kind === 'input' ? right : left
    if (input.kind !== 'input' || member.kind !== 'constant') return null
    if (operator === '!=' || operator === '==') {
      const index = this.members.push(member.value) - 1
      return this.write(TEST.isMember, input.input, index, operator === '==' ? jumps : exchangeJumps(jumps))
    }
    const rank = node.order?.indexOf(member.value) ?? 0
    const fulfilling = new Set(node.order?.filter((_, i) => satisfiesOperator(operator, i - rank)))
    return this.write(TEST.isAmong, input.input, this.sets.push(fulfilling) - 1, jumps)
  }

  /** Reverses the tests, for ascending memory access. */
  finish(entries: readonly number[]): WrittenTests {
    const { code } = this
    const last = code.length - TEST_WIDTH
    const address = (written: number) => (written < 0 ? written : last - written)
    const upward = new Int32Array(code.length)
    for (let at = 0; at < code.length; at += TEST_WIDTH) {
      const to = address(at)
      for (let i = 0; i < TEST_WIDTH; i++) upward[to + i] = i < 3 ? code[at + i]! : address(code[at + i]!)
    }
    const { counts, members, sets, nodes } = this
    const [numerators, denominators] = [Float64Array.from(this.numerators), Float64Array.from(this.denominators)]
    const rights = Int32Array.from(this.rights)
    return {
      tests: { code: upward, numerators, denominators, rights, counts, members, sets, nodes },
      entries: Int32Array.from(entries, address),
    }
  }
}

function exchangeJumps({ ifTrue, ifFalse }: Jumps): Jumps {
  return { ifTrue: ifFalse, ifFalse: ifTrue }
}

/** By operator: its place among below, at most and equal, and whether the jumps are exchanged. */
const PLAIN: Readonly<Record<ComparisonOperator, readonly [number, boolean]>> = {
  '<': [0, false],
  '<=': [1, false],
  '==': [2, false],
  '>': [1, true],
  '>=': [0, true],
  '!=': [2, true],
}
const OPERATIONS: Readonly<Partial<Record<ArithmeticOperator, number>>> = {
  '+': TEST.sumBelow,
  '-': TEST.differenceBelow,
  '*': TEST.productBelow,
  '/': TEST.quotientBelow,
}
const AGAINST_CONSTANT = { '<': TEST.belowConstant, '<=': TEST.atMostConstant, '==': TEST.equalsConstant }
const AGAINST_INPUT = { '<': TEST.belowInput, '<=': TEST.atMostInput, '==': TEST.equalsInput }
