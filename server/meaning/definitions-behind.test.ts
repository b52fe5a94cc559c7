import { expect, it } from 'vitest'
import { compileText } from '../engine/testing/ask'
import { DefinitionsBehind } from './definitions-behind'
import { letsBehind } from './question-ruleset'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Each definition names two earlier ones, so some are used by many others and some by none. */
const lets = numbers(150).map((index) => {
  const named = index < 3 ? ['x', 'x'] : [`d${Math.floor(index / 3)}`, `d${(index * 7) % index}`]
  return `let d${index} = ${named.join(' + ')};`
})
const assertions = numbers(150).map((index) => `assert a${index} { d${(index * 31) % 150} > d${index} };`)
const ruleset = compileText(`declare x as numeric;\n${[...lets, ...assertions].join('\n')}\n`)

it('finds the definitions that an assertion names, directly or through others', () => {
  const behind = new DefinitionsBehind(ruleset)
  for (const index of numbers(150))
    expect(behind.of(index)).toEqual(letsBehind(ruleset, [ruleset.assertions[index]!.expression]))
})

it('unites the definitions of several assertions', () => {
  const chosen = [3, 64, 65]
  const expressions = chosen.map((index) => ruleset.assertions[index]!.expression)
  expect(new DefinitionsBehind(ruleset).of(...chosen)).toEqual(letsBehind(ruleset, expressions))
})
