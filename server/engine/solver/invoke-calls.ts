/**
 * Replaces Emscripten's `invoke_*` imports, through which Z3 calls C++ that may throw. The package's loader looks into
 * the function table before every call and crosses the border to JavaScript several times, which takes half of Z3's time.
 * These calls stay in WebAssembly: a module with a function for each type of call (core specification, 5; exception
 * handling in its legacy form, which all engines know). The table must not change after the start.
 */

/**
 * V8 of Node 20 can abort when it deoptimises a hot function with an inlined WebAssembly call ("unreachable code" in
 * Deoptimizer::DoComputeBuiltinContinuation; seen in the benchmark).
 */
export const NO_INLINED_CALLS = '--no-turbo-inline-js-wasm-calls'

/** As Emscripten names types in `invoke_*`; `v` is the absence of a result. */
const TYPES: Readonly<Record<string, number>> = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c }
const ZEROS: Readonly<Record<string, readonly number[]>> = {
  i: [0x41, 0],
  j: [0x42, 0],
  f: [0x43, 0, 0, 0, 0],
  d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
}
const EMPTY_BLOCK = 0x40
const FUNCTION_REFERENCE = 0x70

/** Indices of the functions that the module calls itself, in the table `stack`. */
const STACK = { pointer: 0, restore: 1, setThrew: 2 } as const
/** Indices of the imported functions. */
const LOOK_UP = 0
const IS_THROWN = 1
/** Indices of the imported tables. */
const FUNCTIONS = 0
const OWN = 1

const SIGNATURE = /^invoke_([vijfd])([ijfd]*)$/

type Call = (...operands: readonly unknown[]) => unknown

/** Compiled once for a process. */
const modules = new Map<string, WebAssembly.Module>()

export class InvokeCalls {
  /** Filled as functions are called, because each entry takes time. */
  private readonly functions = new WebAssembly.Table({ element: 'anyfunc', initial: 0 })
  private readonly stack = new WebAssembly.Table({ element: 'anyfunc', initial: 3 })
  private source: WebAssembly.Table | null = null
  private isThrown = false
  private readonly calls: WebAssembly.Exports

  /** @param names the imports of the module; others are ignored */
  constructor(names: readonly string[]) {
    const z = {
      functions: this.functions,
      stack: this.stack,
      lookUp: (place: number) => this.functions.set(place, this.source!.get(place)),
      isThrown: () => {
        const { isThrown } = this
        this.isThrown = false
        return isThrown ? 1 : 0
      },
    }
    this.calls = new WebAssembly.Instance(compiled(names.filter(isInvokeCall)), { z }).exports
  }

  connect(exports: WebAssembly.Exports): void {
    const {
      __indirect_function_table: functions,
      emscripten_stack_get_current: pointer,
      _emscripten_stack_restore: restore,
      setThrew,
    } = exports
    if (!(functions instanceof WebAssembly.Table) || ![pointer, restore, setThrew].every(isFunction))
      throw new Error('the Z3 module lacks an export for calls that may throw')
    this.source = functions
    this.functions.grow(functions.length)
    this.stack.set(STACK.pointer, pointer)
    this.stack.set(STACK.restore, restore)
    this.stack.set(STACK.setThrew, setThrew)
  }

  /** Undefined if the loader's import stays. */
  import(name: string): WebAssembly.ExportValue | undefined {
    return this.calls[name]
  }

  /** The same call, which notes whether C++ throws in it. WebAssembly cannot see what it catches. */
  watch(call: WebAssembly.ImportValue | undefined): WebAssembly.ImportValue | undefined {
    if (!isFunction(call)) return call
    return (...operands: readonly unknown[]) => {
      try {
        return call(...operands)
      } catch (error) {
        this.isThrown = isThrownByZ3(error)
        throw error
      }
    }
  }
}

function compiled(names: readonly string[]): WebAssembly.Module {
  const key = names.join()
  const known = modules.get(key) ?? new WebAssembly.Module(invokeModule(names))
  modules.set(key, known)
  return known
}

function isFunction(value: unknown): value is Call {
  return typeof value === 'function'
}

/** The loader does not export the class. Traps and aborts have other classes. */
function isThrownByZ3(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  for (let type: unknown = error.constructor; typeof type === 'function'; type = Object.getPrototypeOf(type))
    if (type.name === 'EmscriptenEH') return true
  return false
}

