/**
 * Random rulesets over a few claims, reproducible by seed. `lines` and `thresholds` contain every rational threshold,
 * so a finite list of numbers shows all answers. Constants are few, so that conditions interact.
 */
import type { Random } from '../../engine/testing/random-rules'
import { fromInteger, makeRatio, type Rational, smallRatio } from '../../language/numeric/rational'

/** `x` times the first, plus `y` times the second, compared with the third. */
export type ComparedLine = readonly [Rational, Rational, Rational]

export interface RandomQuestion {
  readonly text: string
  readonly lines: readonly ComparedLine[]
  /** Further thresholds of x. */
  readonly thresholds: readonly Rational[]
  readonly numbers: readonly string[]
}

type Kind = 'finite' | 'one number' | 'two numbers' | 'unit'

const OPERATORS = ['==', '!=', '<', '<=', '>', '>=']
const LEVELS = ['"low"', '"mid"', '"high"']
const POLICIES = ['', '', ' [pessimistic]', ' [optimistic]']
const CONSTANTS = [0, 1, 2, 3, 2.5, 4, -1]
const QUOTIENTS = [1, 2, 4, 5, -1]
/** Window of remainders, in periods. */
const REMAINDER_PERIODS = 10

export function randomQuestion(random: Random): RandomQuestion {
  return new QuestionWriter(random).write()
}

class QuestionWriter {
  private readonly lines: ComparedLine[] = []
  private readonly thresholds: Rational[] = []
  private readonly kind: Kind
  /** Names of boolean definitions. */
  private readonly conditions: string[] = []

  constructor(private readonly random: Random) {
    this.kind = this.pick<Kind>(['finite', 'one number', 'one number', 'two numbers', 'unit'])
  }

  write(): RandomQuestion {
    const lets = this.lets()
    const count = this.pick([1, 1, 2])
    const assertions = Array.from(
      { length: count },
      (_, index) => `assert r${index}${this.pick(POLICIES)} { ${this.condition(this.pick([1, 2, 2, 3]))} };\n`,
    )
    const { lines, thresholds, numbers } = this
    return { text: `${this.header()}${lets}${assertions.join('')}`, lines, thresholds, numbers }
  }

  private get numbers(): readonly string[] {
    return this.kind === 'finite' ? [] : this.kind === 'two numbers' ? ['x', 'y'] : ['x']
  }

  private header(): string {
    const unit = this.kind === 'unit' ? '// @unit x kg\n' : ''
    const hasRange = this.kind !== 'finite' && this.random() < 0.3
    if (hasRange) this.thresholds.push(fromInteger(-2), fromInteger(5))
    const range = hasRange ? '// @range x -2..5\n' : ''
    const numbers = this.numbers.map((name, index) => `${index === 0 ? unit + range : ''}declare ${name} as numeric;\n`)
    return `declare b as boolean;
declare c as boolean;
declare e as enum ["low", "mid", "high"];
declare kind as enum {"meal", "travel"};
${numbers.join('')}`
  }

  private lets(): string {
    if (this.random() < 0.5) return ''
    const text = `let d = ${this.condition(1)};\n`
    this.conditions.push('d')
    return text
  }

  private condition(depth: number): string {
    if (depth === 0) return this.atom()
    const below = () => this.condition(depth - 1)
    switch (this.pick(['And', 'Or', 'Implies', 'And', 'Or', 'Not', 'If', 'CASE', 'atom', 'Xor'])) {
      case 'Not':
        return `Not(${below()})`
      case 'If':
        return `If(${below()}, ${below()}, ${below()})`
      case 'CASE':
        return this.random() < 0.5
          ? `CASE kind OF "meal": ${below()}, "travel": ${below()} END`
          : `CASE e OF "low": ${below()}, DEFAULT: ${below()} END`
      case 'atom':
        return this.atom()
      case 'Xor':
        return `Xor(${below()}, ${below()})`
      case 'Implies':
        return `Implies(${below()}, ${below()})`
      case 'And':
        return `And(${below()}, ${below()})`
      default:
        return `Or(${below()}, ${below()})`
    }
  }

