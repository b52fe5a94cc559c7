import { describe, expect, it } from 'vitest'
import { fromInteger } from '../../../language/numeric/rational'
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { printSentence } from './clause'
import { Names } from './names'
import { describeExpression, printExpression } from './sentence'
import * as tree from './testing/checked-trees'
import { languageMarks, ownWords } from './testing/checked-trees'
import { adversarialRuleset, meaningText, NARROW, randomNumber, randomStatement, WIDE } from './testing/random-tree'
import { rotationsOf } from './testing/rotations'
import { valueInWords } from './values'

const RULESET = adversarialRuleset([])
const NAMES = new Names(RULESET)

function named(name: string): Checked {
  const index = RULESET.inputs.findIndex((input) => input.name === name)
  return tree.inputUse(index, NAMES.input(index))
}

const inputs = { p: named('p'), x: named('x'), c: named('c') }

function textOf(expression: Checked): string {
  return printSentence(describeExpression(expression, NAMES), '', '')
}

function collisions(expressions: readonly Checked[]): string[] {
  const seen = new Map<string, string>()
  const collected: string[] = []
  for (const expression of expressions) {
    const text = textOf(expression)
    const means = meaningText(expression)
    const before = seen.get(text)
    if (before === undefined) seen.set(text, means)
    else if (before !== means) collected.push(`${text}\n${before}\n${means}`)
  }
  return collected
}

const ALPHABETS = { wide: WIDE, narrow: NARROW }
const DEPTHS = [
  [1, 5_000],
  [2, 10_000],
  [3, 5_000],
  [4, 1_000],
] as const

describe('different expressions never read alike', { tags: 'thorough' }, () => {
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

describe('trees with the same words in another grouping or order', { tags: 'thorough' }, () => {
  for (const [spread, alphabet] of Object.entries(ALPHABETS))
    for (const [depth, count] of [
      [2, 2_000],
      [3, 1_000],
      [4, 150],
    ] as const)
      it(`never read alike, depth ${depth}, ${spread} alphabet`, () => {
        const collected: string[] = []
        let compared = 0
        for (let seed = 0; seed < count; seed++)
          for (const make of [randomStatement, randomNumber]) {
            const expression = make(9_000_000 + seed, depth, alphabet)
            const all = [expression, ...rotationsOf(expression)]
            compared += all.length - 1
            collected.push(...collisions(all))
          }
        expect(compared).toBeGreaterThan(count)
        expect(collected).toEqual([])
      })
})

describe('sentences', () => {
  const seeds = Array.from({ length: 5_000 }, (_, i) => 77_000_000 + i)
  const texts = seeds.map((seed) => textOf(randomStatement(seed, 3, WIDE)))

  it('contain no operator and no keyword', () => {
    expect(texts.filter((text) => languageMarks(text).length > 0)).toEqual([])
  })

  it('write every part that they name, once, in the order of naming', () => {
    for (const text of texts) {
      const named = [...ownWords(text).matchAll(/\bpart (\d+)/gi)].map((match) => match[1])
      const numbers = [...ownWords(text).matchAll(/^ {2}Part (\d+): /gm)].map((match) => match[1])
      expect(numbers).toEqual(numbers.map((_, i) => String(i + 1)))
      expect(named.length).toBe(numbers.length * 2)
    }
  })

  it('of nested connectives stay linear in size', () => {
    const nests: ((inner: Checked) => Checked)[] = [
      (inner) => tree.connectTree('Not', inner),
      (inner) => tree.connectTree('And', inner, inputs.p),
      (inner) => tree.connectTree('Or', inputs.p, inner),
      (inner) => tree.connectTree('Implies', inner, inputs.p),
      (inner) => tree.connectTree('Implies', inputs.p, inner),
      (inner) => tree.chooseTree(inner, inputs.p, inputs.p),
      (inner) => tree.chooseTree(inputs.p, inputs.p, inner),
      (inner) => tree.compareTree(inner, '==', inputs.p),
      (inner) => tree.byCase(inputs.c, [['a', inner]], inputs.p),
      (inner) => tree.quantifyTree('ForAll', [0, 'v'], tree.setOf(inner), tree.variableTree(0, 'v', tree.BOOLEAN)),
      (inner) => tree.isMember(inner, tree.setOf(inputs.p)),
      (inner) => tree.compareTree(tree.chooseTree(inner, inputs.x, inputs.x), '>', inputs.x),
    ]
    for (const nest of nests) {
      const size = (depth: number): number => {
        let nested = inputs.p
        for (let i = 0; i < depth; i++) nested = nest(nested)
        return textOf(nested).length
      }
      expect(size(200)).toBeLessThan(2.2 * size(100))
      expect(size(200)).toBeLessThan(200 * 300)
    }
  })

  it('of nested arithmetic stay linear in size', () => {
    const nests: ((inner: Checked) => Checked)[] = [
      (inner) => tree.arithmeticTree(inputs.x, '-', inner),
      (inner) => tree.arithmeticTree(inner, '/', inputs.x),
      (inner) => tree.arithmeticTree(inner, '+', inputs.x),
      (inner) => tree.negateTree(inner),
      (inner) => tree.chooseTree(inputs.p, inner, inputs.x),
      (inner) => tree.byCase(inputs.c, [['a', inputs.x]], inner),
    ]
    for (const nest of nests) {
      const size = (depth: number): number => {
        let nested = inputs.x
        for (let i = 0; i < depth; i++) nested = nest(nested)
        return textOf(nested).length
      }
      expect(size(200)).toBeLessThan(2.2 * size(100))
    }
  })
})

describe('values of a counterexample', () => {
  it('have the name and unit of their claim', () => {
    const usd = tree.makeInput('amount_due', { kind: 'numeric', unit: tree.unitNamed('USD') })
    const truth = tree.makeInput('has_receipt', { kind: 'boolean' })
    const kind = tree.makeInput('kind', { kind: 'enum', vocabulary: ['a', 'b c'], ordered: false })
    const names = new Names(tree.makeRuleset([usd, truth, kind], [], []))
    expect(valueInWords(usd, fromInteger(6000), names)).toBe('amount due is 6,000 USD')
    expect(valueInWords(truth, false, names)).toBe('‘has receipt’ is no')
    expect(valueInWords(kind, 'b c', names)).toBe('kind is "b c"')
  })
})

describe('a single sentence', () => {
  it('starts with a capital and ends with a full stop', () => {
    expect(
      printExpression(
        tree.connectTree('Implies', inputs.p, tree.compareTree(inputs.x, '>', tree.numberTree(1))),
        RULESET,
      ),
    ).toBe('If ‘p’ is yes, then ‘x’ is more than 1.')
  })
})
