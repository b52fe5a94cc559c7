/** Conditions and numbers in the notation of other languages, whose precedence matters, and their equivalents here. */
import type { Random } from '../../engine/testing/random-rules'
import { type Fault, pick } from './statement-faults'

const CLAIMS = `declare has_id as boolean;
declare has_receipt as boolean;
declare open as boolean;
declare count as numeric;
declare score as numeric;
// @unit amount USD
declare amount as numeric;
// @unit fee USD
declare fee as numeric;
// @unit travel h
declare travel as numeric;
// @unit rest min
declare rest as numeric;
// @unit rate %
declare rate as numeric;
declare size as enum ["small", "medium", "large"];
declare other_size as enum ["small", "medium", "large"];
declare kind as enum {"meal", "hotel", "taxi"};
declare code as enum ["1", "2", "3"];
`

const CONDITIONS = [
  'has_id',
  'open',
  'count > 3',
  'Not(has_receipt)',
  'size >= "medium"',
  'Or(open, score < 2)',
  '(has_id)',
] as const
const NUMBERS = [
  'count',
  'score',
  '3',
  '-2',
  '(count + 1)',
  'score * 2',
  'count - score',
  '-score',
  'If(open, 1, count)',
  'amount / 1 "USD"',
] as const
const AMOUNTS = [
  'amount',
  'fee',
  '75 "USD"',
  'amount + fee',
  '(amount - fee)',
  'amount * 2',
  'If(open, fee, amount)',
] as const
const SHARES = ['19 "%"', '20 "%"', '0.5 "%"', 'rate', '150 "bp"', 'fee / 8 "USD"'] as const

const AROUND_CONDITION = [
  '_',
  '_',
  'And(_, has_receipt)',
  'Or(open, _)',
  'Implies(_, open)',
  'Not(_)',
  'IF open THEN _ END',
  '(_)',
  'If(open, _, has_id)',
] as const
const AROUND_NUMBER = [
  '_ < 3',
  '3 <= _',
  'count + _ > 2',
  'count - _ > 2',
  '2 * _ == score',
  '_ * 2 >= count',
  '-(_) < 1',
  '_ / 4 != 1',
  'If(open, _, 2) > 1',
] as const
const AROUND_AMOUNT = [
  '_ < 300 "USD"',
  'fee <= _',
  'amount - _ > 2 "USD"',
  '_ * 2 >= amount',
  'Not(_ == amount)',
] as const

type Sort = 'condition' | 'number' | 'amount'
const AROUND = { condition: AROUND_CONDITION, number: AROUND_NUMBER, amount: AROUND_AMOUNT } as const

/** The good and the bad form of random operands. */
type Form = (draw: Draw) => readonly [good: string, bad: string]

class Draw {
  constructor(private readonly random: Random) {}

  readonly of = (list: readonly string[]): string => pick(this.random, list) ?? ''
  readonly condition = (): string => this.of(CONDITIONS)
  readonly number = (): string => this.of(NUMBERS)
  readonly amount = (): string => this.of(AMOUNTS)
  readonly share = (): string => this.of(SHARES)
}

function formFault(name: string, sort: Sort, form: Form, restores = true): Fault {
  return {
    name,
    restores,
    make(_, random) {
      const draw = new Draw(random)
      const around = draw.of(AROUND[sort])
      const [good, bad] = form(draw)
      return { good: textOf(CLAIMS, around, `(${good})`), bad: textOf(CLAIMS, around, bad) }
    },
  }
}

function textOf(claims: string, around: string, inner: string): string {
  return `${claims}assert formed { ${around.replace('_', () => inner)} };\n`
}

/** The good text has a boolean claim for the question that the bad one asks about a value. */
const ASKS_FOR_A_VALUE: Fault = {
  name: 'a question whether a value is there',
  restores: true,
  make(_, random) {
    const draw = new Draw(random)
    const [around, claim] = [draw.of(AROUND_CONDITION), draw.of(['count', 'amount', 'rate', 'size', 'kind'])]
    const isAsked = draw.of(['given', 'missing']) === 'given'
    const bad = isAsked
      ? [`${claim} != null`, `IsKnown(${claim})`, `defined(${claim})`, `has(${claim})`, `${claim} is not null`]
      : [`${claim} == null`, `IsUnknown(${claim})`, `${claim} is null`]
    const good = isAsked ? `${claim}_given` : `Not(${claim}_given)`
    const declaring = CLAIMS.replace(new RegExp(`declare ${claim} .*\n`), `$&declare ${claim}_given as boolean;\n`)
    return {
      good: textOf(declaring, around, good),
      bad: textOf(CLAIMS, around, draw.of(bad)),
    }
  },
}

