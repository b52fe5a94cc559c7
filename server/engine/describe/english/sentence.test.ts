import { describe, expect, it } from 'vitest'
import type { Checked } from '../../../language/checked-ruleset'
import { Names } from './names'
import { printSentence } from './print-clause'
import { describeExpression } from './sentence'
import { adversarialRuleset, meaning, NARROW, randomNumber, randomStatement, WIDE } from './testing/random-tree'

const RULESET = adversarialRuleset([])
const NAMES = new Names(RULESET)

function told(expression: Checked): string {
  return printSentence(describeExpression(expression, NAMES), '', '')
}

function collisions(expressions: readonly Checked[]): string[] {
  const seen = new Map<string, string>()
  const found: string[] = []
  for (const expression of expressions) {
    const text = told(expression)
    const means = meaning(expression)
    const before = seen.get(text)
    if (before === undefined) seen.set(text, means)
    else if (before !== means) found.push(`${text}\n${before}\n${means}`)
  }
  return found
}

const ALPHABETS = { wide: WIDE, narrow: NARROW }
const DEPTHS = [
  [1, 10_000],
  [2, 20_000],
  [3, 10_000],
  [4, 2_000],
] as const

describe('different expressions never read alike', () => {
  for (const [spread, alphabet] of Object.entries(ALPHABETS))
    for (const [depth, count] of DEPTHS) {
      const seeds = Array.from({ length: count }, (_, i) => depth * 1_000_003 + i)
      it(`statements of depth ${depth}, ${spread} alphabet`, () => {
        expect(collisions(seeds.map((seed) => randomStatement(seed, depth, alphabet)))).toEqual([])
      })
      it(`values of depth ${depth}, ${spread} alphabet`, () => {
        expect(collisions(seeds.map((seed) => randomNumber(seed, depth, alphabet)))).toEqual([])
      })
    }
})
