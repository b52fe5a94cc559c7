/** One question to Z3 in two forms, as the engine's terms and as SMT-LIB text, from the same machine state. */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/tree/slot-key'
import type { Outcomes } from '../core/value'
import { Question } from '../solver/question'
import { SolverMemoryExceededError } from '../solver/solver'
import { type Verdict, Z3Machine } from '../solver/z3-machine'
import { compileZ3 } from '../solver/z3-module'
import { warmUp } from '../solver/z3-solver'

export class TwoReadings {
  private readonly machine = new Z3Machine(compileZ3(), warmUp)

  /** @param steps rlimit units for each answer */
  constructor(private readonly steps: number) {}

  /** Whether the first assertion can have one of the outcomes, with all claims open. */
  ofTerms(ruleset: CheckedRuleset, wanted: Outcomes): Verdict {
    return this.answer(() => {
      const known = ruleset.inputs.map(() => null)
      const subject = { ruleset, assertion: 0, known, keys: new SlotKeys(ruleset.lets) }
      this.machine.assert(new Question(this.machine, subject).outcome(wanted).condition)
    })
  }

  /** Whether the text is satisfiable. Only comments may contain other characters than ASCII. */
  ofText(text: string): Verdict {
    return this.answer(() => this.machine.assertText(text.replace(/[^ -~\n]/g, '?')))
  }

  private answer(pose: () => void): Verdict {
    this.machine.begin(this.steps, 128)
    try {
      pose()
      return this.machine.check()
    } catch (error) {
      if (error instanceof SolverMemoryExceededError) return 'steps'
      throw error
    }
  }
}
