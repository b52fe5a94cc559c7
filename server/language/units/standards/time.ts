/**
 * Two families: the SI second and its exact multiples up to the week, with days of 24 hours; and the calendar, whose
 * months, quarters and years convert exactly among themselves but not to days (public/docs/language.md, "Units").
 */
import { SPOKEN_UNITS } from './spoken-units'
import type { Standard } from './standard'

export const TIME: Standard = {
  name: 'time',
  version: '1.0.0',
  symbols: [
    {
      symbol: 's',
      spoken: SPOKEN_UNITS.s,
      base: true,
      aliases: ['sec', 'secs', 'second', 'seconds'],
      about: 'second',
    },
    { symbol: 'ms', is: '0.001 s', aliases: ['millisecond', 'milliseconds'], about: 'millisecond' },
    { symbol: 'us', is: '0.001 ms', aliases: ['µs', 'μs', 'microsecond', 'microseconds'], about: 'microsecond' },
    { symbol: 'ns', is: '0.001 us', aliases: ['nanosecond', 'nanoseconds'], about: 'nanosecond' },
    {
      symbol: 'min',
      spoken: SPOKEN_UNITS.min,
      is: '60 s',
      aliases: ['mins', 'minute', 'minutes'],
      about: 'minute',
    },
    { symbol: 'h', spoken: SPOKEN_UNITS.h, is: '60 min', aliases: ['hr', 'hrs', 'hour', 'hours'], about: 'hour' },
    { symbol: 'd', spoken: SPOKEN_UNITS.d, is: '24 h', aliases: ['day', 'days'], about: 'day of 24 hours' },
    { symbol: 'wk', spoken: SPOKEN_UNITS.wk, is: '7 d', aliases: ['wks', 'week', 'weeks'], about: 'week' },
    { symbol: 'fortnight', is: '2 wk', aliases: ['fortnights'], about: 'fortnight' },

    {
      symbol: 'mo',
      spoken: SPOKEN_UNITS.mo,
      base: true,
      varies: { like: 'd', because: 'a month has 28 to 31 days' },
      aliases: ['mos', 'month', 'months'],
      about: 'calendar month',
    },
    {
      symbol: 'quarter',
      spoken: SPOKEN_UNITS.quarter,
      is: '3 mo',
      aliases: ['quarters', 'qtr', 'qtrs'],
      about: 'quarter of a calendar year',
    },
    {
      symbol: 'yr',
      spoken: SPOKEN_UNITS.yr,
      is: '12 mo',
      aliases: ['y', 'yrs', 'year', 'years'],
      about: 'calendar year',
    },
    { symbol: 'decade', is: '10 yr', aliases: ['decades'], about: 'ten calendar years' },
    { symbol: 'century', is: '10 decade', aliases: ['centuries'], about: 'a hundred calendar years' },
  ],
}
