/**
 * The calendar in SQL, on whole numbers of days since 1970. Dates are moved by 4,000 years to where the calendars of the
 * databases have only years above zero; theirs and the engine's repeat every 400 years.
 */
import type { NumericNode, ValueNode } from '../engine/evaluate/node'
import type { CalendarPart } from '../language/numeric/calendar'
import { fromInteger, isInteger, ONE, toDouble } from '../language/numeric/rational'
import { type Dialect, UntranslatableError } from './dialect'
import type { Fraction, Fractions } from './fraction'

type CalendarNode = Extract<NumericNode, { kind: 'calendar' }>

const MOVED_DAYS = 1_460_970
const MOVED_YEARS = 4_000
/** How far a date may be moved from the years 1 to 9999. */
const MAX_DAYS = 500_000
const MAX_MONTHS = 12_000

export class CalendarWriter {
  /** @param stage names an expression that is used more than once */
  constructor(
    private readonly dialect: Dialect,
    private readonly fractions: Fractions,
    private readonly stage: (sql: string) => string,
  ) {}

  write({ part, rule, operands }: CalendarNode, number: (operand: NumericNode) => Fraction): Fraction {
    const [first, second] = operands
    if (first === undefined) throw new Error('the calendar needs a date')
    if (part === 'day-of') {
      const days = number(first)
      return this.fractions.add(days, this.fractions.modulo(days, this.fractions.constant(ONE)), '-')
    }
    if (this.dialect.name === 'sqlite') throw new UntranslatableError('SQLite has no calendar for it')
    const date = this.date(first, number)
    if (part === 'add-months') return this.days(this.movedBy(date, constantMonths(second), rule))
    if (part === 'full-months' || part === 'full-years') {
      const months = this.fullMonths(date, this.date(second, number), rule)
      return part === 'full-months' ? months : this.wholeYears(months)
    }
    if (part === 'end-of-month') return this.days(this.endOfMonth(date))
    return this.plain(part, date)
  }

  /** @throws UntranslatableError for what may be no whole number of days, or too far from our years */
  private date(node: NumericNode | undefined, number: (operand: NumericNode) => Fraction): string {
    if (node === undefined || reach(node) === null)
      throw new UntranslatableError('it calculates with dates of any distance')
    const { numerator, over, divisor } = number(node)
    if (over !== 1n || divisor !== null) throw new UntranslatableError('it calculates with parts of days')
    return this.stage(`(DATE '1970-01-01' + CAST(${numerator.sql} + ${MOVED_DAYS} AS INTEGER))`)
  }

  private days(date: string): Fraction {
    return this.whole(`(${date} - DATE '1970-01-01' - ${MOVED_DAYS})`, 10n ** 7n)
  }

  private plain(part: CalendarPart, date: string): Fraction {
    const field = part === 'weekday' ? 'ISODOW' : part.toUpperCase()
    return this.whole(`(EXTRACT(${field} FROM ${date})${part === 'year' ? ` - ${MOVED_YEARS}` : ''})`, 10n ** 5n)
  }

  private whole(sql: string, bound: bigint): Fraction {
    const type = this.dialect.name === 'postgres' ? 'numeric' : 'BIGINT'
    return {
      numerator: { sql: `CAST(${sql} AS ${type})`, bound: this.fractions.checked(bound), constant: null },
      over: 1n,
      divisor: null,
    }
  }

  private endOfMonth(date: string): string {
    const first = `(${date} - CAST(EXTRACT(DAY FROM ${date}) - 1 AS INTEGER))`
    return `(CAST(${first} + INTERVAL '1 month' AS DATE) - 1)`
  }

  /** Databases take the last day of a month that lacks the day. */
  private movedBy(date: string, months: string, rule: CalendarNode['rule']): string {
    const interval = this.dialect.name === 'postgres' ? `make_interval(months => ${months})` : `to_months(${months})`
    const moved = this.stage(`CAST(${date} + ${interval} AS DATE)`)
    if (rule === 'last') return moved
    return `(${moved} + CASE WHEN EXTRACT(DAY FROM ${moved}) < EXTRACT(DAY FROM ${date}) THEN 1 ELSE 0 END)`
  }

  private fullMonths(from: string, to: string, rule: CalendarNode['rule']): Fraction {
    const between = (field: string) => `(EXTRACT(${field} FROM ${to}) - EXTRACT(${field} FROM ${from}))`
    const months = this.stage(`CAST(${between('YEAR')} * 12 + ${between('MONTH')} AS INTEGER)`)
    const passed = `${this.movedBy(from, months, rule)} > ${to}`
    return this.whole(`(${months} - CASE WHEN ${passed} THEN 1 ELSE 0 END)`, 10n ** 6n)
  }

  private wholeYears(months: Fraction): Fraction {
    const twelve = this.fractions.constant(fromInteger(12))
    const whole = this.fractions.add(months, this.fractions.modulo(months, twelve), '-')
    return this.fractions.divide(whole, twelve)
  }
}

function constantMonths(node: NumericNode | undefined): string {
  if (node?.kind !== 'constant' || !isInteger(node.value) || Math.abs(toDouble(node.value)) > MAX_MONTHS)
    throw new UntranslatableError('it moves a date by a number of months that is not written')
  return String(toDouble(node.value))
}

/** The most days by which a node may lie outside of the years 1 to 9999; null if that is not known, or too far. */
function reach(node: ValueNode): number | null {
  const days = reachOf(node)
  return days === null || days > MAX_DAYS ? null : days
}

function reachOf(node: ValueNode): number | null {
  switch (node.kind) {
    case 'input':
      return 0
    case 'constant':
      return node.domain === 'numeric' && isInteger(node.value) && Math.abs(toDouble(node.value)) < 2_000_000 ? 0 : null
    case 'shared':
      return reachOf(node.inner)
    case 'choice':
      return farthest([node.whenTrue, node.whenFalse])
    case 'case':
      return farthest([...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])])
    case 'arithmetic': {
      const { left, right, operator } = node
      if ((operator !== '+' && operator !== '-') || right.kind !== 'constant' || !isInteger(right.value)) return null
      const days = reachOf(left)
      return days === null ? null : days + Math.abs(toDouble(right.value))
    }
    case 'calendar': {
      if (node.part === 'end-of-month') return farthest(node.operands)
      if (node.part !== 'add-months') return null
      const [date, months] = node.operands
      const days = date === undefined ? null : reachOf(date)
      return days === null || months?.kind !== 'constant' ? null : days + 31 * Math.abs(toDouble(months.value))
    }
    default:
      return null
  }
}

function farthest(nodes: readonly ValueNode[]): number | null {
  let most = 0
  for (const node of nodes) {
    const days = reachOf(node)
    if (days === null) return null
    most = Math.max(most, days)
  }
  return most
}