/** Both compile. In the bad text, the order of the scale's members differs from that of their numbers. */
const SCALE_NOT_BY_SIZE: Fault = {
  name: 'a scale that is not written by size',
  restores: true,
  make(_, random) {
    const draw = new Draw(random)
    const inner = `code ${draw.of(['<', '<=', '>', '>=', '=='])} "${draw.of(['1', '2', '3'])}"`
    const good = textOf(CLAIMS, draw.of(AROUND_CONDITION), inner)
    const order = draw.of(['"1", "3", "2"', '"2", "1", "3"', '"2", "3", "1"', '"3", "1", "2"'])
    return { good, bad: good.replace('"1", "2", "3"', order) }
  },
}

/** Makes a form for plain numbers and for amounts. */
function bothSorts(name: string, form: (operand: () => string) => readonly [string, string]): readonly Fault[] {
  return [
    formFault(`${name} of numbers`, 'number', (draw) => form(draw.number)),
    formFault(`${name} of amounts`, 'amount', (draw) => form(draw.amount)),
  ]
}

export const FORM_FAULTS: readonly Fault[] = [
  ASKS_FOR_A_VALUE,
  SCALE_NOT_BY_SIZE,
  formFault('a decimal comma', 'condition', (draw) => {
    const [operand, operator] = [draw.number(), draw.of(['<', '<=', '>', '>='])]
    const [right, wrong] = draw.of(['0.5 0,5', '12.75 12,75', '3.1 3,1', '1234.5 1.234,5']).split(' ')
    return [`${operand} ${operator} ${right}`, `${operand} ${operator} ${wrong}`]
  }),
  formFault('words between conditions', 'condition', (draw) => {
    const [word, sign, name] = draw.of(['and && And', 'or || Or', 'AND & And', 'OR | Or']).split(' ')
    const [a, b, c] = [draw.condition(), draw.condition(), draw.condition()]
    const joint = draw.of([word!, sign!])
    return [`${name}(${a}, ${b}, ${c})`, `${a} ${joint} ${b} ${joint} ${c}`]
  }),
  formFault('and beside or', 'condition', (draw) => {
    const [a, b, c] = [draw.condition(), draw.condition(), draw.condition()]
    return [`Or(${a}, And(${b}, ${c}))`, `${a} or (${b} and ${c})`]
  }),
  formFault('xor and implies', 'condition', (draw) => {
    const [a, b] = [draw.condition(), draw.condition()]
    const [word, name] = draw.of(['xor Xor', 'implies Implies', '=> Implies']).split(' ')
    return [`${name}(${a}, ${b})`, `${a} ${word} ${b}`]
  }),
  formFault('not before a condition', 'condition', (draw) => {
    const a = draw.condition()
    return [`Not(${a})`, draw.of([`not ${a}`, `!(${a})`, `NOT (${a})`])]
  }),
  formFault('a chain of comparisons', 'condition', (draw) => {
    const [a, b, c] = [draw.number(), draw.number(), draw.number()]
    const [first, second] = draw.of(['< <=', '<= <=', '> >=', '>= >']).split(' ')
    return [`And(${a} ${first} ${b}, ${b} ${second} ${c})`, `${a} ${first} ${b} ${second} ${c}`]
  }),
  formFault('between', 'condition', (draw) => {
    const [a, b, c] = [draw.number(), draw.number(), draw.number()]
    return [`And(${a} >= ${b}, ${a} <= ${c})`, draw.of([`${a} between ${b} and ${c}`, `Between(${a}, ${b}, ${c})`])]
  }),
  formFault('in a list', 'condition', (draw) => [
    'IsMember(kind, { "meal", "hotel" })',
    draw.of(['kind in { "meal", "hotel" }', 'kind IN ("meal", "hotel")']),
  ]),
  formFault('not in a list', 'condition', (draw) => [
    'Not(IsMember(kind, { "meal", "hotel" }))',
    draw.of(['kind not in { "meal", "hotel" }', 'kind NOT IN ("meal", "hotel")']),
  ]),
  formFault('square brackets of a set', 'condition', () => [
    'IsMember(kind, { "meal", "hotel" })',
    'IsMember(kind, ["meal", "hotel"])',
  ]),
  formFault('is', 'condition', (draw) => {
    const a = draw.number()
    return draw.of(['is', 'is not']) === 'is' ? [`${a} == 3`, `${a} is 3`] : [`${a} != 3`, `${a} is not 3`]
  }),
  formFault('yes and no', 'condition', (draw) => {
    const word = draw.of(['"yes"', '"y"', '1', '"true"'])
    return draw.of(['==', '!=']) === '==' ? ['has_id', `has_id == ${word}`] : ['Not(has_id)', `has_id != ${word}`]
  }),
  formFault('no and yes', 'condition', (draw) => {
    const word = draw.of(['"no"', '"N"', '0', '"false"'])
    return draw.of(['==', '!=']) === '==' ? ['Not(has_id)', `has_id == ${word}`] : ['has_id', `${word} != has_id`]
  }),
  formFault('a digit for a member', 'condition', (draw) => {
    const operator = draw.of(['==', '!=', '<', '>='])
    return [`code ${operator} "2"`, `code ${operator} 2`]
  }),
  formFault('a quantity in quotes', 'condition', (draw) => {
    const [operator, operand] = [draw.of(['<', '>=']), draw.amount()]
    return [`${operand} ${operator} 75.5 "USD"`, `${operand} ${operator} "75.5 USD"`]
  }),
  formFault('digits in groups', 'condition', (draw) => {
    const [plain, grouped] = draw
      .of(['1000 1,000', '1500 1,500', '12000.5 12,000.5', '1000000 1_000_000', '1500 1_500'])
      .split(' ')
    const operand = draw.number()
    return [`${operand} <= ${plain}`, `${operand} <= ${grouped}`]
  }),
  formFault('a multiple of thousands', 'condition', (draw) => {
    const [digits, right] = draw.of(['5 5000', '2.5 2500', '12 12000']).split(' ')
    const unit = draw.of(['', ' "USD"'])
    const operand = unit === '' ? draw.number() : draw.amount()
    return [`${operand} <= ${right}${unit}`, `${operand} <= ${digits}k${unit}`]
  }),
  formFault('a currency before its number', 'condition', (draw) => {
    const operand = draw.amount()
    return [`${operand} <= 75 "USD"`, `${operand} <= USD 75`]
  }),
  formFault('a sum beside a percentage', 'amount', (draw) => {
    const [number, percent] = draw.of(['1 100', '0.5 50', '2 200', '0 0']).split(' ')
    const [sign, share] = [draw.of(['+', '-']), draw.of(['19 "%"', '20 "%"', 'rate'])]
    return draw.of(['left', 'right']) === 'left'
      ? [`amount * (${percent} "%" ${sign} ${share})`, `amount * (${number} ${sign} ${share})`]
      : [`amount * (${share} ${sign} ${percent} "%")`, `amount * (${share} ${sign} ${number})`]
  }),
  formFault(
    'a number beside a percentage',
    'condition',
    (draw) => {
      const number = draw.of(['0.75', '1', '43', '0', '150', '-0.5'])
      return [`rate <= ${number} "%"`, `rate <= ${number}`]
    },
    false,
  ),
  formFault(
    'a number beside a quotient of minutes and hours',
    'condition',
    (draw) => {
      const number = draw.of(['0.75', '1', '43', '0'])
      return [`rest / travel <= ${number} "min/h"`, `rest / travel <= ${number}`]
    },
    false,
  ),
  formFault('a multiplied quotient beside a percentage', 'condition', (draw) => {
    const quotient = draw.of([
      '100 * amount / fee',
      'amount / fee * 100',
      '100 * (amount / fee)',
      '(amount + fee) * 100 / fee',
    ])
    return [`${quotient} <= 43`, `${quotient} <= 43 "%"`]
  }),
  formFault('a count beside a percentage', 'condition', (draw) => {
    const count = draw.of(['CountWhere(x in { has_id, open }, x) / 2', 'CountWhere(x in { has_id, open }, x) / 4'])
    return [`${count} >= 0.5`, `${count} >= 50 "%"`]
  }),
  formFault('percent without quotes', 'condition', (draw) => {
    const share = draw.of(['rate', 'amount / fee', '2 * rate'])
    return [`${share} <= 43 "%"`, draw.of([`${share} <= 43%`, `${share} <= 43 %`])]
  }),
  formFault('a unit behind brackets', 'amount', (draw) => {
    const inner = draw.of(['amount + fee', 'amount', 'fee * 2'])
    return [`(${inner})`, `(${inner}) "USD"`]
  }),
  formFault('a unit behind brackets of numbers', 'amount', (draw) => {
    const inner = draw.of(['count + 1', 'count * score', '3 * 4'])
    return [`(${inner}) * 1 "USD"`, `(${inner}) "USD"`]
  }),
  formFault(
    'a lost unit of a sum',
    'condition',
    (draw) => {
      const number = draw.of(['30', '0.5', '0'])
      return [`rest <= travel + ${number} "h"`, `rest <= travel + ${number}`]
    },
    false,
  ),
  formFault('Members left out', 'condition', () => [
    'IsSubset({ size }, Members(other_size))',
    'IsSubset({ size }, other_size)',
  ]),
  ...bothSorts('Max', (operand) => {
    const [a, b] = [operand(), operand()]
    return [`If((${a}) > (${b}), ${a}, ${b})`, `Max(${a}, ${b})`]
  }),
  ...bothSorts('Min', (operand) => {
    const [a, b] = [operand(), operand()]
    return [`If((${a}) < (${b}), ${a}, ${b})`, `min(${a}, ${b})`]
  }),
  ...bothSorts('Abs', (operand) => {
    const a = operand()
    return [`If((${a}) > -(${a}), ${a}, -(${a}))`, `Abs(${a})`]
  }),
  ...bothSorts('Sum', (operand) => {
    const [a, b, c] = [operand(), operand(), operand()]
    return [`(${a}) + (${b}) + (${c})`, `Sum(${a}, ${b}, ${c})`]
  }),
  ...bothSorts('Average', (operand) => {
    const [a, b] = [operand(), operand()]
    return [`((${a}) + (${b})) / 2`, `Average(${a}, ${b})`]
  }),
  formFault('mod', 'number', (draw) => {
    const [a, b] = [draw.number(), draw.of(['7', 'count', '(score)'])]
    return [`((${a}) % (${b}))`, `Mod(${a}, ${b})`]
  }),
  formFault('mod between numbers', 'number', (draw) => {
    const a = draw.of(['count', '(count + 1)', '12'])
    return [`(${a} % 7)`, `(${a} mod 7)`]
  }),
  formFault('iif', 'number', (draw) => {
    const [c, a, b] = [draw.condition(), draw.number(), draw.number()]
    return [`If(${c}, ${a}, ${b})`, draw.of([`iif(${c}, ${a}, ${b})`, `IF(${c}, ${a}, ${b})`])]
  }),
  formFault('all and any', 'condition', (draw) => {
    const [a, b] = [draw.condition(), draw.condition()]
    return draw.of(['all', 'any']) === 'all'
      ? [`And(${a}, ${b})`, `All(${a}, ${b})`]
      : [`Or(${a}, ${b})`, `any(${a}, ${b})`]
  }),
  formFault('elseif', 'number', (draw) => {
    const [c, d, a, b] = [draw.condition(), draw.condition(), draw.number(), draw.number()]
    const word = draw.of(['ELSEIF', 'ELIF', 'elsif'])
    return [
      `(IF ${c} THEN ${a} ELSE IF ${d} THEN ${b} ELSE 3 END END)`,
      `(IF ${c} THEN ${a} ${word} ${d} THEN ${b} ELSE 3 END)`,
    ]
  }),
  formFault('case when', 'number', (draw) => {
    const [c, d, a, b] = [draw.condition(), draw.condition(), draw.number(), draw.number()]
    return [
      `(IF ${c} THEN ${a} ELSE IF ${d} THEN ${b} ELSE 3 END END)`,
      `(CASE WHEN ${c} THEN ${a} WHEN ${d} THEN ${b} ELSE 3 END)`,
    ]
  }),
  formFault('several labels', 'number', (draw) => {
    const [a, b] = [draw.number(), draw.number()]
    return [
      `(CASE kind OF "meal": ${a}, "hotel": ${a}, "taxi": ${b} END)`,
      `(CASE kind OF "meal", "hotel": ${a}, "taxi": ${b} END)`,
    ]
  }),
  formFault('semicolons between arms', 'number', (draw) => {
    const [a, b] = [draw.number(), draw.number()]
    return [`(CASE kind OF "meal": ${a}, DEFAULT: ${b} END)`, `(CASE kind OF "meal": ${a}; DEFAULT: ${b} END)`]
  }),
  formFault('a semicolon behind the last arm', 'number', (draw) => {
    const [a, b] = [draw.number(), draw.number()]
    return [`(CASE kind OF "meal": ${a}, DEFAULT: ${b} END)`, `(CASE kind OF "meal": ${a}, DEFAULT: ${b}; END)`]
  }),
  formFault('if in small letters', 'condition', (draw) => {
    const [c, a] = [draw.condition(), draw.condition()]
    return [`IF ${c} THEN ${a} END`, `if ${c} THEN ${a} END`]
  }),
  formFault(
    'a share beside a number',
    'condition',
    (draw) => {
      const share = draw.share()
      return [`${share} <= 50 "%"`, `${share} <= 0.5`]
    },
    false,
  ),
]
