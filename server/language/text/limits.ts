/** The budgets have the names of the API (public/docs/api.md, "Budgets"). */
export interface LanguageLimits {
  readonly source_bytes: number
  readonly claims: number
  readonly assertions: number
  /** Nodes on the longest path, with brackets. */
  readonly expression_depth: number
  /** After expanding quantifiers; each let counts once. */
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
  /** For `expression_depth`, the depth at which reading stopped. */
  readonly actual: number
}
