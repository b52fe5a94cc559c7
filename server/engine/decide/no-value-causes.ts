import { CALENDAR_REACH, printDate } from '../../language/numeric/calendar'
import { add, multiply, negate, type Rational, toDouble } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset, LookupForm } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'

export const DIVISION = 'something is divided by zero'
const DATE = 'a date is moved by a fraction of a month or out of the calendar'
const ABSENT = 'a field of an absent record is read'
const CODE = 'a code stands where a number or a date is needed'
const CODE_INSTANT = 'a code stands where a timestamp is needed'
const EMPTY = 'a list without an entry has no smallest or largest value'
const EMPTY_INSTANTS = 'a list without an entry has no earliest or latest timestamp'
const EMPTY_DATES = 'a list without an entry has no earliest or latest day'

export const NO_MEANING: Meaning = { end: null, inside: null }

export const ABSENCES = {
  'no-condition': 'none of the conditions of a list holds',
  exceptions: 'exceptions that do not state the same value apply at once',
} as const

/** How a value comes to be missing. */
export type Cause = string

/** The meaning of "no value" at the end of a construct, and inside its branches. */
export interface Meaning {
  readonly end: Cause | null
  readonly inside: Cause | null
}

/** Everything in an expression and its definitions that may have no value. */
export class CausesOfNoValue {
  private readonly reach: DateReach

  constructor(private readonly lets: CheckedRuleset['lets']) {
    this.reach = new DateReach(lets)
  }

  in(expression: Checked): ReadonlySet<Cause> {
    const causes = new Set<Cause>()
    const seen = new Set<number>()
    const visit = (node: Checked): void => {
      for (const cause of this.of(node)) causes.add(cause)
      if (node.kind !== 'let' || seen.has(node.let)) return
      seen.add(node.let)
      const value = this.lets[node.let]?.value
      if (value !== undefined) walkTree(value, visit)
    }
    walkTree(expression, visit)
    return causes
  }

  /** The causes in the node itself, if everything below it has a value. */
  of(node: Checked): readonly Cause[] {
    switch (node.kind) {
      case 'arithmetic':
        return (node.operator === '/' || node.operator === '%') && canBeZero(node.right) ? [DIVISION] : []
      case 'nothing':
        return node.because === undefined ? [] : [ABSENCES[node.because]]
      case 'add-months':
        return this.reach.isBounded(node) ? [] : [DATE]
      case 'calendar':
        return node.operands.every((operand) => this.reach.isBounded(operand)) ? [] : [DATE]
      case 'written': {
        const { end, inside } = meaningOf(node)
        return [end, inside].filter((cause) => cause !== null)
      }
      default:
        return []
    }
  }
}

/** More than every day that a claim or a text can hold. */
const CLAIM_REACH = 4_000_000
const MAX_MONTH_DAYS = 31

/** How many days from 1970 a date can be at most, if claims are moved by written times only; else infinite. */
class DateReach {
  private readonly known = new Map<number, number>()

  constructor(private readonly lets: CheckedRuleset['lets']) {}

  /** Whether every operation of the calendar with it has a value. */
  isBounded(date: Checked): boolean {
    return this.of(date) <= CALENDAR_REACH
  }

  private of(node: Checked): number {
    switch (node.kind) {
      case 'input':
      case 'number':
      case 'nothing':
        return CLAIM_REACH
      case 'let':
        return this.ofLet(node.let)
      case 'written':
        return this.of(node.core)
      case 'choice':
        return Math.max(this.of(node.then), this.of(node.otherwise))
      case 'case': {
        const values = node.arms.map(({ value }) => value)
        return this.ofAll(node.fallback === null ? values : [...values, node.fallback])
      }
      case 'extreme':
        return this.ofAll(node.operands)
      case 'calendar':
        return node.type.kind === 'date' ? this.ofAll(node.operands) + MAX_MONTH_DAYS : Number.POSITIVE_INFINITY
      case 'add-months':
        return this.of(node.operand) + MAX_MONTH_DAYS * (wholeTime(node.months) + 1)
      case 'arithmetic':
        return node.type.kind === 'date' ? this.of(node.left) + wholeTime(node.right) : Number.POSITIVE_INFINITY
      default:
        return Number.POSITIVE_INFINITY
    }
  }

