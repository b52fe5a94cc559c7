/**
 * Random rules over records, lists and codes of language 1.4, with their meaning: each part prints itself and is
 * evaluated on nested values directly. It shares no code with the compiler, and numbers are plain integers.
 */

/** A claim is a code, or it has no value. */
export const CODE = Symbol('code')
export const NONE = Symbol('none')

type Num = number | typeof CODE | typeof NONE
type Truth = boolean | typeof NONE

export type Plain = boolean | number | string | readonly Plain[] | { readonly [field: string]: Plain }
type Scope = Readonly<Record<string, Plain>>

export interface NumberPart {
  readonly text: string
  /** It may be a code. */
  readonly coded: boolean
  readonly value: (scope: Scope) => Num
}

export interface TruthPart {
  readonly text: string
  readonly value: (scope: Scope) => Truth
}

export const DECLARATIONS = `version 1.4;
declare applicant as record { age as whole, kind as enum {"a", "b"} else "other", paid as boolean, income as whole or {"NA", "X"} };
declare partner as optional record { age as whole, paid as boolean, home as record { rooms as whole or {"none"} } };
declare driver as list of { age as whole or {"blank"}, kind as enum {"a", "b"}, fault as list of { at as whole, mine as boolean } up to 2 } up to 2;
declare code as list of enum {"1", "2", "3"} up to 3;
`

type Random = () => number

/** The surroundings of a part: the variables of the quantifiers around it, by the list that they come from. */
interface Around {
  readonly drivers: readonly string[]
  readonly faults: readonly string[]
  readonly codes: readonly string[]
  readonly lets: readonly NumberPart[]
}

const OUTSIDE: Around = { drivers: [], faults: [], codes: [], lets: [] }

export class RandomRecords {
  private names = 0

  constructor(private readonly random: Random) {}

  /** Some definitions, and assertions that may use them. */
  rules(assertions: number, depth: number): { readonly text: string; readonly conditions: readonly TruthPart[] } {
    const lets: NumberPart[] = []
    let text = DECLARATIONS
    for (let i = 0; i < 2; i++) {
      const part = this.number(depth - 1, { ...OUTSIDE, lets: [...lets] })
      text += `let l${i} = ${part.text};\n`
      lets.push({ ...part, text: `l${i}` })
    }
    const conditions = Array.from({ length: assertions }, () => this.truth(depth, { ...OUTSIDE, lets }))
    conditions.forEach((condition, i) => {
      text += `assert a${i} { ${condition.text} };\n`
    })
    return { text, conditions }
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!
  }

  private fresh(letter: string): string {
    return `${letter}${this.names++}`
  }

  truth(depth: number, around: Around): TruthPart {
    const leaf = depth <= 0
    const kinds = leaf ? LEAVES : [...LEAVES, ...INNER]
    switch (this.pick(kinds)) {
      case 'compare':
        return this.compare(depth - 1, around)
      case 'flag':
        return this.flag(around)
      case 'member':
        return this.member(around)
      case 'code':
        return this.codeTest()
      case 'given':
        return this.pick([
          { text: 'IsGiven(partner)', value: (scope: Scope) => scope.partner !== 'absent' },
          { text: 'IsGiven(driver)', value: (scope: Scope) => list(scope.driver).length > 0 },
        ])
      case 'codes':
        return this.codes()
      case 'junction':
        return this.junction(depth - 1, around)
      case 'not': {
        const inner = this.truth(depth - 1, around)
        return { text: `Not(${inner.text})`, value: (scope) => not(inner.value(scope)) }
      }
      case 'if': {
        const [c, a, b] = [this.truth(0, around), this.truth(depth - 1, around), this.truth(depth - 1, around)]
        const value = (scope: Scope) => {
          const condition = c.value(scope)
          return condition === NONE ? NONE : condition ? a.value(scope) : b.value(scope)
        }
        return { text: `If(${c.text}, ${a.text}, ${b.text})`, value }
      }
      default:
        return this.quantified(depth - 1, around)
    }
  }

