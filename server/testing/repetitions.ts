/** The environment of `npm run test:nightly`. */
const IS_LONG = process.env.TEST_SERIES === 'nightly'
const SHORT_OF = 5

/**
 * How often a random property is tried: so often in the nightly series, a fifth of that in `npm test`. Its test has the
 * tag `repeated`, by which it belongs to both series.
 *
 * A run that fails prints the seed and the path with which it fails again (fast-check).
 * @param nightly how often in the nightly series
 */
export function repetitions(nightly: number): number {
  return IS_LONG ? nightly : Math.ceil(nightly / SHORT_OF)
}
