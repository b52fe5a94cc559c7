/**
 * Random rulesets over a few claims, reproducible by seed, with the numbers at which their comparisons change. Between
 * neighbours of these numbers, outcomes are constant, so a test can try every completion. The points also suit a text
 * in which numbers change by one step, unless `isExact` is false because a comparison reads two numbers.
 */
import type { Random } from '../../engine/testing/random-rules'
import {
  add,
  divide,
  fromInteger,
  multiply,
  type Rational,
  smallRatio,
  subtract,
} from '../../language/numeric/rational'

export interface SmallRules {
  readonly text: string
  readonly points: PointsOf
  readonly isExact: boolean
}

export type PointsOf = Readonly<Record<'x' | 'y', readonly Rational[]>>

/** Two rulesets of one pair may differ in their declarations. */
export interface Declared {
  /** In kilograms. */
  readonly rangeOfX: readonly [number, number]
  readonly unitOfX: 'kg' | 'g'
  /** Null for every number. */
  readonly rangeOfY: readonly [number, number] | null
}

const POLICIES = ['', ' [neutral]', ' [pessimistic]', ' [optimistic]']
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=']
/** No list contains the points at which a comparison of two numbers changes. */
const SHARE_OF_TWO_NUMBERS = 0.06

export function pickItem<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

export function randomDeclared(random: Random): Declared {
  return {
    rangeOfX: pickItem(random, [
      [0, 3],
      [0, 5],
      [1, 4],
    ] as const),
    unitOfX: random() < 0.9 ? 'kg' : 'g',
    rangeOfY: pickItem(random, [[-2, 2], [0, 2], null] as const),
  }
}

export function declareStatements({ rangeOfX, unitOfX, rangeOfY }: Declared, statements: string): string {
  const factor = unitOfX === 'g' ? 1000 : 1
  const range = rangeOfY === null ? '' : `// @range y ${rangeOfY[0]}..${rangeOfY[1]}\n`
  return `// @unit x ${unitOfX}
// @range x ${rangeOfX[0] * factor}..${rangeOfX[1] * factor}
declare x as numeric;
${range}declare y as numeric;
declare a as boolean;
declare b as boolean;
declare kind as enum {"p", "q", "r"};
declare level as enum ["low", "mid", "high"];
declare local l as boolean;
${statements}`
}

/** @param hasRemainders adds remainders and squares, whose points move after a change */
export class SmallRulesMaker {
  private readonly x = new Set<Rational>()
  private readonly y = new Set<Rational>()
  private isExact = true
  /** Only a few claims of one ruleset are read. */
  private readonly leaves: readonly (() => string)[]

  constructor(
    private readonly random: Random,
    private readonly hasRemainders: boolean,
  ) {
    const all = [
      () => this.pick(['a', 'b']),
      () => this.kinds(),
      () => this.levels(),
      () => this.comparisonOfX(),
      () => this.comparisonOfY(),
      () => this.comparisonOfX(),
      () => (this.random() < 0.3 ? 'l' : 'a'),
    ]
    const from = Math.floor(random() * all.length)
    this.leaves = [0, 1, 2].map((step) => all[(from + step * 2) % all.length]!)
  }

  /** @param assertions their number */
  make(assertions: number): string {
    const limit = this.random() < 0.3 ? this.limit() : ''
    const names = Array.from({ length: assertions }, (_, index) => `r${index}`)
    const written = names.map((name) => {
      const depth = 1 + Math.floor(this.random() * 3)
      return `assert ${name}${this.pick(POLICIES)} { ${this.truth(depth, limit !== '')} };\n`
    })
    return limit + written.join('')
  }

  get points(): PointsOf {
    return { x: [...this.x], y: [...this.y] }
  }

  get hasExactPoints(): boolean {
    return this.isExact
  }

  private pick<Item>(items: readonly Item[]): Item {
    return pickItem(this.random, items)
  }

  private limit(): string {
    const [one, other] = [this.constant(), this.constant()]
    return `let cap = If(${this.pick(['a', 'kind == "p"'])}, ${one} "kg", ${other} "kg");\n`
  }

  private truth(depth: number, hasLimit: boolean): string {
    if (depth <= 0) return hasLimit && this.random() < 0.4 ? `x ${this.pick(OPERATORS)} cap` : this.pick(this.leaves)()
    const deeper = () => this.truth(depth - 1, hasLimit)
    const several = () => Array.from({ length: 2 + Math.floor(this.random() * 2) }, deeper).join(', ')
    return this.pick([
      () => `And(${several()})`,
      () => `Or(${several()})`,
      () => `Or(${several()})`,
      () => `Not(${deeper()})`,
      () => `Implies(${deeper()}, ${deeper()})`,
      () => `Xor(${deeper()}, ${deeper()})`,
      () => `If(${deeper()}, ${deeper()}, ${deeper()})`,
      () => `IF ${deeper()} THEN ${deeper()} END`,
      () => `CASE kind OF "p": ${deeper()}, DEFAULT: ${deeper()} END`,
      () => `AtLeast(${this.pick(['1', '2'])}, each in {a, b, l}, each)`,
      deeper,
    ])()
  }

