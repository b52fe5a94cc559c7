/**
 * `as_of - born >= 18 "yr"`. The difference of two dates is a number of days, and months and years have no fixed number
 * of days, so the months are added to a date instead.
 */
import type { Fix } from '../../messages/diagnostic'
import { replaceFix } from '../../messages/report'
import { isInteger, multiply } from '../../numeric/rational'
import type { ComparisonOperator, Expression } from '../../syntax/syntax'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { inUnit } from './unit-meeting'

type Comparison = Extract<Expression, { kind: 'comparison' }>
type Arithmetic = Extract<Expression, { kind: 'arithmetic' }>

export interface DifferenceAdvice {
  readonly says: string
  readonly fixes: readonly Fix[]
}

/** Null for another comparison. */
export function adviseOnDifference(
  c: Checking,
  node: Comparison,
  [left, right]: readonly [Checked, Checked],
): DifferenceAdvice | null {
  const isLeft = isDifference(left) || isInstants(left)
  const [difference, time] = isLeft ? [left, right] : [right, left]
  if (!isMonths(c, time)) return null
  if (isInstants(difference)) return adviseOnInstants(c, node, isLeft)
  if (!isDifference(difference)) return null
  const [written, span] = isLeft ? [node.left, node.right] : [node.right, node.left]
  const dates = withoutBrackets(written)
  if (dates.kind !== 'arithmetic') return null
  const textOf = ({ start, end }: Expression) => c.text.slice(start, end)
  const [later, earlier] = [textOf(dates.left), grouped(dates.right, textOf)]
  const moved = `${earlier} + ${grouped(span, textOf)}`
  const rewritten = isLeft ? `${later} ${node.operator} ${moved}` : `${moved} ${node.operator} ${later}`
  const full = fullTime(node.operator, isLeft, dates, time, textOf)
  const says = `${textOf(dates)} is a number of days, and months and years have no fixed number of days. Write ${rewritten}${full === null ? '' : `, which is the same as ${full}`}${ruleOfMonths(c)}.`
  return { says, fixes: c.monthEnd === null ? [] : [replaceFix(`Write ${rewritten}`, node, rewritten)] }
}

/** `received - sent <= 1 "mo"`: months pass between dates, and an instant has a date at an offset from UTC. */
function adviseOnInstants(c: Checking, node: Comparison, isLeft: boolean): DifferenceAdvice | null {
  const instants = withoutBrackets(isLeft ? node.left : node.right)
  if (instants.kind !== 'arithmetic') return null
  const textOf = ({ start, end }: Expression) => c.text.slice(start, end)
  const later = `DateOf(${textOf(instants.left)}, "Z")`
  const moved = `DateOf(${textOf(instants.right)}, "Z") + ${grouped(isLeft ? node.right : node.left, textOf)}`
  const rewritten = isLeft ? `${later} ${node.operator} ${moved}` : `${moved} ${node.operator} ${later}`
  const says = `${textOf(instants)} is a number of hours, and months and years have no fixed number of hours. Compare the dates, at the offset from UTC that counts: ${rewritten}${ruleOfMonths(c)}.`
  return { says, fixes: [] }
}

function ruleOfMonths(c: Checking): string {
  return c.monthEnd === null ? ', with month_end last; or month_end next; below the version' : ''
}

/** `as_of - born - 18 "yr"`, whose years belong to one of the dates. Null for another sum. */
export function adviseOnSum(
  c: Checking,
  node: Arithmetic,
  [left, right]: readonly [Checked, Checked],
): DifferenceAdvice | null {
  const dates = withoutBrackets(node.left)
  if (!isDifference(left) || !isMonths(c, right) || dates.kind !== 'arithmetic') return null
  if (node.operator !== '+' && node.operator !== '-') return null
  const textOf = ({ start, end }: Expression) => c.text.slice(start, end)
  const [later, earlier, time] = [textOf(dates.left), grouped(dates.right, textOf), grouped(node.right, textOf)]
  const rewritten = node.operator === '-' ? `${later} - (${earlier} + ${time})` : `${later} + ${time} - ${earlier}`
  const says = `${textOf(dates)} is a number of days, and months and years have no fixed number of days. Write ${rewritten}${ruleOfMonths(c)}.`
  const isClear = node.operator === '-' && c.monthEnd !== null
  return { says, fixes: isClear ? [replaceFix(`Write ${rewritten}`, node, rewritten)] : [] }
}

/** For `as_of - born >= 18`, whose author may mean years. Null next to another number. */
export function yearsInstead(c: Checking, difference: Checked, number: Checked): string | null {
  if (difference.kind !== 'arithmetic' || !isDifference(difference)) return null
  const [first, last] = difference.start < number.start ? [difference, number] : [number, difference]
  const operator = c.text.slice(first.end, last.start).trim()
  if (!/^(?:[<>]=?|[!=]=)$/.test(operator)) return null
  const textOf = ({ start, end }: Checked) => c.text.slice(start, end)
  const moved = `${textOf(difference.right)} + ${textOf(number)} "yr"`
  const [left, right] = first === difference ? [textOf(difference.left), moved] : [moved, textOf(difference.left)]
  return `For years, write ${left} ${operator} ${right}.`
}

function isInstants(node: Checked): boolean {
  return node.kind === 'arithmetic' && node.left.type.kind === 'timestamp' && node.right.type.kind === 'timestamp'
}

function isDifference(node: Checked): boolean {
  return node.kind === 'arithmetic' && node.left.type.kind === 'date' && node.right.type.kind === 'date'
}

/** Whether a date can be moved by it. */
function isMonths(c: Checking, time: Checked): boolean {
  const unit = time.type.kind === 'numeric' ? time.type.unit : null
  const months = unit === null ? null : inUnit(c, time, unit, 'mo')
  if (months === null) return false
  if (months.kind === 'number') return isInteger(months.value)
  if (months.kind !== 'convert' || months.operand.kind !== 'number') return true
  return isInteger(multiply(months.operand.value, months.factor))
}

const FULL: Readonly<Record<string, string>> = { yr: 'FullYears', mo: 'FullMonths' }

/** `FullYears(born, as_of) >= 18`, which equals the moved date only where a part of a year does not matter. */
function fullTime(
  operator: ComparisonOperator,
  isLeft: boolean,
  dates: Arithmetic,
  time: Checked,
  textOf: (node: Expression) => string,
): string | null {
  const isEdge = isLeft ? operator === '>=' || operator === '<' : operator === '<=' || operator === '>'
  const name = time.kind === 'number' && time.type.kind === 'numeric' ? FULL[time.type.unit?.text ?? ''] : undefined
  if (!isEdge || name === undefined || time.kind !== 'number' || !isInteger(time.value)) return null
  const count = `${name}(${textOf(dates.right)}, ${textOf(dates.left)})`
  return isLeft ? `${count} ${operator} ${time.value.n}` : `${time.value.n} ${operator} ${count}`
}

function withoutBrackets(node: Expression): Expression {
  return node.kind === 'group' ? withoutBrackets(node.inner) : node
}

function grouped(node: Expression, textOf: (node: Expression) => string): string {
  return node.kind === 'arithmetic' || node.kind === 'negate' ? `(${textOf(node)})` : textOf(node)
}
