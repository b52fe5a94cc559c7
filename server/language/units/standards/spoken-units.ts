type Words = readonly [one: string, several: string]

/**
 * Units that reviews write as words, by symbol. Other symbols are printed. Pages load this table and not the standards,
 * which take their words from it.
 */
export const SPOKEN_UNITS = {
  s: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  wk: ['week', 'weeks'],
  mo: ['month', 'months'],
  quarter: ['quarter', 'quarters'],
  yr: ['year', 'years'],

  in: ['inch', 'inches'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards'],
  mi: ['mile', 'miles'],
  nmi: ['nautical mile', 'nautical miles'],

  '%': ['percent', 'percent'],
} as const satisfies Readonly<Record<string, Words>>
