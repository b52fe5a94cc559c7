import { expect, it } from 'vitest'
import { compileText } from '../../engine/testing/ask'
import { letsBehind } from '../question-ruleset'
import { Dependents } from './dependents'
import { type Owner, partsOf } from './part'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const definition = (index: number): Owner => ({ kind: 'definition', index })
const assertion = (index: number): Owner => ({ kind: 'assertion', index })

it('are the assertions that name a definition, directly or through others, and each assertion itself', () => {
  const lets = numbers(70).map((index) => `let d${index} = ${index < 3 ? 'x' : `d${Math.floor(index / 3)} + x`};`)
  const assertions = numbers(70).map((index) => `assert a${index} { d${(index * 31) % 70} > 0 };`)
  const ruleset = compileText(`declare x as numeric;\n${[...lets, ...assertions].join('\n')}\n`)
  const dependents = new Dependents(ruleset)
  const behind = ruleset.assertions.map(({ expression }) => letsBehind(ruleset, [expression]))
  for (const index of numbers(70)) {
    const expected = numbers(70).filter((other) => behind[other]!.includes(index))
    expect(dependents.of(definition(index))).toEqual(expected)
    expect(numbers(70).filter((other) => dependents.has(definition(index), other))).toEqual(expected)
    expect(dependents.of(assertion(index))).toEqual([index])
    expect(numbers(70).filter((other) => dependents.has(assertion(index), other))).toEqual([index])
  }
})

it('omit assertions that never have a value', () => {
  const ruleset = compileText(
    '// @unit a USD\ndeclare a as numeric;\n// @unit b kg\ndeclare b as numeric;\nlet c = a;\nassert never { c > b };\nassert fits { c > 1 "USD" };\n',
  )
  const dependents = new Dependents(ruleset)
  expect([dependents.of(definition(0)), dependents.of(assertion(0)), dependents.of(assertion(1))]).toEqual([
    [1],
    [],
    [1],
  ])
  expect([0, 1].map((index) => dependents.has(definition(0), index))).toEqual([false, true])
})

it('share one list for each definition of a chain, however many parts ask', () => {
  const lets = numbers(400).map((index) => `let d${index} = ${index === 0 ? 'x' : `d${index - 1}`} + 1;`)
  const assertions = numbers(400).map((index) => `assert a${index} { d399 > ${index} };`)
  const ruleset = compileText(`declare x as numeric;\n${[...lets, ...assertions].join('\n')}\n`)
  const dependents = new Dependents(ruleset)
  const lists = new Set(
    partsOf(ruleset).flatMap(({ owner }) => (owner.kind === 'definition' ? [dependents.of(owner)] : [])),
  )
  expect(lists.size).toBe(400)
  for (const list of lists) expect(list).toHaveLength(400)
})
