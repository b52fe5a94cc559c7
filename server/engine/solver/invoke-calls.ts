/**
 * Replaces Emscripten's `invoke_*` imports, through which Z3 calls C++ that may throw. The package's loader looks into
 * the function table before every call, which takes a third of Z3's time. This caches the functions; the table must not
 * change after the start.
 */

/**
 * V8 of Node 20 can abort when it deoptimises a hot function with an inlined WebAssembly call ("unreachable code" in
 * Deoptimizer::DoComputeBuiltinContinuation; seen in the benchmark).
 */
export const NO_INLINED_CALLS = '--no-turbo-inline-js-wasm-calls'

type Operand = number | bigint
type Call = (...operands: readonly (Operand | undefined)[]) => number

/**
 * Result and up to six operands; functions ignore extra ones. The loader keeps the rare others, also 64-bit results.
 */
const REPLACED = /^invoke_[dfiv][dfij]{0,6}$/

interface Started {
  readonly functions: WebAssembly.Table
  readonly stackPointer: () => number
  readonly restoreStack: (pointer: number) => void
  readonly setThrew: (threw: number, value: number) => void
}

export class InvokeCalls {
  private started: Started | null = null
  private readonly functions: Call[] = []

  connect(exports: WebAssembly.Exports): void {
    const {
      __indirect_function_table: functions,
      emscripten_stack_get_current: stackPointer,
      _emscripten_stack_restore: restoreStack,
      setThrew,
    } = exports
    if (
      !(functions instanceof WebAssembly.Table) ||
      !isFunction(stackPointer) ||
      !isFunction(restoreStack) ||
      !isFunction(setThrew)
    )
      throw new Error('the Z3 module lacks an export for calls that may throw')
    this.started = { functions, stackPointer, restoreStack, setThrew }
  }

  /** Undefined if the loader's import stays. */
  import(name: string): Call | undefined {
    if (!REPLACED.test(name)) return
    const { functions } = this
    return (index, a, b, c, d, e, f) => {
      const pointer = this.started!.stackPointer()
      try {
        return (functions[index as number] ?? this.lookUp(index as number))(a, b, c, d, e, f)
      } catch (error) {
        return this.caught(error, pointer)
      }
    }
  }

  private lookUp(index: number): Call {
    const call: Call = this.started!.functions.get(index)
    this.functions[index] = call
    return call
  }

  private caught(error: unknown, pointer: number): number {
    const { restoreStack, setThrew } = this.started!
    restoreStack(pointer)
    if (!isThrownByZ3(error)) throw error
    setThrew(1, 0)
    return 0
  }
}

function isFunction(value: unknown): value is (...operands: number[]) => number {
  return typeof value === 'function'
}

/** The loader does not export the class. Traps and aborts have other classes. */
function isThrownByZ3(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  for (let type: unknown = error.constructor; typeof type === 'function'; type = Object.getPrototypeOf(type))
    if (type.name === 'EmscriptenEH') return true
  return false
}
