/**
 * Random rulesets over few claims, reproducible by seed. Comparisons change only at whole numbers from -1 to 3, so
 * {@link NUMBERS} has a value of each interval and each end, and every statement can be judged by trying all cases.
 */
import type { Random } from '../../engine/testing/random-rules'
import { smallRatio } from '../../language/numeric/rational'

/** From below to above the range of `x`, which is 0 to 3. */
export const NUMBERS = Array.from({ length: 12 }, (_, index) => smallRatio(index - 4, 2))

const HEADER = `declare a as boolean; declare b as boolean; declare c as boolean;
declare level as enum ["low", "mid", "high"];
// @range x 0..3
declare x as numeric;
declare y as numeric;
`
const POLICIES = ['', ' [pessimistic]', ' [optimistic]']
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=']

export function randomStatements(random: Random): string {
  return new RandomStatements(random).text()
}

class RandomStatements {
  private readonly truths: string[]
  private readonly numbers: string[] = []
  private readonly levels: string[] = []
  private readonly number: string
  private variables = 0

  constructor(private readonly random: Random) {
    this.truths = this.pick([['a', 'b'], ['a', 'b', 'c'], ['a']])
    this.number = this.pick(['x', 'x', 'y'])
  }

  text(): string {
    const depth = this.pick([0, 1, 1, 2])
    const lets = Array.from({ length: this.upTo(depth) }, (_, index) => this.definition(`d${index}`))
    const assertions = Array.from({ length: 1 + this.upTo(3) }, (_, index) => {
      const condition = this.truth(this.upTo(depth + 1))
      return `assert rule${index}${this.pick(POLICIES)} { ${condition} };`
    })
    return `${HEADER}${[...lets, ...assertions].join('\n')}\n`
  }

  private definition(name: string): string {
    const [value, names] = this.pick<() => readonly [string, string[]]>([
      () => [this.truth(1), this.truths],
      () => [this.branching(1, () => this.numeral()), this.numbers],
      () => [this.branching(1, () => this.member()), this.levels],
    ])()
    names.push(name)
    return `let ${name} = ${value};`
  }

  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!
  }

  private upTo(most: number): number {
    return Math.floor(this.random() * (most + 1))
  }

  private numeral(): string {
    return this.pick(['0', '1', '2', '3', this.number, `(2 / ${this.number})`])
  }

  private member(): string {
    return this.pick(['"low"', '"mid"', '"high"', 'level'])
  }

  private branching(depth: number, value: () => string): string {
    return this.pick([
      () => `If(${this.truth(depth - 1)}, ${value()}, ${value()})`,
      () => `CASE level OF "low": ${value()}, "mid": ${value()}, "high": ${value()} END`,
      () => `CASE level OF "low": ${value()}, DEFAULT: ${value()} END`,
    ])()
  }

  private truth(depth: number): string {
    const deeper = () => this.truth(depth - 1)
    if (depth <= 0) return this.test(0)
    return this.pick([
      () => `And(${deeper()}, ${deeper()})`,
      () => `And(${deeper()}, ${deeper()}, ${deeper()})`,
      () => `Or(${deeper()}, ${deeper()})`,
      () => `Not(${deeper()})`,
      () => `Implies(${deeper()}, ${deeper()})`,
      () => `Xor(${deeper()}, ${deeper()})`,
      () => `If(${deeper()}, ${deeper()}, ${deeper()})`,
      () => `IF ${deeper()} THEN ${deeper()} ELSE ${this.quotient()} END`,
      () => `IF ${deeper()} THEN ${deeper()} END`,
      () => `CASE level OF "low": ${deeper()}, "high": ${deeper()}, DEFAULT: ${deeper()} END`,
      () => this.quantified(deeper),
      () => this.test(depth),
      () => this.test(depth),
    ])()
  }

  private quantified(deeper: () => string): string {
    const variable = `v${this.variables++}`
    return `ForAll(${variable} in {${this.pick(this.truths)}, ${this.pick(this.truths)}}, Or(${variable}, ${deeper()}))`
  }

  private test(depth: number): string {
    const operator = this.pick(OPERATORS)
    return this.pick([
      () => this.pick(this.truths),
      () => `${this.number} ${operator} ${this.pick(['0', '1', '2', '3'])}`,
      () => `${this.pick([`${this.number} + 1`, `3 - ${this.number}`])} ${operator} ${this.pick(['0', '1', '2', '3'])}`,
      () => this.quotient(),
      () => `level ${operator} ${this.pick(['"low"', '"mid"', '"high"'])}`,
      () => `IsMember(level, {${this.member()}, ${this.member()}})`,
      () => `${this.chosen(depth, this.numbers, () => this.numeral())} ${operator} ${this.pick(['1', '2'])}`,
      () => `${this.chosen(depth, this.levels, () => this.member())} ${operator} level`,
    ])()
  }

  private chosen(depth: number, names: readonly string[], value: () => string): string {
    if (names.length > 0 && this.random() < 0.5) return this.pick(names)
    return this.branching(depth, value)
  }

  private quotient(): string {
    const operator = this.pick(OPERATORS)
    return this.pick([
      `2 / ${this.number} ${operator} ${this.pick(['1', '2'])}`,
      `1 / (${this.number} - 1) ${operator} 1`,
      `1 / 0 ${operator} ${this.number}`,
    ])
  }
}