  private atom(): string {
    if (this.conditions.length > 0 && this.random() < 0.2) return this.pick(this.conditions)
    if (this.kind === 'finite' || this.random() < 0.35) return this.finiteAtom()
    if (this.kind === 'two numbers') return this.lineAtom()
    return this.kind === 'unit' ? this.unitAtom() : this.numberAtom()
  }

  private finiteAtom(): string {
    switch (this.pick(['b', 'c', 'e', 'kind'])) {
      case 'e':
        return `e ${this.pick(OPERATORS)} ${this.pick(LEVELS)}`
      case 'kind':
        return `kind ${this.pick(['==', '!='])} ${this.pick(['"meal"', '"travel"'])}`
      case 'c':
        return 'c'
      default:
        return 'b'
    }
  }

  private lineAtom(): string {
    const [text, x, y] = this.pick<readonly [string, number, number]>([
      ['x', 1, 0],
      ['y', 0, 1],
      ['x + y', 1, 1],
      ['x - y', 1, -1],
      ['2 * x + y', 2, 1],
    ])
    const constant = this.pick(CONSTANTS)
    this.lines.push([fromInteger(x), fromInteger(y), exactNumber(constant)])
    return `${text} ${this.pick(OPERATORS)} ${constant}`
  }

  private unitAtom(): string {
    const operator = this.pick(OPERATORS)
    const remainder = this.pick([0, 1])
    switch (this.pick(['kg', 'g', 'branch', 'remainder'])) {
      case 'kg':
        this.thresholds.push(fromInteger(3))
        return `x ${operator} 3 "kg"`
      case 'g':
        this.thresholds.push(smallRatio(5, 2))
        return `x ${operator} 2500 "g"`
      case 'branch':
        this.thresholds.push(fromInteger(1), smallRatio(5, 2))
        return `x ${operator} IF b THEN 1 "kg" ELSE 2500 "g" END`
      default:
        this.repeat(2, remainder)
        return `x % 2 "kg" ${operator} ${remainder} "kg"`
    }
  }

  private numberAtom(): string {
    const operator = this.pick(OPERATORS)
    const constant = this.pick(CONSTANTS)
    const c = exactNumber(constant)
    switch (
      this.pick(['x', 'x', '2x', 'half', 'branch', 'remainder', 'remainder', 'square', 'roots', 'over', 'cancelled'])
    ) {
      case 'x':
        this.thresholds.push(c)
        return `x ${operator} ${constant}`
      case '2x':
        this.thresholds.push(exactNumber(constant / 2))
        return `2 * x ${operator} ${constant}`
      case 'half':
        this.thresholds.push(exactNumber(constant * 2))
        return `x / 2 ${operator} ${constant}`
      case 'branch':
        this.thresholds.push(c, fromInteger(2))
        return `x ${operator} If(c, ${constant}, 2)`
      case 'remainder': {
        const modulus = this.pick([2, 3])
        this.repeat(modulus, constant)
        return `x % ${modulus} ${operator} ${constant}`
      }
      case 'square': {
        const square = this.pick([0, 1, 4, 9, 2])
        // Next to the irrational root of two.
        const roots = square === 2 ? [smallRatio(7, 5), smallRatio(3, 2)] : [fromInteger(Math.sqrt(square))]
        for (const root of roots) this.thresholds.push(root, makeRatio(-BigInt(root.n), BigInt(root.d)))
        // An irrational number can be equal, which no list of numbers shows.
        return `x * x ${square === 2 ? this.pick(['<', '<=', '>', '>=']) : operator} ${square}`
      }
      case 'roots':
        this.thresholds.push(fromInteger(1), fromInteger(3))
        return `(x - 1) * (x - 3) ${operator} 0`
      case 'cancelled':
        return `x - x ${operator} ${this.pick([0, 1])}`
      default: {
        const quotient = this.pick(QUOTIENTS)
        this.thresholds.push(fromInteger(0), smallRatio(10 * Math.sign(quotient), Math.abs(quotient)))
        return `10 / x ${operator} ${quotient}`
      }
    }
  }

  private repeat(modulus: number, remainder: number): void {
    for (let period = -REMAINDER_PERIODS; period <= REMAINDER_PERIODS; period++)
      this.thresholds.push(exactNumber(period * modulus), exactNumber(period * modulus + remainder))
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.random() * list.length)]!
  }
}

function exactNumber(value: number): Rational {
  return smallRatio(value * 4, 4)
}
