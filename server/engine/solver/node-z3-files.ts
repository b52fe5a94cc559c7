/** The files of the solver in the server and the commands, from the pinned package. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { NO_INLINED_CALLS, type Z3Files } from './packaged-z3-files'

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
