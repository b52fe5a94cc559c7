/**
 * The solver of solver.ts on Z3, on the calling thread.
 *
 * Promises: as solver.ts. Every question starts from one saved state of the machine, so neither history nor process
 * shows in an answer. A machine that broke is replaced before the next question; the question that broke it throws.
 */
import { integer, ONE } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/slot-key'
import { type Meter, SolverStepsExceeded } from '../meter'
import type { Completion, Known, Value } from '../value'
import type { Posed, Question, Subject } from './question'
import { type Assignment, type Found, SearchRun } from './search'
import { type Inquiry, type Solver, type SolverBudget, SolverMemoryExceeded } from './solver'
import { Terms } from './terms'
import { defaultValue } from './unknowns'
import { Z3Machine } from './z3-machine'

/** Maximum rlimit units of one question about relevance: it can always answer "may matter" instead. */
const PAIR_STEPS = 20_000

/** A solver that starts its machine with the first question, or with `warm`. */
export class Z3Solver implements Solver {
  private machine: Z3Machine | null = null

  constructor(private readonly module: WebAssembly.Module) {}

  /** Starts the machine now, so that the first question is as quick as the next. */
  warm(): void {
    this.machine ??= new Z3Machine(this.module, warmUp)
  }

  inquire(ruleset: CheckedRuleset, assertion: number, known: Known, budget: SolverBudget, meter: Meter): Inquiry {
    const subject = { ruleset, assertion, known, keys: new SlotKeys(ruleset.lets) }
    return {
      find: (wanted) => {
        const result = this.ask(subject, budget, meter, (question) => question.outcome(wanted))
        return result.status === 'found'
          ? { status: 'found', completion: completion(subject, result.assignment) }
          : result
      },
      findPair: (input) => {
        if (known[input] !== null || !reads(subject).includes(input)) return { status: 'none' }
        const small = { ...budget, solver_steps: Math.min(budget.solver_steps, PAIR_STEPS) }
        const result = this.ask(subject, small, meter, (question) => question.change(input))
        if (result.status !== 'found') return result
        const first = completion(subject, result.assignment.slice(0, -1))
        return { status: 'found', first, second: completion(subject, result.assignment) }
      },
    }
  }

  private ask(subject: Subject, budget: SolverBudget, meter: Meter, pose: (question: Question) => Posed): Found {
    this.warm()
    const { machine } = this
    if (machine === null) throw new Error('the solver did not start')
    this.machine = null
    try {
      const result = new SearchRun(machine, subject, budget, meter, pose).find()
      this.machine = machine
      return result
    } catch (error) {
      // A spent budget is an answer, and the next question restores the machine; anything else has broken it.
      if (error instanceof SolverMemoryExceeded || error instanceof SolverStepsExceeded) this.machine = machine
      throw error
    } finally {
      if (machine.isBloated) this.machine = null
    }
  }
}

/** Later values of one input replace earlier ones. */
function completion(subject: Subject, assignment: Assignment): Completion {
  const { ruleset, known } = subject
  const values: (Value | null)[] = ruleset.inputs.map((_, input) => known[input] ?? null)
  for (const input of reads(subject)) {
    const declared = ruleset.inputs[input]
    if (declared !== undefined) values[input] ??= defaultValue(declared)
  }
  for (const { input, value } of assignment) values[input] = value
  return values
}

function reads({ ruleset, assertion }: Subject): readonly number[] {
  return ruleset.assertions[assertion]?.reads ?? []
}

/**
 * A first run through what questions use, so that none of it is set up again for every question.
 *
 * Promises: fixed calls. Asserts linear and nonlinear arithmetic, truncation, choices, a bounded whole number.
 */
export function warmUp(machine: Z3Machine): void {
  const terms = new Terms(machine)
  const [x, y, z] = [terms.realVariable(), terms.realVariable(), terms.realVariable()]
  const code = terms.wholeVariable()
  const truth = terms.truthVariable()
  const two = terms.real(integer(2))
  machine.assert(terms.atMost(terms.whole(0), code))
  machine.assert(terms.atMost(code, terms.whole(3)))
  machine.assert(terms.or([truth, terms.below(terms.sum([x, y]), two), terms.equal(code, terms.whole(1))]))
  machine.assert(terms.below(two, terms.choose(truth, terms.product(x, x), terms.quotient(y, two))))
  machine.assert(
    terms.equal(
      terms.difference(z, terms.product(two, terms.asReal(terms.floor(terms.quotient(z, two))))),
      terms.real(ONE),
    ),
  )
  machine.assert(terms.equal(terms.product(x, y), two))
  if (machine.check() !== 'sat') throw new Error('the solver failed its warm-up')
  machine.model()
}
