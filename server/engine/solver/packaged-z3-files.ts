/** The files of the solver next to the engine's own, as a release packs them for applications and browsers. */
import { NO_INLINED_CALLS } from './invoke-calls'
import type { Loader, Z3Files } from './node-z3-files'

let loaded: Loader | null = null

export const z3Files: Z3Files = {
  readModule: () => {
    throw new Error('the package fetches the solver')
  },
  fetchModule: async () => {
    // Bundlers find both files by these expressions (server/cli/release/pack-engine.ts puts them there).
    const address = new URL('./z3-built.wasm', import.meta.url)
    const script = new URL('./z3-built.js', import.meta.url).href
    const { default: loader }: { default: Loader } = await import(/* @vite-ignore */ /* webpackIgnore: true */ script)
    loaded = loader
    return readBytes(address)
  },
  loader: () => {
    if (loaded === null) throw new Error('the solver was not fetched')
    builtIn()?.getBuiltinModule('node:v8').setFlagsFromString(NO_INLINED_CALLS)
    return loaded
  },
}

/** Null in a browser. */
function builtIn() {
  return typeof process === 'object' && typeof process.getBuiltinModule === 'function' ? process : null
}

async function readBytes(address: URL): Promise<Uint8Array> {
  const node = address.protocol === 'file:' ? builtIn() : null
  if (node !== null) return node.getBuiltinModule('node:fs/promises').readFile(address)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The solver was not found at ${address.href}: ${response.status}.`)
  return new Uint8Array(await response.arrayBuffer())
}
