/**
 * One Z3 context and solver on the calling thread, restored to the same state before every question.
 *
 * Promises: after {@link Z3Machine.begin} the machine is byte for byte as it was after its warm-up, whatever happened
 * before, a memory exhaustion included; so the same calls give the same answers, models and step counts in any process.
 * Every call's error code is read. Trusts that the warm-up itself is deterministic (z3-module.ts closes the instance
 * off).
 */
import { LinearMemory } from './linear-memory'
import { SolverMemoryExceeded } from './solver'
import type { Z3Calls } from './z3-calls'
import { startZ3 } from './z3-module'

/** A pointer to a term, sort, model or other object of Z3; 0 is none. */
export type Pointer = number

/** Z3's error code for memory above `memory_max_size`. */
const OUT_OF_MEMORY = 7

/** Beyond the saved state by more than this, an instance is replaced, because its pages cannot be released. */
const MAX_GROWN_BYTES = 64 << 20

/** How one satisfiability check ended. */
export type Verdict = 'sat' | 'unsat' | 'steps' | 'incomplete'

/** Z3 broke: a trap, an abort or an error code that no budget explains. The machine must not be used any further. */
class Z3Fault extends Error {}

export class Z3Machine {
  readonly calls: Z3Calls
  readonly memory: LinearMemory
  readonly context: Pointer
  readonly realSort: Pointer
  readonly intSort: Pointer
  readonly boolSort: Pointer
  private readonly params: Pointer
  private readonly solver: Pointer
  private readonly names: { readonly watermark: Pointer; readonly maximum: Pointer; readonly steps: Pointer }
  private readonly stepsAtStart: number
  /** What was asserted since {@link begin}. */
  private readonly asserted: Pointer[] = []
  private memoryLimit = 0

  /** Starts an instance, runs `warmUp` on it and saves the state from which every question starts. */
  constructor(module: WebAssembly.Module, warmUp: (machine: Z3Machine) => void) {
    const instance = startZ3(module)
    this.calls = instance.calls
    this.memory = new LinearMemory(instance)
    const config = this.calls.Z3_mk_config()
    this.context = this.calls.Z3_mk_context(config)
    this.calls.Z3_del_config(config)
    this.calls.set_noop_error_handler(this.context)
    this.boolSort = this.calls.Z3_mk_bool_sort(this.context)
    this.intSort = this.calls.Z3_mk_int_sort(this.context)
    this.realSort = this.calls.Z3_mk_real_sort(this.context)
    this.params = this.calls.Z3_mk_params(this.context)
    this.calls.Z3_params_inc_ref(this.context, this.params)
    this.names = {
      watermark: this.memory.store('memory_high_watermark_mb'),
      maximum: this.memory.store('memory_max_size'),
      steps: this.calls.Z3_mk_string_symbol(this.context, this.memory.text('rlimit')),
    }
    this.solver = this.made(this.calls.Z3_mk_simple_solver(this.context))
    this.calls.Z3_solver_inc_ref(this.context, this.solver)
    // In a separate scope, so that its assertions are dropped while what Z3 sets up once stays set up.
    this.calls.Z3_solver_push(this.context, this.solver)
    warmUp(this)
    this.calls.Z3_solver_pop(this.context, this.solver, 1)
    this.confirm()
    this.stepsAtStart = this.stepCount()
    this.memory.save()
  }

  /** The version of Z3 inside the package, for provenance. */
  get version(): string {
    return this.memory.read(this.calls.Z3_get_full_version())
  }

  /** True where the instance has grown so much that a new one is better. */
  get isBloated(): boolean {
    return this.memory.grown > MAX_GROWN_BYTES
  }

  /**
   * Puts the saved state back and sets the budgets of the next question: Z3 rlimit units for each check, and megabytes.
   */
  begin(steps: number, megabytes: number): void {
    this.memory.restore()
    this.asserted.length = 0
    this.memoryLimit = megabytes
    // The soft limit ends a check cleanly; the hard one, for what a single step allocates, throws inside Z3.
    this.calls.Z3_global_param_set(this.names.watermark, this.memory.text(String(megabytes)))
    this.calls.Z3_global_param_set(this.names.maximum, this.memory.text(String(2 * megabytes + 64)))
    this.limitSteps(steps)
  }

  /** Gives every further check of this question its own limit of rlimit units. */
  limitSteps(steps: number): void {
    this.calls.Z3_params_set_uint(this.context, this.params, this.names.steps, Math.max(1, steps))
    this.calls.Z3_solver_set_params(this.context, this.solver, this.params)
    this.confirm()
  }

  assert(condition: Pointer): void {
    this.asserted.push(condition)
    this.calls.Z3_solver_assert(this.context, this.solver, condition)
    this.confirm()
  }

  /** Asserts what a text of SMT-LIB asserts; its own `check-sat` is passed over. @throws Error where it is no such text */
  assertText(text: string): void {
    this.calls.Z3_solver_from_string(this.context, this.solver, this.memory.text(text))
    this.confirm()
  }

  /** Checks what was asserted since {@link begin}. Throws SolverMemoryExceeded. */
  check(): Verdict {
    const answer = this.calls.Z3_solver_check(this.context, this.solver)
    this.confirm()
    if (answer === 1) return 'sat'
    if (answer === -1) return 'unsat'
    const reason = this.memory.read(this.calls.Z3_solver_get_reason_unknown(this.context, this.solver))
    if (reason.includes('memout')) throw new SolverMemoryExceeded(this.memoryLimit)
    return reason.includes('canceled') || reason.includes('resource limit') ? 'steps' : 'incomplete'
  }

  /** The model of the last check that was `sat`. It lives until the next {@link begin}. */
  model(): Pointer {
    const model = this.made(this.calls.Z3_solver_get_model(this.context, this.solver))
    this.calls.Z3_model_inc_ref(this.context, model)
    return model
  }

  /**
   * Whether the model makes something false that was asserted, which Z3 ought to exclude: with products of reals and
   * integers in one question its model can lie on a bound that it must not reach.
   */
  isRefuted(model: Pointer): boolean {
    const { calls, context, memory } = this
    const value = memory.array([0])
    return this.asserted.some((condition) => {
      const hasValue = calls.Z3_model_eval(context, model, condition, 1, value)
      this.confirm()
      return hasValue !== 0 && calls.Z3_get_bool_value(context, memory.word(value)) === -1
    })
  }

  /** Rlimit units used since {@link begin}. */
  get stepsUsed(): number {
    return this.stepCount() - this.stepsAtStart
  }

  private stepCount(): number {
    const { context, calls } = this
    const statistics = this.made(calls.Z3_solver_get_statistics(context, this.solver))
    calls.Z3_stats_inc_ref(context, statistics)
    const size = calls.Z3_stats_size(context, statistics)
    for (let i = 0; i < size; i++) {
      if (this.memory.read(calls.Z3_stats_get_key(context, statistics, i)) === 'rlimit count')
        return calls.Z3_stats_get_uint_value(context, statistics, i) >>> 0
    }
    return 0
  }

  /** `pointer`, once Z3 has confirmed that it made it. */
  made(pointer: Pointer): Pointer {
    this.confirm()
    if (pointer === 0) throw new Z3Fault('Z3 made nothing')
    return pointer
  }

  private confirm(): void {
    const code = this.calls.Z3_get_error_code(this.context)
    if (code === 0) return
    if (code === OUT_OF_MEMORY) throw new SolverMemoryExceeded(this.memoryLimit)
    throw new Z3Fault(this.memory.read(this.calls.Z3_get_error_msg(this.context, code)))
  }
}
