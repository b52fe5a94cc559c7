/**
 * Random expressions by type, with brackets if their place needs them. Generators are built once for each type, depth
 * and scope, so that deep ones stay cheap.
 */
import fc from 'fast-check'
import { CONDITIONS, KINDS, MEMBERS, NUMBERS, SIZES, UNITS } from './random-claims'

type Text = fc.Arbitrary<string>
export type Family = keyof typeof NUMBERS
export type Vocabulary = keyof typeof MEMBERS
export type Element = 'condition' | 'number' | 'time' | Vocabulary

/** Variables of quantifiers, with the kind of their values. */
type Scope = readonly (readonly [name: string, element: Element])[]

const VOCABULARIES = { size: SIZES, kind: KINDS } as const
const CONSTANTS = ['0', '1', '2', '3', '5', '10', '0.5', '2.5', '-1', '-2.5', '100', '1e2', '0.1'] as const
const DIVISORS = ['1', '2', '3', '-2', '0.5', '7'] as const
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const

export class RandomExpressions {
  private readonly made = new Map<string, Text>()

  constructor(private readonly settings: Required<RandomRulesetOptions>) {}

  condition(depth: number, scope: Scope = []): Text {
    return this.once(`condition ${depth}`, scope, () =>
      fc.oneof({ withCrossShrink: true }, ...this.conditions(depth, scope)),
    )
  }

  /** A number in a unit of the family, or a bare one. */
  number(family: Family, depth: number, scope: Scope = []): Text {
    return this.once(`${family} ${depth}`, scope, () =>
      fc.oneof({ withCrossShrink: true }, ...this.numbers(family, depth, scope)),
    )
  }

  /** A member of the vocabulary, as a claim, a literal or a choice. */
  member(vocabulary: Vocabulary, depth: number, scope: Scope = []): Text {
    return this.once(`${vocabulary} ${depth}`, scope, () =>
      fc.oneof({ withCrossShrink: true }, ...this.membersOf(vocabulary, depth, scope)),
    )
  }

  set(element: Element, depth: number, scope: Scope = []): Text {
    return this.once(`set of ${element} ${depth}`, scope, () =>
      fc.oneof({ withCrossShrink: true }, ...this.sets(element, depth, scope)),
    )
  }

  private once(key: string, scope: Scope, make: () => Text): Text {
    const full = `${key} ${scope.map(([name, element]) => `${name}:${element}`).join(' ')}`
    const known = this.made.get(full)
    if (known !== undefined) return known
    const made = make()
    this.made.set(full, made)
    return made
  }

  private conditions(depth: number, scope: Scope): Text[] {
    const leaves: Text[] = [
      fc.constantFrom(...CONDITIONS, ...namesInScope(scope, 'condition')),
      this.comparison(0, scope),
    ]
    if (depth <= 0) return leaves
    const inner = this.condition(depth - 1, scope)
    const list = fc.array(inner, { minLength: 1, maxLength: 3 })
    const all: Text[] = [
      ...leaves,
      this.comparison(depth, scope),
      this.comparison(depth, scope),
      fc.constantFrom('True', 'False'),
      fc.tuple(fc.constantFrom('And', 'Or'), list).map(([name, operands]) => `${name}(${operands.join(', ')})`),
      fc.tuple(fc.constantFrom('Xor', 'Implies'), inner, inner).map(([name, a, b]) => `${name}(${a}, ${b})`),
      inner.map((a) => `Not(${a})`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `If(${a}, ${b}, ${c})`),
      fc.tuple(inner, inner).map(([a, b]) => `IF ${a} THEN ${b} END`),
      fc.tuple(inner, inner, inner).map(([a, b, c]) => `IF ${a} THEN ${b} ELSE ${c} END`),
      this.caseOf(inner, depth, scope),
      this.membership(depth - 1, scope),
    ]
    // Lets have depth 1, so deeper conditions may name them.
    if (depth > 1) all.push(fc.constantFrom('known', 'settled'))
    if (this.settings.quantifiers && scope.length < 2)
      all.push(this.quantified(depth - 1, scope, false), this.quantified(depth - 1, scope, false))
    return all
  }

