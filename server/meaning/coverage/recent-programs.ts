/**
 * Keeps programs for reuse. Memory is bounded however many definitions the programs use; a dropped program is compiled
 * again.
 */

import type { Meter } from '../../engine/core/meter'
import type { Program } from '../../engine/evaluate/program'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { compileWithin, nodesOf } from '../question-ruleset'

/** A compiled node takes about half a kilobyte. */
const MAX_NODES = 250_000

export class RecentPrograms {
  /** The last used one is last. */
  private readonly programs = new Map<object, { readonly program: Program; readonly nodes: number }>()
  private nodes = 0

  constructor(private readonly maxNodes = MAX_NODES) {}

  /**
   * @param key owner of the program
   * @throws StepsExceededError
   */
  of(key: object, ruleset: () => CheckedRuleset, meter: Meter): Program {
    const entry = this.programs.get(key) ?? this.compiled(ruleset(), meter)
    this.programs.delete(key)
    this.programs.set(key, entry)
    for (const [other, { nodes }] of this.programs) {
      if (this.nodes <= this.maxNodes || other === key) break
      this.programs.delete(other)
      this.nodes -= nodes
    }
    return entry.program
  }

  private compiled(ruleset: CheckedRuleset, meter: Meter): { readonly program: Program; readonly nodes: number } {
    const program = compileWithin(ruleset, meter)
    const nodes = nodesOf(ruleset)
    this.nodes += nodes
    return { program, nodes }
  }
}
