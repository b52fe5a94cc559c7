const IS_LONG = process.env.TEST_SERIES === 'nightly'
const SHORT_OF = 5

/**
 * Returns how often to try a random property: a fifth of the nightly number in `npm test`. The test has the tag
 * `repeated`, which both series run. A failed run prints the seed and path that repeat it (fast-check).
 * @param nightly number of tries in the nightly series
 */
export function repetitions(nightly: number): number {
  return IS_LONG ? nightly : Math.ceil(nightly / SHORT_OF)
}
