/** The files of the solver in the server and the commands, from the pinned package. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { NO_INLINED_CALLS } from './invoke-calls'

interface LoaderOptions {
  readonly thisProgram: string
  readonly print: () => void
  readonly printErr: () => void
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports
}

export type Loader = (options: LoaderOptions) => unknown

/**
 * The files of the solver. `#z3-files` (package.json) is this file in the server and the commands, and
 * packaged-z3-files.ts in the package `touchstone-engine`, where nothing is read before it was fetched.
 */
export interface Z3Files {
  /** @throws Error in the package */
  readModule(): Uint8Array
  fetchModule(): Promise<Uint8Array>
  /** @throws Error in the package before the module was fetched */
  loader(): Loader
}

const require = createRequire(import.meta.url)
const MODULE = 'z3-solver/build/z3-built.wasm'

export const z3Files: Z3Files = {
  readModule: () => readFileSync(require.resolve(MODULE)),
  fetchModule: () => readFile(require.resolve(MODULE)),
  loader: () => {
    setFlagsFromString(NO_INLINED_CALLS)
    return require('z3-solver/build/z3-built.js')
  },
}
