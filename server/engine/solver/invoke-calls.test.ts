import { expect, it } from 'vitest'
import { InvokeCalls } from './invoke-calls'

/**
 * (func $trap unreachable) (func $calls call $f) (func $add (param i32 i32) (result i32) local.get 0 local.get 1
 * i32.add)
 */
const MODULE =
  'AGFzbQEAAAABCgJgAABgAn9/AX8CBwEBdAFmAAADBAMAAAEHFgMEdHJhcAABBWNhbGxzAAIDYWRkAAMKEgMDAAALBAAQAAsHACAAIAFqCw=='

class EmscriptenEH extends Error {}
class CppException extends EmscriptenEH {}

/** A table of the module's functions, and calls that record stack and throws. */
function connected(f: () => void) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(MODULE, 'base64')), { t: { f } })
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 3 })
  for (const [i, name] of ['trap', 'calls', 'add'].entries()) table.set(i, instance.exports[name])
  const done: string[] = []
  const calls = new InvokeCalls()
  const call = calls.import('invoke_iii')!
  calls.connect({
    __indirect_function_table: table,
    emscripten_stack_get_current: () => 77,
    _emscripten_stack_restore: (pointer: number) => done.push(`stack ${pointer}`),
    setThrew: (threw: number, value: number) => done.push(`threw ${threw} ${value}`),
  })
  return { call, done }
}

it('passes operands on and returns the result', () => {
  const { call, done } = connected(() => undefined)
  expect(call(2, 40, 2)).toBe(42)
  expect(done).toEqual([])
})

it('reports a C++ exception, with the stack restored', () => {
  const { call, done } = connected(() => {
    throw new CppException()
  })
  expect(call(1)).toBe(0)
  expect(done).toEqual(['stack 77', 'threw 1 0'])
})

it('passes traps and other errors through', () => {
  const { call, done } = connected(() => {
    throw new RangeError('too deep')
  })
  expect(() => call(0)).toThrow(WebAssembly.RuntimeError)
  expect(() => call(1)).toThrow('too deep')
  expect(done).toEqual(['stack 77', 'stack 77'])
})

it('leaves 64-bit results, long operand lists and other imports to the loader', () => {
  const calls = new InvokeCalls()
  for (const name of ['invoke_v', 'invoke_viiiiii', 'invoke_iij', 'invoke_did'])
    expect(calls.import(name)).toBeDefined()
  for (const name of ['invoke_j', 'invoke_jii', 'invoke_viiiiiii', '__cxa_throw', 'memory'])
    expect(calls.import(name)).toBeUndefined()
})

it('refuses a module that lacks an export', () => {
  expect(() => new InvokeCalls().connect({})).toThrow('lacks an export')
})
