/**
 * Dates over the integers, independently of the evaluator: year, month and day of a day number are variables that the
 * number determines. Nothing has a value unless every operand is a whole number within the calendar's reach.
 */

import type { CalendarPart, MonthEnd } from '../../language/numeric/calendar'
import { addMonths, CALENDAR_REACH, calendarPart, FIRST_DAY, LAST_DAY } from '../../language/numeric/calendar'
import { INSTANTS } from '../../language/numeric/instant'
import { fromInteger } from '../../language/numeric/rational'
import { lowerNumeral } from './lower-arithmetic'
import { casesOf, type LoweredNumber, MAX_CONSTANT_CASES, splitOf } from './lowered'
import type { Term, Terms } from './terms'
import { isWholeSplit, restOf, roundSplit, wholeSplit } from './whole-parts'

/** From 1 January of year 1 to 1 January 1970. */
const DAYS_BEFORE_1970 = 719_162
/** Days before each month of a year without a leap day. */
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]

/** Integer terms. */
interface Civil {
  readonly number: Term
  readonly year: Term
  readonly month: Term
  readonly day: Term
}

type CivilMonth = Pick<Civil, 'year' | 'month'>

/** One for each question. */
export class CalendarLowering {
  private readonly known = new Map<Term, Civil>()

  constructor(private readonly terms: Terms) {}

  /** A claim: any day that a claim can hold. */
  dateVariable(): Term {
    const { terms } = this
    const variable = terms.wholeVariable()
    terms.state(
      terms.and([terms.atMost(this.whole(FIRST_DAY), variable), terms.atMost(variable, this.whole(LAST_DAY))]),
    )
    return variable
  }

  /** A claim: any instant that a claim can hold, in hours. */
  instantVariable(): Term {
    const { terms } = this
    const variable = terms.realVariable()
    const [first, last] = [terms.real(INSTANTS.min), terms.real(INSTANTS.max)]
    terms.state(terms.and([terms.atMost(first, variable), terms.atMost(variable, last)]))
    return variable
  }

  addMonths(date: LoweredNumber, months: LoweredNumber, rule: MonthEnd): LoweredNumber {
    const folded = this.folded([date, months], ([day = 0, count = 0]) => addMonths(day, count, rule))
    if (folded !== null) return folded
    const from = this.civil(this.wholeOf(date))
    return this.number(this.moved(from, this.monthAfter(from, months), rule), [date, months])
  }

  part(part: CalendarPart, dates: readonly LoweredNumber[], rule: MonthEnd): LoweredNumber {
    const folded = this.folded(dates, ([first = 0, second = 0]) => calendarPart(part, first, second, rule))
    if (folded !== null) return folded
    return this.number(this.partTerm(part, dates, rule), dates)
  }

  /** Null unless every operand is one of few constants, all of them reached. */
  private folded(
    operands: readonly LoweredNumber[],
    calculate: (numbers: readonly number[]) => number,
  ): LoweredNumber | null {
    const { terms } = this
    let combined: readonly { readonly condition: Term; readonly numbers: readonly number[] }[] = [
      { condition: terms.always, numbers: [] },
    ]
    for (const operand of operands) {
      const cases = casesOf(terms, operand)
      if (cases === null || combined.length * cases.length > MAX_CONSTANT_CASES) return null
      if (!cases.every(({ constant: { n, d } }) => d === 1 && Math.abs(n) <= CALENDAR_REACH)) return null
      combined = combined.flatMap(({ condition, numbers }) =>
        cases.map((each) => ({
          condition: terms.and([condition, each.condition]),
          numbers: [...numbers, each.constant.n],
        })),
      )
    }
    const defined = terms.and(operands.map((operand) => operand.defined))
    const results = combined.map(({ condition, numbers }) => ({ condition, number: calculate(numbers) }))
    const last = results.at(-1)!
    if (results.every(({ number }) => number === last.number))
      return { ...lowerNumeral(terms, fromInteger(last.number)), defined }
    const chosen = results.reduceRight(
      (otherwise, { condition, number }) => terms.choose(condition, this.whole(number), otherwise),
      this.whole(last.number),
    )
    const cases = results.map(({ condition, number }) => ({ condition, constant: fromInteger(number) }))
    return { kind: 'numeric', value: terms.asReal(chosen), defined, split: () => wholeSplit(chosen), cases }
  }

