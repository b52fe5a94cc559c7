/**
 * Random rulesets as text, with random partial dictionaries, the same for the same seed.
 *
 * With few inputs and constants and many constructs, conditions interact: they become settled, open, valueless or
 * contradictory.
 */
import { Rational, smallRatio } from '../../language/numeric/rational'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Value } from '../core/value'

/** Numbers from 0 up to, but not including, 1. */
export type Random = () => number

/** The same on every platform. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export interface Shape {
  /** Whether numbers occur; without them every domain is finite. */
  readonly numbers: boolean
  /** Whether unknown numbers may be multiplied, divided and taken modulo. */
  readonly nonlinear: boolean
  readonly assertions: number
}

const HEADER = `
// @unit width m
// @range x 0..10
declare a as boolean; declare b as boolean; declare c as boolean;
declare level as enum ["low", "mid", "high"]; declare other as enum ["low", "mid", "high"];
declare kind as enum {"meal", "travel"};
declare x as numeric; declare y as numeric; declare z as numeric; declare width as numeric;
declare local open as boolean;
`

const POLICIES = ['', ' [neutral]', ' [pessimistic]', ' [optimistic]']
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=']
const LEVELS = ['"low"', '"mid"', '"high"']
const KINDS = ['"meal"', '"travel"']

export function randomRules(random: Random, shape: Shape): string {
  const rules = new RandomRules(random, shape)
  return `${HEADER}${rules.lets()}${rules.assertions()}`
}

/** Values near the constants of {@link randomRules}, for some of the claims. */
export function randomClaims(random: Random, ruleset: CheckedRuleset, share: number): (Value | null)[] {
  return ruleset.inputs.map(({ kind, type }) => {
    if (kind === 'local' || random() >= share) return null
    if (type.kind === 'boolean') return random() < 0.5
    if (type.kind === 'enum') return type.vocabulary[Math.floor(random() * type.vocabulary.length)]!
    return randomNumber(random)
  })
}

export function randomNumber(random: Random): Rational {
  return random() < 0.8
    ? Rational.small(Math.floor(random() * 7) - 2, 1)
    : smallRatio(Math.floor(random() * 13) - 4, 1 + Math.floor(random() * 4))
}

class RandomRules {
  private readonly booleans = ['a', 'b', 'c', 'open']
  private readonly numbers = ['x', 'y', 'z']
  private readonly truthSets: string[] = []
  private readonly numberSets: string[] = []
  private variables = 0

  constructor(
    private readonly random: Random,
    private readonly shape: Shape,
  ) {}

  lets(): string {
    let text = ''
    const count = Math.floor(this.random() * 4)
    for (let i = 0; i < count; i++) {
      const name = `let${i}`
      const [value, names] = this.pick<() => [string, string[]]>([
        () => [this.truth(2), this.booleans],
        () => (this.shape.numbers ? [this.number(2), this.numbers] : [this.truth(2), this.booleans]),
        () => (this.shape.numbers ? [this.numberSet(1), this.numberSets] : [this.truthSet(1), this.truthSets]),
        () => [this.truthSet(1), this.truthSets],
      ])()
      text += `let ${name} = ${value};\n`
      names.push(name)
    }
    return text
  }

  assertions(): string {
    let text = ''
    for (let i = 0; i < this.shape.assertions; i++)
      text += `assert rule${i}${this.pick(POLICIES)} { ${this.truth(1 + Math.floor(this.random() * 3))} };\n`
    return text
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!
  }

  private several(least: number, most: number, make: () => string): string {
    return Array.from({ length: least + Math.floor(this.random() * (most - least + 1)) }, make).join(', ')
  }

  private truth(depth: number): string {
    const deeper = () => this.truth(depth - 1)
    if (depth <= 0)
      return this.pick([() => this.pick(this.booleans), () => this.memberTest(), () => this.comparison(0)])()
    return this.pick([
      () => `And(${this.several(1, 4, deeper)})`,
      () => `Or(${this.several(1, 4, deeper)})`,
      () => `Not(${deeper()})`,
      () => `Xor(${deeper()}, ${deeper()})`,
      () => `Implies(${deeper()}, ${deeper()})`,
      () => `If(${deeper()}, ${deeper()}, ${deeper()})`,
      () => `IF ${deeper()} THEN ${deeper()} END`,
      () => `(${deeper()} ${this.pick(['==', '!='])} ${deeper()})`,
      () => `CASE kind OF "meal": ${deeper()}, "travel": ${deeper()} END`,
      () => `CASE level OF "low": ${deeper()}, DEFAULT: ${deeper()} END`,
      () => this.memberTest(),
      () => this.comparison(depth),
      () => this.comparison(depth),
      () => this.setTest(depth - 1),
      () => this.quantified(depth - 1),
      () => this.quantified(depth - 1),
    ])()
  }

