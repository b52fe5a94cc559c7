/**
 * Random expressions by type, with brackets if their place needs them. Generators are built once for each type, depth
 * and scope, so that deep ones stay cheap.
 */
import fc from 'fast-check'
import { ROUND_MODES } from '../semantics/functions/number-functions'
import {
  CONDITIONS,
  DATES,
  KINDS,
  MEMBERS,
  NUMBERS,
  SHAPES,
  SIZES,
  TEXTS,
  TIMESTAMPS,
  UNITS,
  VOCABULARY,
} from './random-claims'
import { LOOKUPS } from './random-lookups'

type Text = fc.Arbitrary<string>
export type Family = keyof typeof NUMBERS
export type Vocabulary = keyof typeof MEMBERS
export type Element = 'condition' | 'number' | 'time' | Vocabulary

/** Variables of quantifiers, with the kind of their values. */
type Scope = readonly (readonly [name: string, element: Element])[]

const VOCABULARIES = { size: SIZES, kind: KINDS } as const
const CONSTANTS = ['0', '1', '2', '3', '5', '10', '0.5', '2.5', '-1', '-2.5', '100', '1e2', '0.1'] as const
const DIVISORS = ['1', '2', '3', '-2', '0.5', '7'] as const
const DAYS = ['2024-02-29', '2026-01-31', '2000-01-01', '1999-12-31', '2023-03-30'] as const
const TIMES = ['1 "d"', '30 "d"', '2 "wk"', '1 "mo"', '3 "mo"', '1 "quarter"', '1 "yr"', '18 "yr"'] as const
const INSTANTS = [
  '2024-02-29T23:30:00Z',
  '2026-01-31T00:00:00+01:00',
  '2000-01-01T12:00:00.25-05:30',
  '1999-12-31T23:59:59Z',
] as const
const SPANS = ['1 "h"', '72 "h"', '30 "min"', '0.5 "s"', '2 "d"', 'travel', 'rest'] as const
const OFFSETS = ['Z', '+01:00', '-05:30', '+14:00'] as const
const WRITTEN = ['', 'a', 'ab', '12', 'NA'] as const
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>='] as const