  private partTerm(part: CalendarPart, dates: readonly LoweredNumber[], rule: MonthEnd): Term {
    const { terms } = this
    const [first, second] = dates.map((date) => this.wholeOf(date))
    if (first === undefined) throw new Error('the calendar needs a date')
    if (part === 'weekday') {
      const since = terms.sum([first, this.whole(3)])
      const weeks = terms.product(this.whole(7), this.quotient(since, 7))
      return terms.sum([terms.difference(since, weeks), this.whole(1)])
    }
    const from = this.civil(first)
    switch (part) {
      case 'year':
        return from.year
      case 'month':
        return from.month
      case 'day':
        return from.day
      case 'end-of-month':
        return this.dayOf({ ...from, day: this.lengthOf(from.year, from.month) })
      case 'full-months':
      case 'full-years': {
        if (second === undefined) throw new Error('full months are between two dates')
        const months = this.fullMonths(from, this.civil(second), rule)
        return part === 'full-months' ? months : this.quotient(months, 12)
      }
    }
  }

  private fullMonths(from: Civil, to: Civil, rule: MonthEnd): Term {
    const { terms } = this
    const months = terms.difference(this.monthNumber(to), this.monthNumber(from))
    const isPassed = terms.below(to.number, this.moved(from, to, rule))
    return terms.choose(isPassed, terms.difference(months, this.whole(1)), months)
  }

  /** Known months need no division. */
  private monthAfter(from: Civil, months: LoweredNumber): CivilMonth {
    const { terms } = this
    const { constant } = months
    if (constant?.d !== 1 || Math.abs(constant.n) > CALENDAR_REACH) {
      const number = terms.sum([this.monthNumber(from), this.wholeOf(months)])
      const year = this.quotient(number, 12)
      return { year, month: terms.sum([terms.difference(number, terms.product(this.whole(12), year)), this.whole(1)]) }
    }
    const years = Math.floor(constant.n / 12)
    const rest = constant.n - 12 * years
    if (rest === 0) return { year: terms.sum([from.year, this.whole(years)]), month: from.month }
    const month = terms.sum([from.month, this.whole(rest)])
    const isNextYear = terms.below(this.whole(12), month)
    return {
      year: terms.sum([from.year, terms.choose(isNextYear, this.whole(years + 1), this.whole(years))]),
      month: terms.choose(isNextYear, terms.sum([month, this.whole(-12)]), month),
    }
  }

  /** The same day of another month, or what counts in its place. */
  private moved({ day }: Civil, { year, month }: CivilMonth, rule: MonthEnd): Term {
    const { terms } = this
    const length = this.lengthOf(year, month)
    const isKept = terms.atMost(day, length)
    if (rule === 'last') return this.dayOf({ year, month, day: terms.choose(isKept, day, length) })
    const isDecember = terms.equal(month, this.whole(12))
    const next = {
      year: terms.choose(isDecember, terms.sum([year, this.whole(1)]), year),
      month: terms.choose(isDecember, this.whole(1), terms.sum([month, this.whole(1)])),
    }
    return this.dayOf({
      year: terms.choose(isKept, year, next.year),
      month: terms.choose(isKept, month, next.month),
      day: terms.choose(isKept, day, this.whole(1)),
    })
  }

  /** Remembers its parts, so that no variables stand for them again. */
  private dayOf(date: Omit<Civil, 'number'>): Term {
    const number = this.dayNumber(date.year, date.month, date.day)
    if (!this.known.has(number)) this.known.set(number, { ...date, number })
    return number
  }

