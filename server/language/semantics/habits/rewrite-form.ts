/**
 * Rewrites foreign functions and operators, with brackets if needed. A rewrite compiles with the operands' units and
 * equals the form, also for negative numbers.
 */
import type { ForeignForm } from '../../syntax/cursor'
import { rewriteLike } from './rewrite-like'
import type { Rewrites } from './rewrite-operand'
import { inUnitOf, isPositiveNumeral, isSameUnit, type Operand, wholeNumeral } from './rewrite-operand'
import { rewriteRounding } from './rounding-rewrites'

const MINUS_BEFORE_POWER =
  'A minus before a power belongs to its base in spreadsheets and not in Python. Write the product with the brackets that are meant: (-days) * (-days), or -(days * days).'

/** Null if the operands are not enough to decide. */
export function rewriteForm(form: ForeignForm, operands: readonly Operand[]): Rewrites | null {
  if (operands.length === 0) return null
  if (form.isDoubtful) return { options: [], says: MINUS_BEFORE_POWER }
  switch (form.idiom) {
    case 'round':
    case 'floor':
    case 'ceiling':
    case 'truncate':
    case 'round-up':
      return rewriteRounding(form.name, operands)
    case 'modulo':
      return rewriteModulo(form, operands)
    case 'quotient':
    case 'whole-division':
      return rewriteQuotient(form, operands)
    case 'text-search':
      return form.isCall ? null : rewriteLike(form, operands)
    default: {
      const text = textOf(form, operands)
      return text === null ? null : { options: [{ text }] }
    }
  }
}

function textOf({ idiom, name }: ForeignForm, operands: readonly Operand[]): string | null {
  const [a, b, c] = operands
  const items = numericItems(operands)
  switch (idiom) {
    case 'max':
      return items === null ? null : rewriteExtreme('>', items)
    case 'min':
      return items === null ? null : rewriteExtreme('<', items)
    case 'sum':
      return items !== null && items.length > 1 ? `(${joinOperands(items, ' + ')})` : null
    case 'average':
      return items !== null && items.length > 1 ? `((${joinOperands(items, ' + ')}) / ${items.length})` : null
    case 'abs':
      return operands.length === 1 ? rewriteAbsolute(a!) : null
    case 'sign':
      return operands.length === 1 ? signOf(a!) : null
    case 'power':
      return operands.length === 2 ? rewritePower(a!, wholeNumeral(b)) : null
    case 'between':
      return operands.length === 3 ? rewriteInterval(name.includes('..') ? name : '[..]', a!, b!, c!) : null
    case 'ternary':
      return /^ifs$/i.test(name) ? rewriteIfs(operands) : rewriteChoice(operands)
    case 'switch':
      return /^switch$/i.test(name) ? rewriteSwitch(operands) : null
    case 'all-any':
      return allOrAny(name, operands)
    case 'range':
      return operands.length === 3 ? rewriteInterval(name, a!, b!, c!) : null
    case 'whole-range':
      return wholeRange(operands)
    case 'in-list':
      return operands.length === 2 ? `IsMember(${b!.whole}, ${a!.whole})` : null
    case 'countif':
      return countIf(operands)
    case 'error-value':
      return operands.length === 2 ? unlessZero(a!, b!) : null
    default:
      return null
  }
}

/** Numeric operands, or the members of a single set of numbers. */
function numericItems(operands: readonly Operand[]): readonly Operand[] | null {
  const [only] = operands
  const items = operands.length === 1 && only !== undefined && only.members.length > 0 ? only.members : operands
  return items.length > 0 && items.length <= MAX_ITEMS && items.every(({ type }) => type.kind === 'numeric')
    ? items
    : null
}

/** Each operand is repeated, so longer lists need names from the author. */
const MAX_ITEMS = 5

function joinOperands(items: readonly Operand[], sign: string): string {
  return items.map(({ tight }) => tight).join(sign)
}

