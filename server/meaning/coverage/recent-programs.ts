/**
 * Programs of changed assertions, as many of the last used ones as there is room for.
 *
 * Promises: bounded in memory, whatever definitions stand behind however many assertions. The same order of use gives
 * the same programs. One that is no longer here is compiled anew, for its steps.
 */
import type { Program } from '../../engine/evaluate/program'
import type { Meter } from '../../engine/meter'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { compileWithin, nodesOf } from '../compile-within'

/** A node takes about half a kilobyte once it is compiled. */
const MAX_NODES = 250_000

export class RecentPrograms {
  /** The last used one last. */
  private readonly programs = new Map<object, { readonly program: Program; readonly nodes: number }>()
  private nodes = 0

  constructor(private readonly maxNodes = MAX_NODES) {}

  /**
   * @param key whose program it is
   * @throws StepsExceeded
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
