import { expect, it } from 'vitest'
import { InvokeCalls, invokeModule } from './invoke-calls'

/**
 * (import "t" "f" (func)) (import "t" "pointer" (func (result i32))) (import "t" "restore" (func (param i32)))
 * (import "t" "threw" (func (param i32 i32))), exported under the names of the Z3 module, and
 * (func $trap unreachable) (func $calls call $f) (func $add (param i32 i32) (result i32) local.get 0 local.get 1 i32.add)
 * (func $same (param i64) (result i64) local.get 0)
 */
const MODULE = [
  'AGFzbQEAAAABHAZgAABgAn9/AX9gAAF/YAF/AGACf38AYAF+AX4CKQQBdAFmAAABdAdwb2ludGVyAAIBdAdyZXN0b3JlAAMBdAV0aHJldwAEAwUE',
  'AAABBQdjBxxlbXNjcmlwdGVuX3N0YWNrX2dldF9jdXJyZW50AAEZX2Vtc2NyaXB0ZW5fc3RhY2tfcmVzdG9yZQACCHNldFRocmV3AAMEdHJhcAAE',
  'BWNhbGxzAAUDYWRkAAYEc2FtZQAHChcEAwAACwQAEAALBwAgACABagsEACAACw==',
].join('')

class EmscriptenEH extends Error {}
class CppException extends EmscriptenEH {}

type Call = (...operands: readonly unknown[]) => unknown

/** A table of the module's functions, and calls that record stack and throws. */
function connected(f: () => void) {
  const done: string[] = []
  const calls = new InvokeCalls(['invoke_v', 'memory', 'invoke_iii', 'invoke_jj'])
  const t = {
    f: calls.watch(f) as Call,
    pointer: () => 77,
    restore: (pointer: number) => done.push(`stack ${pointer}`),
    threw: (threw: number, value: number) => done.push(`threw ${threw} ${value}`),
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(MODULE, 'base64')), { t })
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 4 })
  for (const [i, name] of ['trap', 'calls', 'add', 'same'].entries()) table.set(i, instance.exports[name])
  calls.connect({ ...instance.exports, __indirect_function_table: table })
  const call = (name: string, ...operands: readonly unknown[]) => (calls.import(name) as Call)(...operands)
  return { call, done }
}

it('passes operands on and returns the result', () => {
  const { call, done } = connected(() => undefined)
  for (let i = 0; i < 3; i++) expect(call('invoke_iii', 2, 40, i)).toBe(40 + i)
  expect(call('invoke_jj', 3, 2n ** 40n)).toBe(2n ** 40n)
  expect(call('invoke_v', 1)).toBeUndefined()
  expect(done).toEqual([])
})

it('reports a C++ exception, with the stack restored', () => {
  const { call, done } = connected(() => {
    throw new CppException()
  })
  expect(call('invoke_v', 1)).toBeUndefined()
  expect(done).toEqual(['stack 77', 'threw 1 0'])
})

it('passes traps and other errors through, even after a C++ exception', () => {
  const errors = [new CppException(), new RangeError('too deep')]
  const { call, done } = connected(() => {
    throw errors.shift()!
  })
  call('invoke_v', 1)
  expect(() => call('invoke_v', 0)).toThrow(WebAssembly.RuntimeError)
  expect(() => call('invoke_v', 1)).toThrow('too deep')
  expect(done).toEqual(['stack 77', 'threw 1 0'])
})

it('refuses a call with another type than that of its name', () => {
  const { call } = connected(() => undefined)
  expect(() => call('invoke_v', 2)).toThrow(WebAssembly.RuntimeError)
})

it('writes a valid module for every type and length', () => {
  const operands = ['', 'i', 'ij', 'fd', 'i'.repeat(15), 'jd'.repeat(70)]
  const names = [...'vijfd'].flatMap((result) => operands.map((each) => `invoke_${result}${each}`))
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(invokeModule(names)))
  expect(exported.map(({ name }) => name)).toEqual(names)
})

it('leaves other imports to the loader', () => {
  const calls = new InvokeCalls(['invoke_v', '__cxa_throw', 'memory'])
  expect(calls.import('__cxa_throw')).toBeUndefined()
  expect(calls.import('memory')).toBeUndefined()
  const memory = new WebAssembly.Memory({ initial: 1 })
  expect(calls.watch(memory)).toBe(memory)
})

it('refuses a module that lacks an export', () => {
  expect(() => new InvokeCalls([]).connect({})).toThrow('lacks an export')
})
