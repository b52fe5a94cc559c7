/** A machine that breaks is replaced before the next question. */
import { fromInteger, ONE } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/tree/slot-key'
import { type Meter, SolverStepsExceededError } from '../core/meter'
import type { Completion, Known, Value } from '../core/value'
import type { Posed, Question, Subject } from './question'
import { type Assignment, type Found, SearchRun } from './search'
import { type Inquiry, type Solver, type SolverBudget, SolverMemoryExceededError } from './solver'
import { Terms } from './terms'
import { defaultValue } from './unknowns'
import { Z3Machine } from './z3-machine'
import { compileZ3 } from './z3-module'

/** Rlimit units of a relevance question, which may stay unsettled. */
const MAX_PAIR_STEPS = 20_000

export class Z3Solver implements Solver {
  private machine: Z3Machine | null = null

  constructor(private readonly module: WebAssembly.Module) {}

  /** Otherwise the first question starts the machine. */
  warm(): void {
    this.machine ??= new Z3Machine(this.module, warmUp)
  }

  inquire(ruleset: CheckedRuleset, assertion: number, known: Known, budget: SolverBudget, meter: Meter): Inquiry {
    const subject = { ruleset, assertion, known, keys: new SlotKeys(ruleset.lets) }
    return {
      find: (wanted) => {
        const result = this.ask(subject, budget, meter, (question) => question.outcome(wanted))
        return result.status === 'found'
          ? { status: 'found', completion: completionOf(subject, result.assignment) }
          : result
      },
      findPair: (input) => {
        if (known[input] !== null || !inputsRead(subject).includes(input)) return { status: 'none' }
        const small = { ...budget, solver_steps: Math.min(budget.solver_steps, MAX_PAIR_STEPS) }
        const result = this.ask(subject, small, meter, (question) => question.change(input))
        if (result.status !== 'found') return result
        const first = completionOf(subject, result.assignment.slice(0, -1))
        return { status: 'found', first, second: completionOf(subject, result.assignment) }
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
      // After a spent budget the machine can be restored; other errors broke it.
      if (error instanceof SolverMemoryExceededError || error instanceof SolverStepsExceededError)
        this.machine = machine
      throw error
    } finally {
      if (machine.isBloated) this.machine = null
    }
  }
}

let processSolver: Solver | null = null

/** Returns the solver that the questions of a process share; the first call takes about 100 ms. */
export function solverOfProcess(): Solver {
  processSolver ??= new Z3Solver(compileZ3())
  return processSolver
}

/** Later values replace earlier ones. */
function completionOf(subject: Subject, assignment: Assignment): Completion {
  const { ruleset, known } = subject
  const values: (Value | null)[] = ruleset.inputs.map((_, input) => known[input] ?? null)
  for (const input of inputsRead(subject)) {
    const declared = ruleset.inputs[input]
    if (declared !== undefined) values[input] ??= defaultValue(declared)
  }
  for (const { input, value } of assignment) values[input] = value
  return values
}

function inputsRead({ ruleset, assertion }: Subject): readonly number[] {
  return ruleset.assertions[assertion]?.reads ?? []
}

/** Makes Z3 set up once what questions use. The calls are fixed. */
export function warmUp(machine: Z3Machine): void {
  const terms = new Terms(machine)
  const [x, y, z] = [terms.realVariable(), terms.realVariable(), terms.realVariable()]
  const code = terms.wholeVariable()
  const truth = terms.truthVariable()
  const two = terms.real(fromInteger(2))
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