  private comparison(depth: number, scope: Scope): Text {
    const down = Math.max(0, depth - 1)
    const all: Text[] = [
      compareTexts(this.claimOf('size', scope), fc.constantFrom(...COMPARISONS), this.member('size', down, scope)),
      compareTexts(this.claimOf('kind', scope), fc.constantFrom('==', '!='), this.member('kind', down, scope)),
      compareTexts(fc.constantFrom(...CONDITIONS), fc.constantFrom('==', '!='), this.truth(depth, scope)),
    ]
    if (!this.settings.numerics) return fc.oneof(...all)
    const families: Family[] = this.settings.units ? ['bare', 'time', 'money', 'mass', 'temperature'] : ['bare']
    for (const family of families) {
      const number = this.number(family, down, scope)
      all.push(compareTexts(number, fc.constantFrom(...COMPARISONS), number))
    }
    if (this.settings.units)
      all.push(
        compareTexts(this.share(down, scope), fc.constantFrom(...COMPARISONS), this.share(down, scope)),
        compareTexts(
          fc.constantFrom('inside - outside', 'outside - 20 "degC"'),
          fc.constantFrom('<', '>='),
          fc.constantFrom('5 "degC"', '9 "degF"', '-1 "K"'),
        ),
      )
    if (this.settings.unbridged)
      all.push(compareTexts(fc.constant('foreign'), fc.constantFrom('<', '=='), this.number('money', down, scope)))
    return fc.oneof(...all)
  }

  private numbers(family: Family, depth: number, scope: Scope): Text[] {
    const brought =
      family === 'bare' ? namesInScope(scope, 'number') : family === 'time' ? namesInScope(scope, 'time') : []
    const leaves: Text[] = [fc.constantFrom(...NUMBERS[family], ...brought), this.constant(family)]
    if (depth <= 0) return leaves
    const inner = this.number(family, depth - 1, scope)
    const condition = this.condition(depth - 1, scope)
    const all: Text[] = [
      ...leaves,
      fc.tuple(condition, inner, inner).map(([c, a, b]) => `If(${c}, ${a}, ${b})`),
      fc.tuple(condition, inner, inner).map(([c, a, b]) => `(IF ${c} THEN ${a} ELSE ${b} END)`),
      this.caseOf(inner, depth, scope).map((text) => `(${text})`),
    ]
    // A temperature has a shifted zero, so it cannot be added or multiplied.
    if (family === 'temperature') return all
    all.push(
      fc.tuple(inner, fc.constantFrom('+', '-'), inner).map(([a, sign, b]) => `(${a} ${sign} ${b})`),
      fc
        .tuple(inner, fc.constantFrom('*', '/'), fc.constantFrom(...DIVISORS))
        .map(([a, sign, b]) => `${a} ${sign} ${b}`),
      inner.map((a) => `-(${a})`),
    )
    if (this.settings.nonlinear) all.push(fc.tuple(inner, this.divisor(family, inner)).map(([a, b]) => `(${a} % ${b})`))
    if (family === 'bare') all.push(...this.bareNumbers(depth, scope, inner))
    return all
  }

  /** A part of a whole: a quotient whose units cancel, or a number such as 43 "%". */
  private share(depth: number, scope: Scope): Text {
    return this.once(`share ${depth}`, scope, () => {
      const leaves: Text[] = [
        fc.constantFrom('amount / 4 "USD"', 'travel / 2 "h"', '1 - fee / 8 "USD"', 'travel / 90 "min"'),
        fc.constantFrom('43 "%"', '-2.5 "%"', '100 "%"', '50 "bp"', '2500 "ppm"', '90 "min/h"'),
      ]
      if (this.settings.nonlinear && this.settings.partial)
        leaves.push(fc.constantFrom('fee / amount', 'rest / travel'))
      if (depth <= 0) return fc.oneof(...leaves)
      const inner = this.share(depth - 1, scope)
      return fc.oneof(
        ...leaves,
        fc.tuple(this.condition(depth - 1, scope), inner, inner).map(([c, a, b]) => `If(${c}, ${a}, ${b})`),
        fc.tuple(inner, fc.constantFrom('+', '-'), inner).map(([a, sign, b]) => `((${a}) ${sign} (${b}))`),
        fc.tuple(inner, fc.constantFrom('*', '/'), fc.constantFrom(...DIVISORS)).map(([a, s, b]) => `(${a}) ${s} ${b}`),
      )
    })
  }