  private compare(depth: number, around: Around): TruthPart {
    const [left, right] = [this.number(depth, around), this.number(depth - 1, around)]
    const operators = left.coded || right.coded ? ['<', '<=', '>', '>=', '=='] : ['<', '<=', '>', '>=', '==', '!=']
    const operator = this.pick(operators)
    const value = (scope: Scope): Truth => {
      const a: Num = left.value(scope)
      const b: Num = right.value(scope)
      if (a === CODE || b === CODE) return false
      if (a === NONE || b === NONE) return NONE
      return { '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '==': a === b, '!=': a !== b }[operator]!
    }
    return { text: `${left.text} ${operator} ${right.text}`, value }
  }

  private flag({ faults }: Around): TruthPart {
    const choices: TruthPart[] = [
      { text: 'applicant.paid', value: (scope) => field(scope.applicant, 'paid') === true },
      {
        text: 'partner.paid',
        value: (scope) => (scope.partner === 'absent' ? NONE : field(scope.partner, 'paid') === true),
      },
      ...faults.map((name) => ({
        text: `${name}.mine`,
        value: (scope: Scope) => field(scope[name], 'mine') === true,
      })),
    ]
    return this.pick(choices)
  }

  private member({ drivers, codes }: Around): TruthPart {
    const kind = this.pick(['a', 'b'])
    const operator = this.pick(['==', '!='])
    const subject = this.pick([
      { text: 'applicant.kind', of: (scope: Scope) => field(scope.applicant, 'kind'), members: ['a', 'b', 'other'] },
      ...drivers.map((name) => ({
        text: `${name}.kind`,
        of: (scope: Scope) => field(scope[name], 'kind'),
        members: ['a', 'b'],
      })),
      ...codes.map((name) => ({ text: name, of: (scope: Scope) => scope[name]!, members: ['1', '2', '3'] })),
    ])
    const member = subject.members.includes(kind) ? this.pick(subject.members) : this.pick(['1', '2', '3'])
    return {
      text: `${subject.text} ${operator} "${member}"`,
      value: (scope) => (subject.of(scope) === member) === (operator === '=='),
    }
  }

  private codeTest(): TruthPart {
    const income = (scope: Scope) => field(scope.applicant, 'income')
    const rooms = (scope: Scope) => (scope.partner === 'absent' ? NONE : field(field(scope.partner, 'home'), 'rooms'))
    return this.pick<TruthPart>([
      { text: 'applicant.income == "NA"', value: (scope) => income(scope) === 'NA' },
      { text: 'applicant.income != "X"', value: (scope) => income(scope) !== 'X' },
      { text: 'IsNumber(applicant.income)', value: (scope) => typeof income(scope) === 'number' },
      {
        text: 'partner.home.rooms == "none"',
        value: (scope) => (rooms(scope) === NONE ? NONE : rooms(scope) === 'none'),
      },
    ])
  }

  private codes(): TruthPart {
    const of = (scope: Scope) => list(scope.code)
    return this.pick<TruthPart>([
      { text: 'NoneRepeated(code)', value: (scope) => new Set(of(scope)).size === of(scope).length },
      ...['kind', 'age'].map((name) => ({
        text: `NoneRepeated(driver.${name})`,
        value: (scope: Scope) => {
          const values = list(scope.driver).map((driver) => field(driver, name))
          return new Set(values).size === values.length
        },
      })),
      { text: 'IsMember("2", code)', value: (scope) => of(scope).includes('2') },
      { text: 'IsSubset(code, {"1", "3"})', value: (scope) => of(scope).every((each) => each !== '2') },
    ])
  }

  private junction(depth: number, around: Around): TruthPart {
    const operands = [this.truth(depth, around), this.truth(depth, around)]
    const name = this.pick(['And', 'Or', 'Implies', 'Xor'])
    const value = (scope: Scope): Truth => {
      const [a = NONE, b = NONE] = operands.map((operand) => operand.value(scope))
      if (name === 'And') return all([a, b])
      if (name === 'Or') return any([a, b])
      if (name === 'Implies') return any([not(a), b])
      return a === NONE || b === NONE ? NONE : a !== b
    }
    return { text: `${name}(${operands.map(({ text }) => text).join(', ')})`, value }
  }

  private quantified(depth: number, around: Around): TruthPart {
    const over = this.over(around)
    const body = this.truth(depth, over.inside)
    const quantifier = this.pick(['ForAll', 'Exists', 'AtLeast', 'AtMost', 'ExactlyOne'])
    const bound = this.pick([0, 1, 2])
    const isBounded = quantifier === 'AtLeast' || quantifier === 'AtMost'
    const value = (scope: Scope): Truth => {
      const values = over.entries(scope).map((entry) => body.value({ ...scope, [over.name]: entry }))
      if (quantifier === 'ForAll') return all(values)
      if (quantifier === 'Exists') return any(values)
      const holding = values.filter((each) => each === true).length
      const answers = new Set<boolean>()
      for (let more = 0; more <= values.filter((each) => each === NONE).length; more++) {
        const count = holding + more
        answers.add(
          quantifier === 'ExactlyOne' ? count === 1 : quantifier === 'AtLeast' ? count >= bound : count <= bound,
        )
      }
      return answers.size === 1 ? [...answers][0]! : NONE
    }
    return { text: `${quantifier}(${isBounded ? `${bound}, ` : ''}${over.name} in ${over.text}, ${body.text})`, value }
  }

  private over(around: Around) {
    const { drivers } = around
    const choices = ['driver', 'code', ...(drivers.length > 0 ? ['fault'] : [])]
    const which = this.pick(choices)
    if (which === 'driver') {
      const name = this.fresh('d')
      return {
        name,
        text: 'driver',
        entries: (scope: Scope) => list(scope.driver),
        inside: { ...around, drivers: [...drivers, name] },
      }
    }
    if (which === 'code') {
      const name = this.fresh('c')
      return {
        name,
        text: 'code',
        entries: (scope: Scope) => list(scope.code),
        inside: { ...around, codes: [...around.codes, name] },
      }
    }
    const [outer, name] = [this.pick(drivers), this.fresh('f')]
    return {
      name,
      text: `${outer}.fault`,
      entries: (scope: Scope) => list(field(scope[outer], 'fault')),
      inside: { ...around, faults: [...around.faults, name] },
    }
  }

  number(depth: number, around: Around): NumberPart {
    const kinds =
      depth <= 0 ? ['constant', 'field', 'field'] : ['field', 'sum', 'times', 'fold', 'fold', 'extreme', 'if', 'count']
    switch (this.pick(kinds)) {
      case 'constant': {
        const value = Math.floor(this.random() * 4)
        return { text: String(value), coded: false, value: () => value }
      }
      case 'field':
        return this.numberField(around)
      case 'times': {
        const [inner, factor] = [this.number(depth - 1, around), this.pick([-1, 2])]
        return {
          ...inner,
          text: `(${inner.text}) * ${factor}`,
          value: (scope) => both(inner.value(scope), factor, times),
        }
      }
      case 'if': {
        const [c, a, b] = [this.truth(0, around), this.number(depth - 1, around), this.number(depth - 1, around)]
        return {
          text: `If(${c.text}, ${a.text}, ${b.text})`,
          coded: a.coded || b.coded,
          value: (scope) => {
            const condition = c.value(scope)
            return condition === NONE ? NONE : condition ? a.value(scope) : b.value(scope)
          },
        }
      }
      case 'count': {
        const over = this.over(around)
        return { text: `Count(${over.text})`, coded: false, value: (scope) => over.entries(scope).length }
      }
      case 'fold':
        return this.fold(depth - 1, around)
      default: {
        const [a, b] = [this.number(depth - 1, around), this.number(depth - 1, around)]
        const coded = a.coded || b.coded
        const [name, of] = this.pick<readonly [string, (x: number, y: number) => number]>([
          ['+', (x, y) => x + y],
          ['-', (x, y) => x - y],
          ['Min', Math.min],
          ['Max', Math.max],
        ])
        const text = name.length === 1 ? `(${a.text} ${name} ${b.text})` : `${name}(${a.text}, ${b.text})`
        return { text, coded, value: (scope) => both(a.value(scope), b.value(scope), of) }
      }
    }
  }

  private numberField({ drivers, faults, lets }: Around): NumberPart {
    const number = (value: Plain | undefined): Num => (typeof value === 'number' ? value : CODE)
    return this.pick<NumberPart>([
      { text: 'applicant.age', coded: false, value: (scope) => number(field(scope.applicant, 'age')) },
      { text: 'applicant.income', coded: true, value: (scope) => number(field(scope.applicant, 'income')) },
      {
        text: 'partner.age',
        coded: false,
        value: (scope) => (scope.partner === 'absent' ? NONE : number(field(scope.partner, 'age'))),
      },
      ...drivers.map((name) => ({
        text: `${name}.age`,
        coded: true,
        value: (scope: Scope) => number(field(scope[name], 'age')),
      })),
      ...faults.map((name) => ({
        text: `${name}.at`,
        coded: false,
        value: (scope: Scope) => number(field(scope[name], 'at')),
      })),
      ...lets,
    ])
  }

  private fold(depth: number, around: Around): NumberPart {
    const over = this.over(around)
    const fold = this.pick(['Sum', 'Min', 'Max', 'Count'])
    if (fold === 'Count') {
      const body = this.truth(depth, over.inside)
      return {
        text: `Count(${over.name} in ${over.text}, ${body.text})`,
        coded: false,
        value: (scope) => {
          const values = over.entries(scope).map((entry) => body.value({ ...scope, [over.name]: entry }))
          return values.includes(NONE) ? NONE : values.filter((each) => each === true).length
        },
      }
    }
    const body = this.number(depth, over.inside)
    const filter = this.random() < 0.5 ? this.truth(0, over.inside) : null
    return {
      text: `${fold}(${over.name} in ${over.text}${filter === null ? '' : ` where ${filter.text}`}, ${body.text})`,
      coded: body.coded,
      value: (scope) => {
        const values = over.entries(scope).flatMap((entry): Num[] => {
          const inside = { ...scope, [over.name]: entry }
          const isMeant = filter === null ? true : filter.value(inside)
          if (isMeant === NONE) return [NONE]
          return isMeant ? [body.value(inside)] : []
        })
        if (values.includes(CODE)) return CODE
        if (values.includes(NONE) || (values.length === 0 && fold !== 'Sum')) return NONE
        const numbers = values as readonly number[]
        return fold === 'Sum'
          ? numbers.reduce((sum, each) => sum + each, 0)
          : Math[fold === 'Min' ? 'min' : 'max'](...numbers)
      },
    }
  }

  /** A whole dictionary. */
  record(): Scope {
    const whole = () => Math.floor(this.random() * 5) - 1
    const maybe = (code: string) => (this.random() < 0.3 ? code : whole())
    const times = <T>(most: number, make: () => T): readonly T[] =>
      Array.from({ length: Math.floor(this.random() * (most + 1)) }, make)
    const flag = () => this.random() < 0.5
    return {
      applicant: {
        age: whole(),
        kind: this.pick(['a', 'b', 'other']),
        paid: flag(),
        income: maybe(this.pick(['NA', 'X'])),
      },
      partner: this.random() < 0.4 ? 'absent' : { age: whole(), paid: flag(), home: { rooms: maybe('none') } },
      driver: times(2, () => ({
        age: maybe('blank'),
        kind: this.pick(['a', 'b']),
        fault: times(2, () => ({ at: whole(), mine: flag() })),
      })),
      code: times(3, () => this.pick(['1', '2', '3'])),
    }
  }
}

const LEAVES = ['compare', 'compare', 'flag', 'member', 'code', 'given', 'codes'] as const
const INNER = [
  'compare',
  'compare',
  'junction',
  'junction',
  'not',
  'if',
  'quantified',
  'quantified',
  'quantified',
] as const

const times = (x: number, y: number) => x * y

/** A code says that a comparison fails, whatever has no value beside it. */
function both(a: Num, b: Num, of: (x: number, y: number) => number): Num {
  if (a === CODE || b === CODE) return CODE
  return a === NONE || b === NONE ? NONE : of(a, b)
}

function not(a: Truth): Truth {
  return a === NONE ? NONE : !a
}

function all(values: readonly Truth[]): Truth {
  if (values.includes(false)) return false
  return values.includes(NONE) ? NONE : true
}

function any(values: readonly Truth[]): Truth {
  if (values.includes(true)) return true
  return values.includes(NONE) ? NONE : false
}

function list(value: Plain | undefined): readonly Plain[] {
  if (!Array.isArray(value)) throw new Error('a list is an array')
  return value
}

function field(value: Plain | undefined, name: string): Plain {
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('a record is an object')
  return (value as { readonly [field: string]: Plain })[name]!
}