  private memberTest(): string {
    return this.pick([
      () => `(level ${this.pick(OPERATORS)} ${this.pick(LEVELS)})`,
      () => `(level ${this.pick(OPERATORS)} other)`,
      () => `(kind ${this.pick(['==', '!='])} ${this.pick(KINDS)})`,
      () => `(If(${this.pick(this.booleans)}, level, other) >= ${this.pick(LEVELS)})`,
      () => `IsMember(level, {${this.several(1, 3, () => this.pick(LEVELS))}})`,
      () => `IsMember(other, {level, ${this.pick(LEVELS)}})`,
    ])()
  }

  private comparison(depth: number): string {
    if (!this.shape.numbers) return this.memberTest()
    if (this.random() < 0.15) return `(${this.length()} ${this.pick(OPERATORS)} ${this.length()})`
    return `(${this.number(depth)} ${this.pick(OPERATORS)} ${this.number(depth)})`
  }

  private length(): string {
    return this.pick(['width', '5 "m"', '0.002 "km"', '2 * width', '100 "cm"', 'If(a, width, 1 "m")'])
  }

  private constant(): string {
    return this.pick(['0', '1', '2', '3', '-1', '0.5', '2.5'])
  }

  private number(depth: number): string {
    const deeper = () => this.number(depth - 1)
    if (depth <= 0 || this.random() < 0.3) return this.random() < 0.65 ? this.pick(this.numbers) : this.constant()
    const factor = () => (this.shape.nonlinear ? deeper() : this.constant())
    return this.pick([
      () => `(${deeper()} + ${deeper()})`,
      () => `(${deeper()} - ${deeper()})`,
      () => `(${deeper()} * ${factor()})`,
      () => `(${deeper()} / ${factor()})`,
      () => `(${this.shape.nonlinear ? deeper() : this.constant()} % ${this.constant()})`,
      () => `-${this.pick(this.numbers)}`,
      () => `If(${this.truth(depth - 1)}, ${deeper()}, ${deeper()})`,
      () => `CASE kind OF "meal": ${deeper()}, DEFAULT: ${deeper()} END`,
      () => `CountWhere(${this.quantifier(depth - 1)})`,
    ])()
  }

  private truthSet(depth: number): string {
    return this.set(
      this.truthSets,
      depth,
      () => this.truth(0),
      (deeper) => this.truthSet(deeper),
    )
  }

  private numberSet(depth: number): string {
    return this.set(
      this.numberSets,
      depth,
      () => this.number(this.random() < 0.3 ? 1 : 0),
      (deeper) => this.numberSet(deeper),
    )
  }

  private set(
    named: readonly string[],
    depth: number,
    member: () => string,
    deeper: (depth: number) => string,
  ): string {
    if (named.length > 0 && this.random() < 0.4) return this.pick(named)
    if (depth <= 0 || this.random() < 0.5) return `{${this.several(1, 3, member)}}`
    if (this.random() < 0.5) return `${this.pick(['Intersect', 'Difference'])}(${this.overlapping(member)})`
    return `${this.pick(['Union', 'Intersect', 'Difference'])}(${deeper(depth - 1)}, ${deeper(depth - 1)})`
  }

  /** Two sets with claims on both sides and a common member. */
  private overlapping(member: () => string): string {
    const shared = member()
    return `{${this.several(1, 2, member)}, ${shared}}, {${this.several(1, 2, member)}, ${shared}}`
  }

  private setTest(depth: number): string {
    const test = this.pick(['IsMember', 'IsSubset'])
    const numeric = this.shape.numbers && this.random() < 0.6
    const set = () => (numeric ? this.numberSet(1) : this.truthSet(1))
    const value = () => (numeric ? this.number(depth) : this.truth(depth))
    return `${test}(${test === 'IsMember' ? value() : set()}, ${set()})`
  }

  private quantified(depth: number): string {
    const name = this.pick(['ForAll', 'Exists', 'ExactlyOne', 'AtLeast', 'AtMost'])
    const bound = name.startsWith('At')
      ? `${this.shape.numbers && this.random() < 0.15 ? this.number(0) : this.pick(['1', '2', '1.5'])}, `
      : ''
    return `${name}(${bound}${this.quantifier(depth)})`
  }

  /** `v in set, condition`; the condition may name the variable. */
  private quantifier(depth: number): string {
    const variable = `v${this.variables++}`
    const kind = this.pick(this.shape.numbers ? ['truths', 'numbers', 'numbers', 'members'] : ['truths', 'members'])
    if (kind === 'members') {
      const set = this.pick([
        'Members(level)',
        '{level, other}',
        'Intersect(Members(level), {other, "low"})',
        'Difference({level, other}, {other})',
        'Intersect({level, other, "mid"}, {level, "low"})',
        'Difference(Members(level), {level})',
      ])
      return `${variable} in ${set}, ${this.pick([`${variable} >= level`, `${variable} == other`, `And(${variable} != "mid", ${this.truth(depth)})`])}`
    }
    const names = kind === 'truths' ? this.booleans : this.numbers
    const set = kind === 'truths' ? this.truthSet(1) : this.numberSet(1)
    names.push(variable)
    const body = this.truth(depth)
    names.splice(names.indexOf(variable), 1)
    return `${variable} in ${set}, ${body}`
  }
}