function rewriteExtreme(sign: '<' | '>', items: readonly Operand[]): string | null {
  const [first, ...rest] = items
  if (first === undefined || rest.length === 0) return null
  if (rest.length === 1) return `If(${first.tight} ${sign} ${rest[0]!.tight}, ${first.whole}, ${rest[0]!.whole})`
  const wins = rest.map(({ tight }) => `${first.tight} ${sign}= ${tight}`)
  return `If(And(${wins.join(', ')}), ${first.whole}, ${rewriteExtreme(sign, rest)})`
}

function rewriteAbsolute(operand: Operand): string | null {
  const { node, tight, whole } = operand
  if (node.kind !== 'arithmetic' || node.operator !== '-')
    return inUnitOf(operand, '0') === null ? null : `If(${tight} > -${tight}, ${tight}, -${tight})`
  const side = (one: { start: number; end: number; kind: string }) => {
    const text = whole.slice(one.start - node.start, one.end - node.start)
    return { text, tight: /^[\w."\s]+$|^\(.*\)$/s.test(text) && one.kind !== 'arithmetic' ? text : `(${text})` }
  }
  const left = side(node.left)
  const right = side(node.right)
  return `If(${left.text} > ${right.text}, ${left.text} - ${right.tight}, ${right.text} - ${left.tight})`
}

function signOf(operand: Operand): string | null {
  const zero = inUnitOf(operand, '0')
  return zero === null ? null : `If(${operand.tight} > ${zero}, 1, If(${operand.tight} < ${zero}, -1, 0))`
}

function rewritePower(base: Operand, exponent: number | null): string | null {
  if (exponent === null || exponent < 2 || exponent > 6 || inUnitOf(base, '0') === null) return null
  return `(${Array.from({ length: exponent }, () => base.tight).join(' * ')})`
}

function rewriteChoice(operands: readonly Operand[]): string | null {
  if (operands.length !== 3 || operands[0]!.type.kind !== 'boolean') return null
  return `If(${operands.map(({ whole }) => whole).join(', ')})`
}

/** `IFS(c, a, True, b)` is certain only if the last condition is True, because otherwise it may have no value. */
function rewriteIfs(operands: readonly Operand[]): string | null {
  const last = operands.at(-2)?.node
  if (operands.length % 2 !== 0 || last?.kind !== 'boolean' || !last.value) return null
  let text = operands.at(-1)!.whole
  for (let i = operands.length - 4; i >= 0; i -= 2)
    text = `If(${operands[i]!.whole}, ${operands[i + 1]!.whole}, ${text})`
  return operands.length === 2 ? null : text
}

/** `Switch(kind, "meal", 5, 9)` is certain only with a default. */
function rewriteSwitch(operands: readonly Operand[]): string | null {
  const [subject, ...rest] = operands
  if (subject === undefined || subject.type.kind !== 'enum' || rest.length < 3 || rest.length % 2 === 0) return null
  const arms: string[] = []
  for (let i = 0; i + 1 < rest.length; i += 2) {
    if (rest[i]!.node.kind !== 'string') return null
    arms.push(`${rest[i]!.whole}: ${rest[i + 1]!.whole}`)
  }
  return `CASE ${subject.whole} OF ${arms.join(', ')}, DEFAULT: ${rest.at(-1)!.whole} END`
}

/** `x in (1..5]`, named by its brackets. */
function rewriteInterval(name: string, value: Operand, low: Operand, high: Operand): string {
  const borders = name.replace(/^not /, '')
  const above = borders.startsWith('[') ? '>=' : '>'
  const below = borders.endsWith(']') ? '<=' : '<'
  const text = `And(${value.tight} ${above} ${low.tight}, ${value.tight} ${below} ${high.tight})`
  return name.startsWith('not ') ? `Not(${text})` : text
}

/** Python's `x in range(1, 30)`: whole numbers without the last one. */
function wholeRange([value, first, second, more]: readonly Operand[]): string | null {
  if (value === undefined || first === undefined || more !== undefined) return null
  const one = inUnitOf(value, '1')
  const zero = inUnitOf(value, '0')
  if (one === null || zero === null) return null
  const [low, high] = second === undefined ? [zero, first.tight] : [first.tight, second.tight]
  return `And(${value.tight} % ${one} == ${zero}, ${value.tight} >= ${low}, ${value.tight} < ${high})`
}

function allOrAny(name: string, operands: readonly Operand[]): string | null {
  const [only] = operands
  const items = operands.length === 1 && only !== undefined ? only.members : operands
  if (items.length === 0 || items.some(({ type }) => type.kind !== 'boolean')) return null
  return `${/(^|\.)(any|some)/i.test(name) ? 'Or' : 'And'}(${items.map(({ whole }) => whole).join(', ')})`
}

const CRITERION = /^(>=|<=|<>|=|>|<)?(-?\d+(?:\.\d+)?)$/

/** `COUNTIF({ a, b }, ">2")`. */
function countIf([set, criterion]: readonly Operand[]): string | null {
  if (set === undefined || criterion?.node.kind !== 'string') return null
  const [, sign = '=', numeral] = CRITERION.exec(criterion.node.value.trim()) ?? []
  const element = set.members[0]
  if (numeral === undefined || element === undefined || /\bx\b/.test(set.whole)) return null
  const bound = inUnitOf(element, numeral)
  const operator = sign === '=' ? '==' : sign === '<>' ? '!=' : sign
  return bound === null ? null : `CountWhere(x in ${set.whole}, x ${operator} ${bound})`
}

/** `IFERROR(a / b, c)`: the only error of a ruleset is a division by zero. */
function unlessZero({ node, whole }: Operand, other: Operand): string | null {
  if (node.kind !== 'arithmetic' || (node.operator !== '/' && node.operator !== '%')) return null
  if (!isPlain(node.left.kind) || node.right.kind !== 'name') return null
  const divisor = whole.slice(node.right.start - node.start, node.right.end - node.start)
  return `If(${divisor} == -${divisor}, ${other.whole}, ${whole})`
}

function isPlain(kind: string): boolean {
  return kind === 'name' || kind === 'number'
}

function rewriteModulo({ name }: ForeignForm, [a, b, more]: readonly Operand[]): Rewrites | null {
  if (a === undefined || b === undefined || more !== undefined) return null
  const floored = {
    text: `(${a.tight} % ${b.tight})`,
    note: 'The result has the sign of the divisor here, as in spreadsheets, Python and DMN.',
    title: `Write ${a.tight} % ${b.tight}, with the sign of the divisor`,
  }
  const zero = inUnitOf(a, '0')
  if (zero === null || !isPositiveNumeral(b) || /^modulo$/i.test(name)) return { options: [floored] }
  const truncated = {
    text: `If(${a.tight} < ${zero}, -((-${a.tight}) % ${b.tight}), ${a.tight} % ${b.tight})`,
    note: 'SQL and JavaScript give it the sign of the first number.',
    title: 'Give it the sign of the first number, as SQL does',
  }
  return { options: [floored, truncated] }
}

/** Python's `//` rounds down; `DIV` and `QUOTIENT` round towards zero. */
function rewriteQuotient({ name }: ForeignForm, [a, b, more]: readonly Operand[]): Rewrites | null {
  if (a === undefined || b === undefined || more !== undefined || !isSameUnit(a, b)) return null
  const down = { text: `((${a.tight} - ${a.tight} % ${b.tight}) / ${b.tight})`, note: 'The quotient is rounded down.' }
  if (!/^(div|quotient)$/i.test(name)) return { options: [down] }
  const zero = inUnitOf(a, '0')
  if (zero === null || !isPositiveNumeral(b)) return null
  const [x, y] = [a.tight, b.tight]
  return {
    options: [
      {
        text: `(If(${x} < ${zero}, ${x} + (-${x}) % ${y}, ${x} - ${x} % ${y}) / ${y})`,
        note: 'Decimals are cut off, towards zero.',
      },
    ],
  }
}
