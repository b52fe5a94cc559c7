/** The calendar as terms over whole reals, by the rules of leap years; see expression-terms.ts. */

import type { CalendarPart, MonthEnd } from '../../language/numeric/calendar'
import { CALENDAR_REACH } from '../../language/numeric/calendar'
import { fromInteger, smallRatio } from '../../language/numeric/rational'
import type { Term, Terms } from './terms'

/** From 1 March of year 0 to 1 January 1970. */
const DAYS_BEFORE_1970 = 719_468
const DAYS_IN_400_YEARS = 146_097
/** Days before each month of a year that begins in March. */
const DAYS_BEFORE = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337]

/** A year that begins in March, its month from 0 and its day from 1. */
interface MarchDate {
  readonly year: Term
  readonly month: Term
  readonly day: Term
}

export class CalendarTerms {
  constructor(private readonly terms: Terms) {}

  /** Whether the calendar reaches the number, which must be whole. */
  isReached(number: Term): Term {
    const { terms } = this
    return terms.and([
      terms.equal(number, terms.floor(number)),
      terms.compare('<=', this.whole(-CALENDAR_REACH), number),
      terms.compare('<=', number, this.whole(CALENDAR_REACH)),
    ])
  }

  moved(date: Term, months: Term, rule: MonthEnd): Term {
    const from = this.marchDate(date)
    return this.inMonth(this.terms.sum([this.monthNumber(from), months]), from.day, rule)
  }

  part(part: CalendarPart, [date, other = date]: readonly [Term, Term | undefined], rule: MonthEnd): Term {
    const { terms } = this
    const from = this.marchDate(date)
    const isNextYear = terms.compare('<=', this.whole(10), from.month)
    switch (part) {
      case 'year':
        return terms.sum([from.year, terms.choose(isNextYear, this.whole(1), this.whole(0))])
      case 'month':
        return terms.sum([from.month, terms.choose(isNextYear, this.whole(-9), this.whole(3))])
      case 'day':
        return from.day
      case 'weekday': {
        const since = terms.sum([date, this.whole(3)])
        const weeks = terms.product(this.whole(7), this.quotient(since, 7))
        return terms.sum([terms.difference(since, weeks), this.whole(1)])
      }
      case 'end-of-month':
        return terms.sum([this.firstOf(terms.sum([this.monthNumber(from), this.whole(1)])), this.whole(-1)])
      case 'full-months':
        return this.fullMonths(from, other, rule)
      case 'full-years':
        return this.quotient(this.fullMonths(from, other, rule), 12)
    }
  }

  private fullMonths(from: MarchDate, to: Term, rule: MonthEnd): Term {
    const { terms } = this
    const target = this.monthNumber(this.marchDate(to))
    const isPassed = terms.compare('<', to, this.inMonth(target, from.day, rule))
    const one = terms.choose(isPassed, this.whole(-1), this.whole(0))
    return terms.sum([terms.difference(target, this.monthNumber(from)), one])
  }

  private inMonth(monthNumber: Term, day: Term, rule: MonthEnd): Term {
    const { terms } = this
    const first = this.firstOf(monthNumber)
    const next = this.firstOf(terms.sum([monthNumber, this.whole(1)]))
    const same = terms.sum([first, day, this.whole(-1)])
    const instead = rule === 'last' ? terms.sum([next, this.whole(-1)]) : next
    return terms.choose(terms.compare('<', same, next), same, instead)
  }

  /** Months since March of year 0. */
  private monthNumber({ year, month }: MarchDate): Term {
    return this.terms.sum([this.terms.product(this.whole(12), year), month])
  }

  /** The day number of the first day. */
  private firstOf(monthNumber: Term): Term {
    const { terms } = this
    const year = this.quotient(monthNumber, 12)
    const month = terms.difference(monthNumber, terms.product(this.whole(12), year))
    return terms.sum([this.yearStart(year), this.daysBefore(month), this.whole(-DAYS_BEFORE_1970)])
  }

  private yearStart(year: Term): Term {
    const { terms } = this
    const leapDays = terms.sum([
      terms.difference(this.quotient(year, 4), this.quotient(year, 100)),
      this.quotient(year, 400),
    ])
    return terms.sum([terms.product(this.whole(365), year), leapDays])
  }

  private daysBefore(month: Term): Term {
    const { terms } = this
    return DAYS_BEFORE.reduceRight<Term>(
      (others, days, index) => terms.choose(terms.equal(month, this.whole(index)), this.whole(days), others),
      this.whole(0),
    )
  }

  private marchDate(date: Term): MarchDate {
    const { terms } = this
    const since = terms.sum([date, this.whole(DAYS_BEFORE_1970)])
    // A year before or at the right one: 400 years have a whole number of days.
    const guess = terms.floor(terms.product(terms.real(smallRatio(400, DAYS_IN_400_YEARS)), since))
    const isLater = terms.compare('<=', this.yearStart(terms.sum([guess, this.whole(1)])), since)
    const isEarlier = terms.compare('<', since, this.yearStart(guess))
    const shift = terms.choose(isLater, this.whole(1), terms.choose(isEarlier, this.whole(-1), this.whole(0)))
    const year = terms.sum([guess, shift])
    const inYear = terms.difference(since, this.yearStart(year))
    let month = this.whole(0)
    let before = this.whole(0)
    DAYS_BEFORE.forEach((days, index) => {
      const isReached = terms.compare('<=', this.whole(days), inYear)
      month = terms.choose(isReached, this.whole(index), month)
      before = terms.choose(isReached, this.whole(days), before)
    })
    return { year, month, day: terms.sum([terms.difference(inYear, before), this.whole(1)]) }
  }

  private quotient(number: Term, by: number): Term {
    return this.terms.floor(this.terms.product(this.terms.real(smallRatio(1, by)), number))
  }

  private whole(value: number): Term {
    return this.terms.real(fromInteger(value))
  }
}