  private ofAll(nodes: readonly Checked[]): number {
    return Math.max(...nodes.map((node) => this.of(node)))
  }

  private ofLet(index: number): number {
    const known = this.known.get(index)
    if (known !== undefined) return known
    const value = this.lets[index]?.value
    const reach = value === undefined ? Number.POSITIVE_INFINITY : this.of(value)
    this.known.set(index, reach)
    return reach
  }
}

/** The number of months or days without its sign; infinite if it is not a written whole number. */
function wholeTime(time: Checked): number {
  const written = writtenNumber(time)
  return written?.d === 1 ? Math.abs(toDouble(written)) : Number.POSITIVE_INFINITY
}

/** Null if it depends on a claim. */
function writtenNumber(node: Checked): Rational | null {
  if (node.kind === 'number') return node.value
  if (node.kind !== 'negate' && node.kind !== 'convert') return null
  const operand = writtenNumber(node.operand)
  if (operand === null) return null
  return node.kind === 'negate' ? negate(operand) : add(multiply(operand, node.factor), node.offset)
}

/** Whether a part of the value is a timestamp. */
function readsInstant(value: Checked): boolean {
  let isRead = false
  walkTree(value, ({ type }) => {
    isRead ||= type.kind === 'timestamp'
  })
  return isRead
}

export function canBeZero(divisor: Checked): boolean {
  return divisor.kind !== 'number' || divisor.value.n === 0
}

/** The reasons that a missing value inside this construct can have. */
export function meaningOf({ form, core, type }: Extract<Checked, { kind: 'written' }>): Meaning {
  switch (form.kind) {
    case 'shown':
      if (core.kind === 'choice' && core.condition.kind === 'input') return { end: ABSENT, inside: null }
      if (type.kind === 'boolean') return NO_MEANING
      return { end: readsInstant(form.shown) ? CODE_INSTANT : CODE, inside: null }
    case 'entries':
      if (form.over !== 'Min' && form.over !== 'Max') return NO_MEANING
      return {
        end: type.kind === 'date' ? EMPTY_DATES : type.kind === 'timestamp' ? EMPTY_INSTANTS : EMPTY,
        inside: null,
      }
    case 'lookup':
      return meaningOfLookup(form, core)
    case 'is-a':
    case 'date-of':
    case 'text':
    case 'condition':
    case 'exceptions':
    case 'first-failed':
      return NO_MEANING
  }
}

/** Why a parameter, a scale or a table may itself have no value, such as "no row of the table fine applies". */
function meaningOfLookup(form: LookupForm, core: Checked): Meaning {
  const { of, name, rows, policy, otherwise } = form
  if (of === 'scale' || policy.startsWith('collect')) return NO_MEANING
  if (of === 'parameter') {
    const test = rows[0]?.cells[0]?.tests[0]
    const first = test?.kind === 'compare' && test.value.kind === 'number' ? printDate(toDouble(test.value.value)) : ''
    return { end: `the parameter ${name} has no value before ${first}`, inside: null }
  }
  return {
    end: otherwise === null ? `no row of the table ${name} applies` : null,
    inside: clashes(form, core) ? `several rows of the table ${name} apply` : null,
  }
}

/** Whether the table has no value if a later row applies too. */
function clashes({ policy, rows }: LookupForm, core: Checked): boolean {
  if (policy !== 'unique' && policy !== 'any') return false
  let node = core
  for (const { value } of rows) {
    if (node.kind !== 'choice') return false
    if (node.then !== value) return true
    node = node.otherwise
  }
  return false
}
