/**
 * Asks questions about a text that are cheap enough while the author types, in the page and in a language server. Every
 * finding is proved; time limits only the number of questions.
 */
import type { CompiledRuleset } from '../../engine/compile'
import { Meter } from '../../engine/core/meter'
import { findInTurns } from './analyse-ruleset'
import type { Finding } from './analysis-result'

/** The solver's budget is not used. */
const NO_SOLVER = { solver: null, mode: 'tiers', budget: { solver_steps: 0, solver_memory_mb: 0 } } as const

export class TypingFindings {
  private readonly collected: Finding[] = []
  private readonly steps: ReturnType<typeof findInTurns>
  private spent = 0

  /** @param now milliseconds */
  constructor(
    { input, ruleset }: CompiledRuleset,
    private readonly now: () => number,
  ) {
    const tools = { ...NO_SOLVER, meter: new Meter(Number.POSITIVE_INFINITY) }
    this.steps = findInTurns({ source: input.source, ruleset }, tools)
  }

  get found(): readonly Finding[] {
    return this.collected
  }

  /** @returns whether all questions are asked or the time is used up */
  isFinished(turnMs: number, allMs: number): boolean {
    const began = this.now()
    for (;;) {
      const { value, done } = this.steps.next()
      const took = this.now() - began
      if (done) return true
      if (value !== null) this.collected.push(value)
      if (this.spent + took >= allMs) return true
      if (took < turnMs) continue
      this.spent += took
      return false
    }
  }
}
