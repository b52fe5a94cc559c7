/** Which random cases the series try, and how often. The set-up of every test file (vitest.config.ts). */
import fc from 'fast-check'

/** True in the nightly series. */
export const IS_LONG = process.env.TEST_SERIES === 'nightly'
const SHORT_OF = 5

/** Makes every `npm test` try the same cases, so that a change alone decides whether it passes. */
export const SEED = 20_261_128

/**
 * Returns how often to try a random property: a fifth of the nightly number in `npm test`. Both series run tests with
 * the tag `repeated`.
 * @param nightly number of tries in the nightly series
 */
export function repetitions(nightly: number): number {
  return IS_LONG ? nightly : Math.ceil(nightly / SHORT_OF)
}

// New cases in each nightly series.
if (!IS_LONG) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