  private kinds(): string {
    const member = () => this.pick(['"p"', '"q"', '"r"'])
    return this.pick([() => `kind == ${member()}`, () => `kind != ${member()}`, () => 'IsMember(kind, {"p", "q"})'])()
  }

  private levels(): string {
    return `level ${this.pick(OPERATORS)} ${this.pick(['"low"', '"mid"', '"high"'])}`
  }

  private constant(): number {
    const constant = Math.floor(this.random() * 6)
    for (const each of withNeighbours(constant)) this.x.add(each)
    return constant
  }

  private comparisonOfX(): string {
    if (this.random() < SHARE_OF_TWO_NUMBERS) return this.comparisonOfBoth()
    const operator = this.pick(OPERATORS)
    const most = this.constant()
    const right = `${most} "kg"`
    return this.pick([
      () => `x ${operator} ${right}`,
      () => `x ${operator} ${right}`,
      () => `x ${operator} ${this.grams()}`,
      () => {
        for (const factor of withNeighbours(2)) this.addX(withNeighbours(most).map((each) => divide(each, factor)))
        return `2 * x ${operator} ${right}`
      },
      () => {
        for (const divisor of withNeighbours(2)) this.addX(withNeighbours(most).map((each) => multiply(each, divisor)))
        return `x / 2 ${operator} ${right}`
      },
      () => {
        for (const added of withNeighbours(1)) this.addX(withNeighbours(most).map((each) => subtract(each, added)))
        return `x + 1 "kg" ${operator} ${right}`
      },
      () => `If(${this.pick(['a', 'b'])}, x, 2 "kg") ${operator} ${right}`,
      () => `CASE level OF "low": 1 "kg", DEFAULT: x END ${operator} ${right}`,
    ])()
  }

  private grams(): string {
    const grams = this.pick([500, 2500])
    this.addX(withNeighbours(grams).map((each) => divide(each, fromInteger(1000))))
    return `${grams} "g"`
  }

  private comparisonOfY(): string {
    const operator = this.pick(OPERATORS)
    const most = Math.floor(this.random() * 3)
    const shapes = [
      () => {
        this.addY(withNeighbours(most))
        return `y ${operator} ${most}`
      },
      () => {
        for (const divided of withNeighbours(1)) this.addY(withNeighbours(most).map((each) => divide(divided, each)))
        return `1 / y ${operator} ${most}`
      },
      () => {
        for (const left of withNeighbours(1))
          this.addY(withNeighbours(most).map((each) => divide(left, subtract(fromInteger(1), each))))
        return `(y - 1) / y ${operator} ${most}`
      },
    ]
    const others = [
      () => {
        const root = Math.min(most, 1)
        this.addY([root, -root].map(fromInteger))
        return `y * y ${operator} ${root * root}`
      },
      () => {
        this.addY(Array.from({ length: 17 }, (_, index) => fromInteger(index - 8)))
        return `y % 2 ${operator} ${Math.min(most, 1)}`
      },
    ]
    this.addY([fromInteger(0)])
    return this.pick(this.hasRemainders ? [...shapes, ...others] : shapes)()
  }

  private comparisonOfBoth(): string {
    this.isExact = false
    this.addX([fromInteger(1), fromInteger(2)])
    this.addY([fromInteger(-1), fromInteger(0), fromInteger(1), smallRatio(1, 2)])
    return this.pick(['x <= y * 1 "kg"', 'x / y > 1 "kg"', 'x + y * 1 "kg" >= 2 "kg"'])
  }

  private addX(points: readonly (Rational | null)[]): void {
    for (const point of points) if (point !== null) this.x.add(point)
  }

  private addY(points: readonly (Rational | null)[]): void {
    for (const point of points) if (point !== null) this.y.add(point)
  }
}

/** A whole number and its neighbours. */
function withNeighbours(value: number): readonly Rational[] {
  return [0, 1, -1].map((step) => add(fromInteger(value), fromInteger(step)))
}

export function smallRules(random: Random, declared: Declared, assertions: number, hasRemainders: boolean): SmallRules {
  const maker = new SmallRulesMaker(random, hasRemainders)
  const text = declareStatements(declared, maker.make(assertions))
  return { text, points: maker.points, isExact: maker.hasExactPoints }
}
