/**
 * Tier 1 of the engine. A definite outcome holds in every completion; several are a superset of the possible ones.
 * Expressions are charged before evaluation, cells when filled, long numbers before each operation. Assertions with
 * unbridged units must not be evaluated.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Meter } from '../core/meter'
import type { Known, Outcomes } from '../core/value'
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
  /** Reused by every call that evaluates all assertions. */
  readonly outcomes: Uint8Array
  /** 1 for each assertion with units that do not bridge. */
  readonly unbridged: Uint8Array
  /** In the order of assertions. */
  readonly roots: readonly BooleanNode[]
  /** By index in the ruleset, without sets. */
  private readonly lets: ReadonlyMap<number, ValueNode>
  /** The maximum cost of each assertion, in one array for locality. */
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

  /** @throws StepsExceededError when the meter is spent */
  evaluate(assertion: number, known: Known, meter: Meter): Outcomes {
    return this.evaluateMore(assertion, this.begin(known, meter))
  }

  /** Calls of {@link evaluateMore} share the cells while `known` stays the same. */
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
   * @param index of a let that is not a set and whose units convert
   * @throws StepsExceededError when the meter is spent
   */
  evaluateLet(index: number, run: Run): Outcomes | Quantity | Member {
    const node = this.letNode(index)
    run.meter.spend(node.cost)
    if (node.deep) this.landings.fill(run)
    return node.evaluate(run)
  }

  /** @param index not a set */
  letNode(index: number): ValueNode {
    const node = this.lets.get(index)
    if (node === undefined) throw new Error(`the let ${index} has no value`)
    return node
  }

  private evaluateNodes(assertion: number, run: Run): Outcomes {
    const root = this.roots[assertion]!
    run.meter.spend(root.cost)
    if (root.deep) this.landings.fill(run)
    return root.evaluate(run)
  }
}

/** @param matching `by value` reproduces engines before 0.2.0, only for comparison */
export function compileProgram(ruleset: CheckedRuleset, matching: Matching = 'as written'): Program {
  return new Program(ruleset, matching)
}
