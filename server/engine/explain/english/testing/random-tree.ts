/**
 * Random well-typed checked trees of every construct except unit conversions. Names and strings resemble the sentences
 * around them.
 */
import type { Input } from '../../../../language/semantics/checked-input'
import type { Checked, CheckedLet, CheckedRuleset } from '../../../../language/semantics/checked-ruleset'
import type { Type } from '../../../../language/semantics/checked-type'
import type { QuantifierName } from '../../../../language/syntax/syntax'
import { answerAsked } from '../phrase'
import * as tree from './checked-trees'

const MEMBERS = ['a', 'b', 'a" or "b', 'a or b', 'a\nb', 'a b', 'a  b', 'a ', 'a\\nb', 'other', '\u0430', 'b\u202e']
const ENUM: Input['type'] = { kind: 'enum', vocabulary: MEMBERS, ordered: true }
const TRUTH: Input['type'] = { kind: 'boolean' }
const NUMBER: Input['type'] = { kind: 'numeric', unit: null }

const TRUTHS = ['p', 'q', 'p_and_q', 'either_p', 'P_', 'this_always', 'x_is_more_than_1', 'it_is_not_the_case_that_p']
const NUMBERS = [
  'x',
  'y',
  'X',
  'x_y',
  'x__y',
  'x_plus_y',
  'the_sum_of_x',
  '_1',
  '_',
  '__',
  'part_1',
  'y_divided',
  'no',
  'x_rounded_down_to_a_whole_number',
  'value_of_x',
]
const ENUMS = ['c', 'd', 'c_is_a', 'one_of_c', 'c_or', 'those']
const INPUTS = [
  ...TRUTHS.map((name) => tree.makeInput(name, TRUTH)),
  ...NUMBERS.map((name) => tree.makeInput(name, NUMBER)),
  ...ENUMS.map((name) => tree.makeInput(name, ENUM)),
]
const LETS = [
  tree.makeDefinition('settled', tree.truthTree(true)),
  tree.makeDefinition('total', tree.numberTree(1)),
  tree.makeDefinition('known', tree.setOf(tree.textTree('a'))),
  tree.makeDefinition('known_and_c', tree.setOf(tree.textTree('b'))),
]
const UNITS = ['USD', 'and', 'percent', '%', 'kg.m/s2', 'of x']

const VARIABLES = ['x1', 'v', 'V', 'v_among', 'the_v', 'it']

/** Declares every name of the trees; `expressions` become its assertions. */
export function adversarialRuleset(expressions: readonly Checked[]): CheckedRuleset {
  // Names depend on all expressions; binding each variable keeps them the same in every ruleset.
  const binders = VARIABLES.map((name) =>
    tree.quantifyTree('ForAll', [0, name], tree.setOf(tree.truthTree(true)), tree.truthTree(true)),
  )
  const assertions = [...binders, ...expressions].map((expression, i) => tree.makeAssertion(`a${i}`, expression))
  return tree.makeRuleset(INPUTS, LETS, assertions)
}

/** A deterministic random generator. */
class Dice {
  constructor(private state: number) {}

  /** Draws a number from 0 to `sides` - 1. */
  roll(sides: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }

  pick<T>(values: readonly T[]): T {
    return values[this.roll(values.length)] as T
  }

  many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.roll(most - least + 1) }, make)
  }
}

type Kind = 'boolean' | 'numeric' | 'enum'
const TYPES = { boolean: tree.BOOLEAN, numeric: tree.BARE, enum: ENUM } as const
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const
const ROUNDINGS = ['floor', 'ceiling', 'down', 'up', 'half_up', 'half_even'] as const
const STATEMENTS = ['ForAll', 'Exists', 'AtLeast', 'AtMost', 'ExactlyOne'] as const

export interface Alphabet {
  readonly inputs: readonly string[]
  readonly members: readonly string[]
  readonly units: readonly string[]
  readonly variables: readonly string[]
}

