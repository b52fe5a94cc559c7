/**
 * A ruleset compiled for evaluation: tier 1 of the engine.
 *
 * Promises: pure over ruleset and known values. An answer of one bit is exact and final: it holds in every completion.
 * An answer of several bits is no more than a superset of what completions give. Work is charged to the meter: the size
 * of the expression before it is evaluated, cells when they are filled, long numbers before each operation.
 * Trusts that known values are of their inputs' types, and that assertions with unbridged units are never evaluated.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../meter'
import type { Known, Outcomes } from '../value'
import { followTests } from './decision-code'
import { Lowering } from './lower'
import type { Matching } from './lower-sets'
import { type BooleanNode, Run, type ValueNode } from './node'
import type { Member, Quantity } from './quantity'
import { Landings } from './shared-cell'
import { type WrittenTests, writeTests } from './write-tests'

export class Program {
  private readonly run = new Run()
  private readonly landings = new Landings()
  /** A buffer with one outcome per assertion, reused by every call that evaluates all of them. */
  readonly outcomes: Uint8Array
  /** 1 for each assertion that compares units which nothing joins: it has no meaning and is never evaluated. */
  readonly unbridged: Uint8Array
  /** The condition of each assertion, in order. */
  readonly roots: readonly BooleanNode[]
  /** By index in the ruleset; sets have none. */
  private readonly lets: ReadonlyMap<number, ValueNode>
  /** What evaluating each assertion costs at most, next to each other. */
  private readonly costs: Float64Array
  private readonly written: WrittenTests

  constructor(
    readonly ruleset: CheckedRuleset,
    matching: Matching,
  ) {
    const lowering = new Lowering(ruleset, this.landings, matching)
    this.unbridged = Uint8Array.from(ruleset.assertions, ({ unbridged }) => (unbridged.length > 0 ? 1 : 0))
    this.outcomes = new Uint8Array(ruleset.assertions.length)
    this.roots = ruleset.assertions.map((assertion) => lowering.boolean(assertion.expression))
    this.lets = lowering.lets
    this.costs = Float64Array.from(this.roots, (root) => root.cost)
    this.written = writeTests(this.roots)
  }

  /**
   * The possible outcomes of one assertion.
   * @throws StepsExceeded when the meter is spent
   */
  evaluate(assertion: number, known: Known, meter: Meter): Outcomes {
    return this.evaluateMore(assertion, this.begin(known, meter))
  }

  /**
   * Starts an evaluation whose cells every {@link evaluateMore} that follows shares, as long as `known` stays as it is.
   */
  begin(known: Known, meter: Meter): Run {
    this.run.start(known, meter)
    return this.run
  }

  evaluateMore(assertion: number, run: Run): Outcomes {
    const { tests, entries } = this.written
    run.meter.spend(this.costs[assertion]!)
    return followTests(tests, entries[assertion]!, run) || this.evaluateNodes(assertion, run)
  }

  /**
   * What is known of a `let` that is no set and holds no pair of units that do not bridge.
   * @throws StepsExceeded when the meter of the run is spent
   */
  evaluateLet(index: number, run: Run): Outcomes | Quantity | Member {
    const node = this.lets.get(index)
    if (node === undefined) throw new Error(`the let ${index} has no value`)
    run.meter.spend(node.cost)
    if (node.deep) this.landings.fill(run)
    return node.evaluate(run)
  }

  private evaluateNodes(assertion: number, run: Run): Outcomes {
    const root = this.roots[assertion]!
    run.meter.spend(root.cost)
    if (root.deep) this.landings.fill(run)
    return root.evaluate(run)
  }
}

/** @param matching `by value` gives what engines before 0.2.0 answered, for comparisons with them alone */
export function compileProgram(ruleset: CheckedRuleset, matching: Matching = 'as written'): Program {
  return new Program(ruleset, matching)
}