  private bareNumbers(depth: number, scope: Scope, inner: Text): Text[] {
    const all: Text[] = []
    if (this.settings.quantifiers && scope.length < 2) all.push(this.quantified(depth - 1, scope, true))
    if (this.settings.nonlinear) all.push(fc.tuple(inner, inner).map(([a, b]) => `(${a}) * (${b})`))
    if (this.settings.nonlinear && this.settings.partial)
      all.push(fc.tuple(inner, inner).map(([a, b]) => `(${a}) / (${b})`))
    if (this.settings.units) all.push(fc.constantFrom('travel / 2 "h"', 'rest / 30 "min"', 'amount / 1 "USD"'))
    if (depth > 1) all.push(fc.constant('total'))
    return all
  }

  /** The right side of a remainder, in a unit of the family. */
  private divisor(family: Family, inner: Text): Text {
    const constant =
      family === 'bare' ? fc.constantFrom(...DIVISORS) : this.constant(family).filter((text) => !/^-?0 /.test(text))
    return this.settings.partial
      ? fc.oneof(
          constant,
          inner.map((text) => `(${text})`),
        )
      : constant
  }

  private constant(family: Family): Text {
    const constant = fc.constantFrom(...CONSTANTS)
    if (family === 'bare') return constant
    return fc.tuple(constant, fc.constantFrom<string>(...UNITS[family])).map(([number, unit]) => `${number} "${unit}"`)
  }

  private membersOf(vocabulary: Vocabulary, depth: number, scope: Scope): Text[] {
    const literal = fc.constantFrom(...VOCABULARIES[vocabulary]).map((member) => `"${member}"`)
    const leaves = [this.claimOf(vocabulary, scope), literal]
    if (depth <= 0) return leaves
    const inner = this.member(vocabulary, depth - 1, scope)
    const condition = this.condition(depth - 1, scope)
    const all = [...leaves, fc.tuple(condition, inner, inner).map(([c, a, b]) => `If(${c}, ${a}, ${b})`)]
    if (vocabulary === 'size' && depth > 1) all.push(fc.constant('choice'))
    return all
  }

  private claimOf(vocabulary: Vocabulary, scope: Scope): Text {
    return fc.constantFrom<string>(...MEMBERS[vocabulary], ...namesInScope(scope, vocabulary))
  }

  private caseOf(value: Text, depth: number, scope: Scope): Text {
    const down = depth - 1
    const whole = (vocabulary: Vocabulary) =>
      fc
        .tuple(this.claimOf(vocabulary, scope), ...VOCABULARIES[vocabulary].map(() => value))
        .map(([subject, ...values]) => {
          const arms = VOCABULARIES[vocabulary].map((member, i) => `"${member}": ${values[i]}`)
          return `CASE ${subject} OF ${arms.join(', ')} END`
        })
    const some = fc
      .tuple(
        this.claimOf('kind', scope),
        fc.subarray([...KINDS], { minLength: 1 }),
        fc.array(value, { minLength: 4, maxLength: 4 }),
      )
      .map(([subject, labels, values]) => {
        const arms = labels.map((member, i) => `"${member}": ${values[i]}`)
        return `CASE ${subject} OF ${arms.join(', ')}, DEFAULT: ${values[3]} END`
      })
    return down < 0 ? some : fc.oneof(whole('size'), whole('kind'), some)
  }

  private sets(element: Element, depth: number, scope: Scope): Text[] {
    const down = Math.max(0, depth - 1)
    const member = this.element(element, down, scope)
    const all: Text[] = [fc.array(member, { minLength: 1, maxLength: 4 }).map((members) => `{ ${members.join(', ')} }`)]
    if (element === 'size' || element === 'kind')
      all.push(fc.constantFrom(...MEMBERS[element]).map((claim) => `Members(${claim})`))
    if (depth <= 0) return all
    if (depth > 1 && element === 'condition') all.push(fc.constant('marks'))
    if (depth > 1 && element === 'size') all.push(fc.constant('sizes'))
    if (depth > 1 && element === 'number') all.push(fc.constant('limits'))
    const inner = this.set(element, down, scope)
    all.push(
      fc
        .tuple(fc.constantFrom('Union', 'Intersect', 'Difference'), inner, inner)
        .map(([name, a, b]) => `${name}(${a}, ${b})`),
    )
    return all
  }

