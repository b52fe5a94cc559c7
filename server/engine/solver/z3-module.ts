/**
 * Z3's module from the pinned package; other versions may give other models. An instance reads no clock, environment or
 * file, starts no thread and prints nothing, so results depend only on the calls.
 */
import { z3Files } from '#z3-files'
import { InvokeCalls } from './invoke-calls'
import { withSmallTables } from './small-tables'
import { type Z3Calls, z3Calls } from './z3-calls'

export interface Z3Instance {
  readonly calls: Z3Calls
  readonly memory: WebAssembly.Memory
}

/** Takes about 100 ms; the module can be sent to other threads. */
export function compileZ3(): WebAssembly.Module {
  return new WebAssembly.Module(withSmallTables(z3Files.readModule()))
}

export async function compileZ3InBackground(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(withSmallTables(await z3Files.fetchModule()))
}

/** Synchronous. Reserves 2 GB of address space but touches less. */
export function startZ3(module: WebAssembly.Module): Z3Instance {
  let started: Z3Instance | null = null
  const load = z3Files.loader()
  // The loader puts node's Worker on the global object, which must stay hidden.
  const worker = Object.getOwnPropertyDescriptor(globalThis, 'Worker')
  try {
    load({
      thisProgram: 'z3',
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm(imports, receive) {
        const memory = imports.env?.memory
        if (!(memory instanceof WebAssembly.Memory)) throw new Error('the Z3 module takes no memory')
        const invoke = new InvokeCalls(WebAssembly.Module.imports(module).map(({ name }) => name))
        const instance = new WebAssembly.Instance(module, closedOff(imports, memory, invoke))
        invoke.connect(instance.exports)
        receive(instance, module)
        started = { calls: z3Calls(instance.exports), memory }
        return instance.exports
      },
    })
  } finally {
    if (worker === undefined) Reflect.deleteProperty(globalThis, 'Worker')
    else Object.defineProperty(globalThis, 'Worker', worker)
  }
  if (started === null) throw new Error('the Z3 module did not start synchronously')
  return started
}

/** POSIX: no resources for another thread. */
const EAGAIN = 6

function closedOff(imports: WebAssembly.Imports, memory: WebAssembly.Memory, invoke: InvokeCalls): WebAssembly.Imports {
  const replaced: WebAssembly.ModuleImports = {
    // The environment would shift all later heap addresses.
    environ_sizes_get: (count: number, bytes: number) => {
      const words = new Uint32Array(memory.buffer)
      words[count >> 2] = 0
      words[bytes >> 2] = 0
      return 0
    },
    environ_get: () => 0,
    emscripten_get_now: () => 0,
    emscripten_date_now: () => 0,
    __pthread_create_js: () => EAGAIN,
    _emscripten_thread_mailbox_await: () => undefined,
  }
  const closed: WebAssembly.Imports = {}
  for (const [namespace, entries] of Object.entries(imports)) {
    closed[namespace] = new Proxy(entries, {
      get: (target, name) =>
        typeof name === 'string' ? (replaced[name] ?? invoke.import(name) ?? invoke.watch(target[name])) : undefined,
    })
  }
  return closed
}