  /** Months since January of year 0. */
  private monthNumber({ year, month }: Civil): Term {
    return this.terms.sum([this.terms.product(this.whole(12), year), month, this.whole(-1)])
  }

  private civil(number: Term): Civil {
    const known = this.known.get(number)
    if (known !== undefined) return known
    const { terms } = this
    const [year, month, day] = [terms.wholeVariable(), terms.wholeVariable(), terms.wholeVariable()]
    const one = this.whole(1)
    terms.state(
      terms.and([
        terms.atMost(one, month),
        terms.atMost(month, this.whole(12)),
        terms.atMost(one, day),
        terms.atMost(day, this.lengthOf(year, month)),
        terms.equal(number, this.dayNumber(year, month, day)),
      ]),
    )
    const civil = { number, year, month, day }
    this.known.set(number, civil)
    return civil
  }

  private dayNumber(year: Term, month: Term, day: Term): Term {
    const { terms } = this
    const before = terms.sum([year, this.whole(-1)])
    const leapDays = terms.sum([
      terms.difference(this.quotient(before, 4), this.quotient(before, 100)),
      this.quotient(before, 400),
    ])
    const isBehindLeapDay = terms.and([this.isLeap(year), terms.below(this.whole(2), month)])
    return terms.sum([
      terms.product(this.whole(365), before),
      leapDays,
      this.byMonth(month, (index) => DAYS_BEFORE_MONTH[index]!),
      terms.choose(isBehindLeapDay, this.whole(1), this.whole(0)),
      day,
      this.whole(-1 - DAYS_BEFORE_1970),
    ])
  }

  private lengthOf(year: Term, month: Term): Term {
    const { terms } = this
    const february = terms.choose(this.isLeap(year), this.whole(29), this.whole(28))
    const others = this.byMonth(month, (index) => ([3, 5, 8, 10].includes(index) ? 30 : 31))
    return terms.choose(terms.equal(month, this.whole(2)), february, others)
  }

  private byMonth(month: Term, dayCount: (index: number) => number): Term {
    const { terms } = this
    let chosen = this.whole(dayCount(11))
    for (let index = 10; index >= 0; index--)
      chosen = terms.choose(terms.equal(month, this.whole(index + 1)), this.whole(dayCount(index)), chosen)
    return chosen
  }

  private isLeap(year: Term): Term {
    const { terms } = this
    const divides = (by: number) => terms.equal(terms.product(this.whole(by), this.quotient(year, by)), year)
    return terms.and([divides(4), terms.or([terms.not(divides(100)), divides(400)])])
  }

  /** Rounded down; the divisor is positive. */
  private quotient(a: Term, by: number): Term {
    return this.terms.quotient(a, this.whole(by))
  }

  private wholeOf(number: LoweredNumber): Term {
    return roundSplit(this.terms, splitOf(this.terms, number)).whole
  }

  private number(term: Term, operands: readonly LoweredNumber[]): LoweredNumber {
    const { terms } = this
    const defined = terms.and(operands.flatMap((operand) => [operand.defined, this.isReached(operand)]))
    return { kind: 'numeric', value: terms.asReal(term), defined, split: () => wholeSplit(term) }
  }

  private isReached(operand: LoweredNumber): Term {
    const { terms } = this
    const split = roundSplit(terms, splitOf(terms, operand))
    const isWhole = isWholeSplit(split) ? terms.always : terms.equal(restOf(terms, split), terms.real(fromInteger(0)))
    const { whole } = split
    return terms.and([
      isWhole,
      terms.atMost(this.whole(-CALENDAR_REACH), whole),
      terms.atMost(whole, this.whole(CALENDAR_REACH)),
    ])
  }

  private whole(value: number): Term {
    return this.terms.integer(fromInteger(value))
  }
}