/** All names and every odd spelling; two are rarely alike. */
export const WIDE: Alphabet = {
  inputs: INPUTS.map(({ name }) => name),
  members: MEMBERS,
  units: UNITS,
  variables: VARIABLES,
}

/** Few words, so that trees with only one difference are common. */
export const NARROW: Alphabet = {
  inputs: ['p', 'q', 'x', 'y', 'c'],
  members: ['a', 'b'],
  units: ['USD'],
  variables: ['v', 'the_v', 'x1', 'it', 'V'],
}

/** Grows one tree; `scope` holds the variables bound at the current place. */
class Grower {
  constructor(
    private readonly dice: Dice,
    private readonly alphabet: Alphabet,
    private readonly scope: readonly Checked[],
  ) {}

  of(kind: Kind, depth: number): Checked {
    return kind === 'boolean' ? this.statement(depth) : kind === 'numeric' ? this.number(depth) : this.member(depth)
  }

  statement(depth: number): Checked {
    const { dice } = this
    if (depth === 0 || dice.roll(5) === 0) return this.leaf('boolean')
    const next = (): Checked => this.statement(depth - 1)
    switch (dice.roll(14)) {
      case 0:
      case 1:
        return tree.compareTree(this.number(depth - 1), dice.pick(COMPARISONS), this.number(depth - 1))
      case 2:
        return tree.compareTree(this.leaf('enum'), dice.pick(COMPARISONS), this.member(depth - 1))
      case 3:
        return tree.compareTree(next(), dice.pick(['==', '!=']), next())
      case 4:
      case 5:
        return tree.connectTree('And', ...dice.many(1, 3, next))
      case 6:
        return tree.connectTree('Or', ...dice.many(1, 3, next))
      case 7:
        return tree.connectTree('Not', next())
      case 8:
        return tree.connectTree(dice.pick(['Xor', 'Implies']), next(), next())
      case 9:
        return dice.roll(2) === 0 ? tree.chooseTree(next(), next()) : tree.chooseTree(next(), next(), next())
      case 10:
        return this.cases('boolean', depth)
      case 11: {
        const kind = dice.pick(['boolean', 'numeric', 'enum'] as const)
        return tree.isMember(this.of(kind, depth - 1), this.set(kind, depth - 1))
      }
      case 12:
        return tree.isSubset(this.set('enum', depth - 1), this.set('enum', depth - 1))
      default:
        return this.quantified(depth, dice.pick(STATEMENTS))
    }
  }

  number(depth: number): Checked {
    const { dice } = this
    if (depth === 0 || dice.roll(3) === 0) return this.leaf('numeric')
    const next = (): Checked => this.number(depth - 1)
    switch (dice.roll(9)) {
      case 4:
        return tree.extremeTree(dice.pick(['Min', 'Max']), ...dice.many(2, 3, next))
      case 5:
        return tree.absoluteTree(next())
      case 6:
        return tree.roundTree(next(), 1 + dice.roll(2), dice.pick(ROUNDINGS))
      case 0:
        return tree.negateTree(next())
      case 1:
        return tree.chooseTree(this.statement(depth - 1), next(), next())
      case 2:
        return this.cases('numeric', depth)
      case 3:
        return this.quantified(depth, 'CountWhere')
      default:
        return tree.arithmeticTree(next(), dice.pick(['+', '-', '*', '/', '%']), next())
    }
  }

  private member(depth: number): Checked {
    if (depth === 0 || this.dice.roll(4) > 0) return this.leaf('enum')
    return tree.chooseTree(this.statement(depth - 1), this.member(depth - 1), this.member(depth - 1))
  }

  private leaf(kind: Kind): Checked {
    const { dice } = this
    const bound = this.scope.filter((node) => node.type.kind === kind)
    if (bound.length > 0 && dice.roll(2) === 0) return dice.pick(bound)
    if (dice.roll(3) > 0) return this.claim(kind)
    if (kind === 'enum') return tree.textTree(dice.pick(this.alphabet.members))
    if (dice.roll(3) === 0)
      return tree.letUse(kind === 'boolean' ? 0 : 1, LETS[kind === 'boolean' ? 0 : 1] as CheckedLet)
    if (kind === 'boolean') return tree.truthTree(dice.roll(2) === 0)
    return tree.numberTree(dice.roll(3), dice.roll(2) === 0 ? tree.unitNamed(dice.pick(this.alphabet.units)) : null)
  }