/** Conditions by what they are asked of. */
export const APPLIED = { condition: 'is_marked', number: 'is_large' } as const

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
      ...this.firstOf(inner, inner),
      this.membership(depth - 1, scope),
    ]
    if (this.settings.texts) all.push(this.textQuestion())
    // Lets have depth 1, so deeper conditions may name them.
    if (depth > 1) all.push(fc.constantFrom('known', 'settled'), ...this.lookups('condition'))
    if (depth > 1 && this.settings.definitions) all.push(this.application(depth - 1, scope))
    if (this.settings.quantifiers && scope.length < 2)
      all.push(this.quantified(depth - 1, scope, false), this.quantified(depth - 1, scope, false))
    return all
  }

  /** A question about a text other than its length, so that each text has one input. */
  private textQuestion(): Text {
    const text = fc.constantFrom(...TEXTS)
    return fc.oneof(
      fc.tuple(text, fc.constantFrom(...SHAPES)).map(([name, shape]) => `Matches(${name}, ${shape})`),
      text.map((name) => `IsGiven(${name})`),
      fc
        .tuple(text, fc.constantFrom('==', '!='), fc.constantFrom(...WRITTEN))
        .map(([name, operator, literal]) => `${name} ${operator} "${literal}"`),
      text.map((name) => `IsMember(${name}, ${VOCABULARY})`),
    )
  }

  /** Its parameter is called like the variable of an outer quantifier, which it must not read. */
  definition(element: 'condition' | 'number'): Text {
    const parameter = 'x0'
    const body = this.condition(1, [[parameter, element]])
    return body.map((text) => `condition ${APPLIED[element]}(${parameter}) = ${text};`)
  }

  /** The exceptions after the body of an assertion; usually there are none. */
  exceptions(): Text {
    if (!this.settings.definitions) return fc.constant('')
    const condition = this.condition(1)
    const one = fc.tuple(fc.boolean(), condition, condition)
    const many = fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => {
      const texts = list.map(([isLater, when, value], i) => {
        const word = i > 0 && (isLater || !this.settings.partial) ? ' then except' : ' except'
        return `${word} when ${when} { ${value} }`
      })
      return texts.join('')
    })
    return fc.oneof({ withCrossShrink: true }, fc.constant(''), fc.constant(''), fc.constant(''), many)
  }

  private application(depth: number, scope: Scope): Text {
    const flag = this.condition(depth, scope).map((text) => `${APPLIED.condition}(${text})`)
    if (!this.settings.numerics) return flag
    return fc.oneof(
      flag,
      this.number('bare', depth, scope).map((text) => `${APPLIED.number}(${text})`),
    )
  }

  private lookups(kind: keyof typeof LOOKUPS): Text[] {
    return this.settings.lookups ? [fc.constantFrom(...LOOKUPS[kind])] : []
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
    if (this.settings.dates)
      all.push(
        compareTexts(this.date(down, scope), fc.constantFrom(...COMPARISONS), this.date(down, scope)),
        compareTexts(this.instant(down, scope), fc.constantFrom(...COMPARISONS), this.instant(down, scope)),
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
      ...this.firstOf(condition, inner),
    ]
    if (this.settings.functions) all.push(...this.functions(family, inner))
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
    if (family === 'time' && this.settings.dates) all.push(this.elapsed(depth, scope))
    return all
  }

  /** A claim, a day of the calendar, or one moved by days or months. */
  private date(depth: number, scope: Scope): Text {
    return this.once(`date ${depth}`, scope, () => {
      const leaves: Text[] = [fc.constantFrom(...DATES), fc.constantFrom(...DAYS)]
      if (depth <= 0) return fc.oneof(...leaves)
      const inner = this.date(depth - 1, scope)
      return fc.oneof(
        ...leaves,
        fc.tuple(inner, fc.constantFrom('+', '-'), fc.constantFrom(...TIMES)).map((all) => `(${all.join(' ')})`),
        inner.map((a) => `EndOfMonth(${a})`),
        fc
          .tuple(this.instant(depth - 1, scope), fc.constantFrom(...OFFSETS))
          .map(([instant, offset]) => `DateOf(${instant}, "${offset}")`),
        fc.tuple(this.condition(depth - 1, scope), inner, inner).map(([c, a, b]) => `If(${c}, ${a}, ${b})`),
      )
    })
  }

  /** A claim, a written instant, or one moved by a time. */
  private instant(depth: number, scope: Scope): Text {
    return this.once(`instant ${depth}`, scope, () => {
      const leaves: Text[] = [fc.constantFrom(...TIMESTAMPS), fc.constantFrom(...INSTANTS)]
      if (depth <= 0) return fc.oneof(...leaves)
      const inner = this.instant(depth - 1, scope)
      const spans = SPANS.filter((span) => this.settings.units || /\d/.test(span))
      return fc.oneof(
        ...leaves,
        fc.tuple(inner, fc.constantFrom('+', '-'), fc.constantFrom(...spans)).map((all) => `(${all.join(' ')})`),
        fc.tuple(fc.constantFrom('Min', 'Max'), inner, inner).map(([name, a, b]) => `${name}(${a}, ${b})`),
        fc.tuple(this.condition(depth - 1, scope), inner, inner).map(([c, a, b]) => `If(${c}, ${a}, ${b})`),
      )
    })
  }

  /** The hours between two instants. */
  private elapsed(depth: number, scope: Scope): Text {
    const instant = this.instant(depth - 1, scope)
    return fc.tuple(instant, instant).map(([a, b]) => `(${a} - ${b})`)
  }

  private calendarNumbers(depth: number, scope: Scope): Text[] {
    const date = this.date(depth - 1, scope)
    return [
      fc.tuple(fc.constantFrom('Year', 'Month', 'Day', 'Weekday'), date).map(([name, a]) => `${name}(${a})`),
      fc.tuple(fc.constantFrom('FullMonths', 'FullYears'), date, date).map(([name, a, b]) => `${name}(${a}, ${b})`),
      fc.tuple(date, date).map(([a, b]) => `((${a} - ${b}) / 1 "d")`),
      fc
        .tuple(this.instant(depth - 1, scope), fc.constantFrom(...OFFSETS))
        .map(([instant, offset]) => `HourOf(${instant}, "${offset}")`),
    ]
  }

  /** Of language 1.4. */
  private functions(family: Family, inner: Text): Text[] {
    const name = fc.constantFrom('Min', 'Max')
    const all: Text[] = [
      fc
        .tuple(name, fc.array(inner, { minLength: 2, maxLength: 3 }))
        .map(([one, list]) => `${one}(${list.join(', ')})`),
    ]
    if (family !== 'temperature') all.push(inner.map((a) => `Abs(${a})`))
    if (!this.settings.nonlinear) return all
    all.push(fc.tuple(fc.constantFrom('Floor', 'Ceil'), inner).map(([one, a]) => `${one}(${a})`))
    // A step in another scale of temperature would convert with an offset.
    if (family === 'temperature') return all
    const unit = family === 'bare' ? '' : ` "${UNITS[family][0]}"`
    const step = fc.constantFrom('1', '0.5', '3', '0.01').map((number) => `${number}${unit}`)
    const mode = fc.constantFrom(...ROUND_MODES)
    all.push(fc.tuple(inner, step, mode).map(([a, by, how]) => `Round(${a}, ${by}, "${how}")`))
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
    const all: Text[] = this.settings.dates ? this.calendarNumbers(depth, scope) : []
    if (this.settings.quantifiers && scope.length < 2) all.push(this.quantified(depth - 1, scope, true))
    if (this.settings.nonlinear) all.push(fc.tuple(inner, inner).map(([a, b]) => `(${a}) * (${b})`))
    if (this.settings.nonlinear && this.settings.partial)
      all.push(fc.tuple(inner, inner).map(([a, b]) => `(${a}) / (${b})`))
    if (this.settings.units) all.push(fc.constantFrom('travel / 2 "h"', 'rest / 30 "min"', 'amount / 1 "USD"'))
    if (depth > 1) all.push(fc.constant('total'), ...this.lookups('bare'))
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
    all.push(...this.firstOf(condition, inner))
    if (vocabulary === 'size' && depth > 1) all.push(fc.constant('choice'), ...this.lookups('size'))
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

  /** Leaves `else` out only if there may be no value. */
  private firstOf(condition: Text, value: Text): Text[] {
    if (!this.settings.definitions) return []
    const arms = fc.array(fc.tuple(condition, value), { minLength: 1, maxLength: 3 })
    const last = this.settings.partial ? fc.option(value) : value
    return [
      fc.tuple(arms, last).map(([list, otherwise]) => {
        const texts = list.map(([a, b]) => `${a} => ${b}`)
        return `first { ${[...texts, ...(otherwise === null ? [] : [`else => ${otherwise}`])].join('; ')} }`
      }),
    ]
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
  /** Allows the functions of language 1.4. */
  readonly functions?: boolean
  /** Allows conditions with parameters and `first`, of language 1.4. */
  readonly definitions?: boolean
  /** Allows dates, of language 1.4. */
  readonly dates?: boolean
  /** Allows parameters, scales and tables, of language 1.4. */
  readonly lookups?: boolean
  readonly texts?: boolean
  /** Allows conditions in a library, of language 1.4. */
  readonly libraries?: boolean
}
