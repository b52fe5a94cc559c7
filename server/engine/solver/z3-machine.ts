/**
 * {@link Z3Machine.begin} restores the machine byte for byte, even after memory exhaustion, and its warm-up is
 * deterministic (z3-module.ts). So the same calls give the same answers, models and step counts in any process. Every
 * error code is read.
 */
import { LinearMemory } from './linear-memory'
import { SolverMemoryExceededError } from './solver'
import type { Z3Calls } from './z3-calls'
import { startZ3 } from './z3-module'

/** To a term, sort, model or other Z3 object; 0 is null. */
export type Pointer = number

/** Above `memory_max_size`. */
const OUT_OF_MEMORY_CODE = 7

/** Pages cannot be released, so a larger instance is replaced. */
const MAX_GROWN_BYTES = 64 << 20

export type Verdict = 'sat' | 'unsat' | 'steps' | 'incomplete'

/** A trap, an abort or an unexplained error code. The machine is then unusable. */
class Z3FaultError extends Error {}

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
  private readonly asserted: Pointer[] = []
  private memoryLimit = 0

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
    // Drops the warm-up's assertions, keeps Z3's one-time setup.
    this.calls.Z3_solver_push(this.context, this.solver)
    warmUp(this)
    this.calls.Z3_solver_pop(this.context, this.solver, 1)
    this.confirm()
    this.stepsAtStart = this.stepCount()
    this.memory.save()
  }

  get version(): string {
    return this.memory.read(this.calls.Z3_get_full_version())
  }

  get isBloated(): boolean {
    return this.memory.grown > MAX_GROWN_BYTES
  }

  /**
   * Restores the saved state.
   * @param steps rlimit units for each check
   */
  begin(steps: number, megabytes: number): void {
    this.memory.restore()
    this.asserted.length = 0
    this.memoryLimit = megabytes
    // The soft limit ends a check cleanly; the hard one, for single steps, throws inside Z3.
    this.calls.Z3_global_param_set(this.names.watermark, this.memory.text(String(megabytes)))
    this.calls.Z3_global_param_set(this.names.maximum, this.memory.text(String(2 * megabytes + 64)))
    this.limitSteps(steps)
  }

  /** Limits the steps of each further check of this question. */
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

  /**
   * Ignores `check-sat`.
   * @throws Error if not SMT-LIB
   */
  assertText(text: string): void {
    this.calls.Z3_solver_from_string(this.context, this.solver, this.memory.text(text))
    this.confirm()
  }

  /** @throws SolverMemoryExceededError */
  check(): Verdict {
    const answer = this.calls.Z3_solver_check(this.context, this.solver)
    this.confirm()
    if (answer === 1) return 'sat'
    if (answer === -1) return 'unsat'
    const reason = this.memory.read(this.calls.Z3_solver_get_reason_unknown(this.context, this.solver))
    if (reason.includes('memout')) throw new SolverMemoryExceededError(this.memoryLimit)
    return reason.includes('canceled') || reason.includes('resource limit') ? 'steps' : 'incomplete'
  }

  /** The model of the last `sat` check, valid until the next {@link begin}. */
  model(): Pointer {
    const model = this.made(this.calls.Z3_solver_get_model(this.context, this.solver))
    this.calls.Z3_model_inc_ref(this.context, model)
    return model
  }

  /** Whether the model falsifies an assertion: with products of reals and integers it can lie on an excluded bound. */
  isRefuted(model: Pointer): boolean {
    const { calls, context, memory } = this
    const value = memory.array([0])
    return this.asserted.some((condition) => {
      const hasValue = calls.Z3_model_eval(context, model, condition, 1, value)
      this.confirm()
      return hasValue !== 0 && calls.Z3_get_bool_value(context, memory.word(value)) === -1
    })
  }

  /** Since {@link begin}. */
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

  /** @throws Z3FaultError */
  made(pointer: Pointer): Pointer {
    this.confirm()
    if (pointer === 0) throw new Z3FaultError('Z3 made nothing')
    return pointer
  }

  private confirm(): void {
    const code = this.calls.Z3_get_error_code(this.context)
    if (code === 0) return
    if (code === OUT_OF_MEMORY_CODE) throw new SolverMemoryExceededError(this.memoryLimit)
    throw new Z3FaultError(this.memory.read(this.calls.Z3_get_error_msg(this.context, code)))
  }
}
