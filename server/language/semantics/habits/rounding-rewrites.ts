/**
 * Rewrites rounding functions with `%`, which is never negative for a positive divisor. They are equal for negative
 * numbers too. The number of places must be a numeral.
 */
import type { Rewrite, Rewrites } from './rewrite-operand'
import { inUnitOf, isPositiveNumeral, type Operand, wholeNumeral } from './rewrite-operand'

/** The rounding step, half and double of it, in the operand's unit. */
interface Step {
  readonly one: string
  readonly half: string
  readonly double: string
  readonly zero: string
}

const NO_PLACES = 'The number of places must be written as a whole numeral.'
const NO_REMAINDER =
  'This number is in a unit whose zero is its own, so it has no remainder and cannot be rounded. Let a claim hold the rounded value.'

/** Null if the operands do not fit. */
export function rewriteRounding(name: string, operands: readonly Operand[]): Rewrites | null {
  const [value, second] = operands
  if (value?.type.kind !== 'numeric' || operands.length > 2) return null
  if (inUnitOf(value, '1') === null) return { options: [], says: NO_REMAINDER }
  const word = name.slice(name.lastIndexOf('.') + 1)
  const plain = word.toLowerCase()
  if (plain === 'mround') return second === undefined ? null : roundToMultiple(value, second, roundHalfFromZero)
  if (second !== undefined && (plain === 'floor' || plain === 'ceiling' || plain === 'ceil'))
    return toScale(value, second, word, plain === 'floor' ? roundDown : roundUp)
  const step = stepOfPlaces(value, second)
  if (step === null) return { options: [], says: NO_PLACES }
  return { options: roundingsOf(name, word, plain).map((make) => make(value.tight, step)) }
}

type Rounding = (x: string, step: Step) => Rewrite

/** Returns two roundings if languages differ. */
function roundingsOf(name: string, word: string, plain: string): Rounding[] {
  if (/^math\./i.test(name) && plain === 'round') return [roundHalfUp]
  switch (plain) {
    case 'round':
      return word === 'round' ? [roundHalfFromZero, roundHalfEven] : [roundHalfFromZero]
    case 'floor':
      return [roundDown]
    case 'int':
      return word === 'int' ? [cutOff] : [roundDown]
    case 'ceil':
    case 'ceiling':
      return [roundUp]
    case 'roundup':
      return [roundFromZero]
    default:
      return [cutOff]
  }
}

function stepOfPlaces(value: Operand, second: Operand | undefined): Step | null {
  const places = second === undefined ? 0 : wholeNumeral(second)
  if (places === null) return null
  const digits = (leading: number, at: number) =>
    at > 0 ? `0.${'0'.repeat(at - 1)}${leading}` : `${leading}${'0'.repeat(-at)}`
  return stepOf(value, digits(1, places), digits(5, places + 1), digits(2, places))
}

function stepOf(value: Operand, one: string, half: string, double: string): Step | null {
  const united = [one, half, double, '0'].map((numeral) => inUnitOf(value, numeral))
  const [a, b, c, d] = united
  return a == null || b == null || c == null || d == null ? null : { one: a, half: b, double: c, zero: d }
}

/** `MROUND(x, 5)`, and `FLOOR(x, 5)` of spreadsheets. */
function roundToMultiple(value: Operand, second: Operand, make: Rounding): Rewrites | null {
  if (!isPositiveNumeral(second) || second.node.kind !== 'number') return null
  const { text, unit } = second.node
  const size = Number(text)
  if (!Number.isSafeInteger(size * 1_000)) return null
  const decimal = (n: number) => String(Number(n.toFixed(9)))
  if (unit !== null && (value.type.kind !== 'numeric' || value.type.unit?.text !== unit.value)) return null
  const sized = stepOf(value, decimal(size), decimal(size / 2), decimal(size * 2))
  return sized === null ? null : { options: [make(value.tight, sized)] }
}

/** `floor(x, 2)`: two is a multiple in spreadsheets, and a number of places in DMN and SQL. */
function toScale(value: Operand, second: Operand, word: string, make: Rounding): Rewrites | null {
  const multiples = roundToMultiple(value, second, make)?.options[0]
  const step = stepOfPlaces(value, second)
  const places = step === null ? undefined : make(value.tight, step)
  const written = second.whole
  const options: Rewrite[] = []
  if (multiples !== undefined)
    options.push({
      ...multiples,
      title: `Round to a multiple of ${written}`,
      note: 'The second operand is a multiple in spreadsheets.',
    })
  if (places !== undefined && word !== word.toUpperCase())
    options.push({ ...places, title: `Round to ${written} places`, note: 'It is a number of places in DMN.' })
  return options.length === 0 ? { options, says: NO_PLACES } : { options }
}

const roundDown: Rounding = (x, { one }) => ({ text: `(${x} - ${x} % ${one})` })

const roundUp: Rounding = (x, { one }) => ({ text: `(${x} + (-${x}) % ${one})` })

const cutOff: Rounding = (x, { one, zero }) => ({
  text: `If(${x} < ${zero}, ${x} + (-${x}) % ${one}, ${x} - ${x} % ${one})`,
  note: 'Decimals are cut off, towards zero.',
})

const roundFromZero: Rounding = (x, { one, zero }) => ({
  text: `If(${x} < ${zero}, ${x} - ${x} % ${one}, ${x} + (-${x}) % ${one})`,
  note: 'The number is rounded away from zero.',
})

const roundHalfFromZero: Rounding = (x, { one, half, zero }) => ({
  text: `If(${x} < ${zero}, ${x} - ${half} + (${half} - ${x}) % ${one}, ${x} + ${half} - (${x} + ${half}) % ${one})`,
  note: 'Halves are rounded away from zero, as in spreadsheets and SQL.',
  title: 'Round halves away from zero, as spreadsheets and SQL do',
})

const roundHalfUp: Rounding = (x, { one, half }) => ({
  text: `(${x} + ${half} - (${x} + ${half}) % ${one})`,
  note: 'Halves are rounded up, as in JavaScript.',
  title: 'Round halves up, as JavaScript does',
})

const roundHalfEven: Rounding = (x, { one, half, double, zero }) => ({
  text: `(${x} + ${half} - (${x} + ${half}) % ${one} - If((${x} + ${half}) % ${double} == ${one}, ${one}, ${zero}))`,
  note: 'Halves are rounded to the even neighbour, as in Python.',
  title: 'Round halves to even, as Python does',
})
