/** Limits of tier 2 for one assertion, in deterministic work, never time. Beyond them the solver decides. */

/** Combinations of finite values that are tried. */
export const MAX_COMBINATIONS = 4_096

/** A solver question costs about 100,000 steps, so longer searches do not pay. */
const VERDICT_SEARCH_STEPS = 100_000
const INPUT_SEARCH_STEPS = 40_000

/** All searches of one check stay well below its budget: each assertion has a share, and may take from a reserve. */
const SHARED_SEARCH_STEPS = 7_500_000
const RESERVED_SEARCH_STEPS = 7_500_000
/** One assertion takes at most a fourth of the reserve, and leaves the rest for later ones. */
const RESERVE_PART = 4

/**
 * For one assertion.
 * @param assertions number in the ruleset
 * @param unbound its unknown inputs
 * @param spent steps of the check so far
 */
export function searchSteps(assertions: number, unbound: number, spent: number): number {
  const share = Math.floor(SHARED_SEARCH_STEPS / assertions)
  const reserve = Math.floor((RESERVED_SEARCH_STEPS - spent) / RESERVE_PART)
  return Math.min(VERDICT_SEARCH_STEPS + INPUT_SEARCH_STEPS * unbound, Math.max(share, reserve))
}

/** For one witness or pair. Real policies need hundreds of steps, a few need thousands. */
export const STEERING_STEPS = 40_000

/** For one of the two ways of drawing. Drawing costs less than the solver even if it finds nothing. */
export const DRAW_STEPS = 50_000

/** For one proof by cases. */
export const SPLIT_STEPS = 10_000

export const SAMPLE_STEPS = 20_000

/** For one input. */
export const PAIR_STEPS = 5_000

/** A search of c combinations visits fewer than 2c partial assignments. */
export const COUNTEREXAMPLE_EVALUATIONS = 2 * MAX_COMBINATIONS

/** For one input, in the expression's order. */
export const MAX_CONSTANTS = 24

export const MAX_ALTERNATIVES = 6

export const MAX_FORM_DEPTH = 120
