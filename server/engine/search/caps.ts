/**
 * How far the second tier goes for one assertion before it leaves the rest to the solver.
 *
 * Promises: counts of deterministic work, never time, so the same check always stops at the same place.
 */

/** Maximum combinations of finite values that are tried one by one. */
export const COMBINATIONS = 4_096

/**
 * Steps of all searching for one assertion: for its verdict, and for each unbound input that may be relevant. A
 * question to the solver costs as much as some 100,000 steps, so longer searches would cost more than they save.
 */
const VERDICT_SEARCH_STEPS = 100_000
const INPUT_SEARCH_STEPS = 40_000

/** Steps of all searching in one check: well below what a check may use, however many of its assertions are hard. */
const CHECK_SEARCH_STEPS = 15_000_000

/**
 * Steps of all searching for one assertion.
 * @param assertions how many the ruleset has
 * @param unbound how many inputs of this one are not known
 */
export function searchSteps(assertions: number, unbound: number): number {
  return Math.min(VERDICT_SEARCH_STEPS + INPUT_SEARCH_STEPS * unbound, Math.floor(CHECK_SEARCH_STEPS / assertions))
}

/**
 * Steps of building one witness or one pair on purpose. Real policies need some hundreds, a few need many thousands.
 */
export const STEERING_STEPS = 40_000

/** Steps of one proof by cases over the finite inputs. */
export const SPLIT_STEPS = 10_000

/** Steps of looking for witnesses among boundary samples, where none was built. */
export const SAMPLE_STEPS = 20_000

/** Steps of looking, for one input, for two samples that differ in it alone and in their outcome. */
export const PAIR_STEPS = 5_000

/**
 * Evaluations of looking for the first falsifying assignment. A search through c combinations visits fewer than 2c
 * partial assignments, so where the domains are small enough to be exhausted this never stops it.
 */
export const COUNTEREXAMPLE_EVALUATIONS = 2 * COMBINATIONS

/** Constants of one numeric input that make samples, in the order in which the expression names them. */
export const CONSTANTS = 24

/** Alternatives of one side of a comparison, as branches of an `If` make them. */
export const ALTERNATIVES = 6

/** Nesting followed when a side of a comparison is written as a linear form. */
export const FORM_DEPTH = 120
