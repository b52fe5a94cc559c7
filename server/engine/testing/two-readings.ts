/**
 * One question to Z3 in two forms: as the terms that the engine makes, and as a text of SMT-LIB.
 *
 * Promises: both are answered by one machine from one state, so only the forms differ.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/slot-key'
import { Question } from '../solver/question'
import { SolverMemoryExceeded } from '../solver/solver'
import { type Verdict, Z3Machine } from '../solver/z3-machine'
import { compileZ3 } from '../solver/z3-module'
import { warmUp } from '../solver/z3-solver'
import type { Outcomes } from '../value'

export class TwoReadings {
  private readonly machine = new Z3Machine(compileZ3(), warmUp)

  /** @param steps rlimit units for each answer */
  constructor(private readonly steps: number) {}

  /** Whether the first assertion of the ruleset can be one of the outcomes, all claims being open. */
  ofTerms(ruleset: CheckedRuleset, wanted: Outcomes): Verdict {
    return this.answer(() => {
      const known = ruleset.inputs.map(() => null)
      const subject = { ruleset, assertion: 0, known, keys: new SlotKeys(ruleset.lets) }
      this.machine.assert(new Question(this.machine, subject).outcome(wanted).condition)
    })
  }

  /** Whether what the text asserts can be true. Only its comments may have other characters than ASCII. */
  ofText(text: string): Verdict {
    return this.answer(() => this.machine.assertText(text.replace(/[^ -~\n]/g, '?')))
  }

  private answer(pose: () => void): Verdict {
    this.machine.begin(this.steps, 128)
    try {
      pose()
      return this.machine.check()
    } catch (error) {
      if (error instanceof SolverMemoryExceeded) return 'steps'
      throw error
    }
  }
}