  /** A set to quantify over. A set of members contains a claim, so that they have the vocabulary's order. */
  private ranged(element: Element, depth: number, scope: Scope): Text {
    const set = this.set(element, depth, scope)
    if (element !== 'size' && element !== 'kind') return set
    const claim = fc.constantFrom(...MEMBERS[element])
    const others = fc.array(this.member(element, 0, scope), { maxLength: 3 })
    const written = fc.tuple(claim, others).map(([first, rest]) => `{ ${[first, ...rest].join(', ')} }`)
    const whole = claim.map((name) => `Members(${name})`)
    const operation = fc.constantFrom('Union', 'Intersect', 'Difference')
    const made = fc.tuple(operation, fc.oneof(whole, written), set).map(([name, a, b]) => `${name}(${a}, ${b})`)
    return fc.oneof(whole, written, made)
  }

  private element(element: Element, depth: number, scope: Scope): Text {
    if (element === 'condition') return this.condition(depth, scope)
    if (element === 'number') return this.number('bare', depth, scope)
    if (element === 'time') return this.number('time', depth, scope)
    return this.member(element, depth, scope)
  }

  private elements(): Element[] {
    const all: Element[] = ['condition', 'size', 'kind']
    if (this.settings.numerics) all.push('number')
    if (this.settings.numerics && this.settings.units) all.push('time')
    return all
  }

  private membership(depth: number, scope: Scope): Text {
    return fc.oneof(
      ...this.elements().flatMap((element) => {
        const set = this.set(element, depth, scope)
        const value =
          element === 'size' || element === 'kind' ? this.claimOf(element, scope) : this.element(element, depth, scope)
        return [
          fc.tuple(value, set).map(([v, s]) => `IsMember(${v}, ${s})`),
          fc.tuple(set, set).map(([a, b]) => `IsSubset(${a}, ${b})`),
        ]
      }),
    )
  }

  private quantified(depth: number, scope: Scope, counting: boolean): Text {
    const name = `x${scope.length}`
    return fc.oneof(
      ...this.elements().map((element) => {
        const set = this.ranged(element, Math.min(1, depth), scope)
        const body = this.condition(depth, [...scope, [name, element]])
        if (counting) return fc.tuple(set, body).map(([s, p]) => `CountWhere(${name} in ${s}, ${p})`)
        const bound = fc.constantFrom('0', '1', '2', '3', '1.5', ...(this.settings.numerics ? ['count'] : []))
        return fc.oneof(
          fc
            .tuple(fc.constantFrom('ForAll', 'Exists', 'ExactlyOne'), set, body)
            .map(([q, s, p]) => `${q}(${name} in ${s}, ${p})`),
          fc
            .tuple(fc.constantFrom('AtLeast', 'AtMost'), bound, set, body)
            .map(([q, n, s, p]) => `${q}(${n}, ${name} in ${s}, ${p})`),
        )
      }),
    )
  }

  private truth(depth: number, scope: Scope): Text {
    if (depth <= 0) return fc.constantFrom(...CONDITIONS, 'True', 'False')
    return this.condition(depth - 1, scope).map((inner) => `(${inner})`)
  }
}

function compareTexts(left: Text, operator: Text, right: Text): Text {
  return fc.tuple(left, operator, right).map(([a, sign, b]) => `${a} ${sign} ${b}`)
}

function namesInScope(scope: Scope, element: Element): string[] {
  return scope.filter(([, kind]) => kind === element).map(([name]) => name)
}

export interface RandomRulesetOptions {
  /** Deepest nesting; 3 makes rulesets that a person could have written, 5 large ones. */
  readonly depth?: number
  readonly maxAssertions?: number
  /** Allows products and quotients of claims, and `%`, which a linear solver cannot decide. */
  readonly nonlinear?: boolean
  /** Allows divisors that may be zero. */
  readonly partial?: boolean
  readonly units?: boolean
  /** Allows comparisons that no converter bridges. */
  readonly unbridged?: boolean
  readonly quantifiers?: boolean
  readonly numerics?: boolean
}