  private claim(kind: Kind): Checked {
    const { inputs } = this.alphabet
    const index = this.dice.pick(
      INPUTS.flatMap(({ type, name }, i) => (type.kind === kind && inputs.includes(name) ? [i] : [])),
    )
    return tree.inputUse(index, INPUTS[index] as Input)
  }

  private cases(kind: Kind, depth: number): Checked {
    const labels = new Set(this.dice.many(1, 3, () => this.dice.pick(this.alphabet.members)))
    const arms = [...labels].map((label): [string, Checked] => [label, this.of(kind, depth - 1)])
    return tree.byCase(this.leaf('enum'), arms, this.dice.roll(3) === 0 ? null : this.of(kind, depth - 1))
  }

  private set(kind: Kind, depth: number): Checked {
    const { dice } = this
    if (kind !== 'enum' || depth === 0 || dice.roll(2) === 0)
      return tree.setOf(...dice.many(0, 3, () => this.of(kind, Math.max(depth - 1, 0))))
    const whole = this.claim('enum')
    const index = whole.kind === 'input' ? whole.input : 0
    const type = { kind: 'set', element: ENUM } as const
    switch (dice.roll(4)) {
      case 0:
        return { kind: 'vocabulary', input: index, members: MEMBERS, type, start: 0, end: 0 }
      case 1:
        return tree.letUse(2, LETS[2] as CheckedLet)
      case 2:
        return tree.letUse(3, LETS[3] as CheckedLet)
      default:
        return tree.combineSets(
          dice.pick(['Union', 'Intersect', 'Difference']),
          this.set(kind, depth - 1),
          this.set(kind, depth - 1),
        )
    }
  }

  private quantified(depth: number, quantifier: QuantifierName): Checked {
    const { dice } = this
    const taken = this.scope.map((node) => (node.kind === 'variable' ? node.name : ''))
    const name = dice.pick(this.alphabet.variables.filter((one) => !taken.includes(one)))
    const index = this.scope.length + 1
    const kind = dice.pick(['boolean', 'numeric', 'enum'] as const)
    const inner = new Grower(dice, this.alphabet, [...this.scope, tree.variableTree(index, name, TYPES[kind])])
    const bound = quantifier === 'AtLeast' || quantifier === 'AtMost' ? this.number(depth - 1) : null
    return tree.quantifyTree(quantifier, [index, name], this.set(kind, depth - 1), inner.statement(depth - 1), bound)
  }
}

/** A yes/no expression of at most `depth` levels (below 6), the same for the same seed. */
export function randomStatement(seed: number, depth: number, alphabet: Alphabet): Checked {
  return new Grower(new Dice(seed), alphabet, []).statement(depth)
}

/** Like {@link randomStatement}, numeric. */
export function randomNumber(seed: number, depth: number, alphabet: Alphabet): Checked {
  return new Grower(new Dice(seed), alphabet, []).number(depth)
}

/** The tree's meaning as text, without spans, types and the name of a variable that is the whole body. */
export function meaningText(node: Checked): string {
  return JSON.stringify(node, (key, value: unknown) => {
    if (key === 'start' || key === 'end' || key === 'order' || key === 'domain') return undefined
    if (key === 'variable') return undefined
    if (key === 'type') return unitOf(value as Type)
    if (isQuantified(value) && answerAsked(value) !== null) return { ...value, name: '', body: answerAsked(value) }
    return value
  })
}

function isQuantified(value: unknown): value is Extract<Checked, { kind: 'quantified' }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'quantified'
}

function unitOf(type: Type): string | undefined {
  return type.kind === 'numeric' ? type.unit?.text : undefined
}