function isInvokeCall(name: string): boolean {
  return SIGNATURE.test(name)
}

/**
 * Imports, from `z`: the tables `functions` and `stack`, `lookUp`, which fills an empty place of `functions`, and `isThrown`,
 * which says whether C++ threw what was caught.
 * @param names of the calls, each exported under its name
 */
export function invokeModule(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const types = new Types()
  const [pointer, restore, setThrew] = [types.indexOf('', 'i'), types.indexOf('i', 'v'), types.indexOf('ii', 'v')]
  const imports = [
    [...text('z'), ...text('lookUp'), 0, ...leb(restore)],
    [...text('z'), ...text('isThrown'), 0, ...leb(pointer)],
    [...text('z'), ...text('functions'), 1, FUNCTION_REFERENCE, 0, 0],
    [...text('z'), ...text('stack'), 1, FUNCTION_REFERENCE, 0, 3],
  ]
  const calls = names.map((name) => {
    const [, result = '', operands = ''] = SIGNATURE.exec(name) ?? []
    return {
      name,
      type: types.indexOf(`i${operands}`, result),
      body: body(operands, result, { called: types.indexOf(operands, result), pointer, restore, setThrew }),
    }
  })
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types.written),
    ...section(2, imports),
    ...section(
      3,
      calls.map(({ type }) => leb(type)),
    ),
    ...section(
      7,
      calls.map(({ name }, i) => [...text(name), 0, ...leb(IS_THROWN + 1 + i)]),
    ),
    ...section(
      10,
      calls.map((call) => [...leb(call.body.length), ...call.body]),
    ),
  ])
}

interface CallTypes {
  readonly called: number
  readonly pointer: number
  readonly restore: number
  readonly setThrew: number
}

/** The first parameter is the place in the table; the others are the operands. */
function body(operands: string, result: string, { called, pointer, restore, setThrew }: CallTypes): number[] {
  const saved = leb(operands.length + 1)
  const place = [0x20, 0]
  const callStack = (type: number, place: number) => [0x41, place, 0x11, ...leb(type), OWN]
  return [
    // One local: the stack pointer.
    ...[1, 1, TYPES.i!],
    ...callStack(pointer, STACK.pointer),
    ...[0x21, ...saved],
    // Fills the place if it is empty: table.get, ref.is_null, if.
    ...[...place, 0x25, FUNCTIONS, 0xd1, 0x04, EMPTY_BLOCK, ...place, 0x10, LOOK_UP, 0x0b],
    // try
    ...[0x06, TYPES[result] ?? EMPTY_BLOCK],
    ...[...operands].flatMap((_, i) => [0x20, ...leb(i + 1)]),
    ...[...place, 0x11, ...leb(called), FUNCTIONS],
    // catch_all; anything that C++ did not throw is thrown again.
    ...[0x19, 0x10, IS_THROWN, 0x45, 0x04, EMPTY_BLOCK, 0x09, 1, 0x0b],
    ...[0x20, ...saved, ...callStack(restore, STACK.restore)],
    ...[0x41, 1, 0x41, 0, ...callStack(setThrew, STACK.setThrew)],
    ...(ZEROS[result] ?? []),
    ...[0x0b, 0x0b],
  ]
}

class Types {
  readonly written: number[][] = []
  private readonly indices = new Map<string, number>()

  indexOf(operands: string, result: string): number {
    const key = `${operands}>${result}`
    const known = this.indices.get(key)
    if (known !== undefined) return known
    const results = result === 'v' ? [] : [TYPES[result]!]
    this.written.push([
      0x60,
      ...vector([...operands].map((operand) => [TYPES[operand]!])),
      ...vector(results.map((type) => [type])),
    ])
    this.indices.set(key, this.written.length - 1)
    return this.written.length - 1
  }
}

function section(id: number, entries: readonly (readonly number[])[]): number[] {
  const content = vector(entries)
  return [id, ...leb(content.length), ...content]
}

function vector(entries: readonly (readonly number[])[]): number[] {
  return [...leb(entries.length), ...entries.flat()]
}

function text(name: string): number[] {
  return [...leb(name.length), ...new TextEncoder().encode(name)]
}

/** Unsigned LEB128. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]
}
