/**
 * The complexity budgets that the language core itself can exceed (public/docs/api.md, "Budgets").
 *
 * Promises: names are the wire's budget names, so a refusal needs no translation.
 */
export interface LanguageLimits {
  readonly source_bytes: number
  readonly claims: number
  readonly assertions: number
  /** Deepest nesting of expressions: nodes on the longest way down, brackets and the links of a long sum included. */
  readonly expression_depth: number
  /**
   * Expression nodes of the whole ruleset after quantifiers are expanded and lets are counted where they are used once
   * each.
   */
  readonly expression_nodes: number
  readonly numeral_digits: number
}

export const DEFAULT_LANGUAGE_LIMITS: LanguageLimits = {
  source_bytes: 262_144,
  claims: 2_000,
  assertions: 2_000,
  expression_depth: 200,
  expression_nodes: 100_000,
  numeral_digits: 1_000,
}

export interface LimitExceeded {
  readonly budget: keyof LanguageLimits
  readonly limit: number
  /** What was used; for `expression_depth`, how deep the text was read before reading stopped. */
  readonly actual: number
}
