/**
 * A requirement of the OWASP Application Security Verification Standard 5.0.0, and how this product meets it.
 * Identifier and level are the standard's; the descriptions are ours. requirements.test.ts compares the table with the
 * standard's list and this repository's tests.
 */
export type Level = 1 | 2

/** Means the test of the chapter's suite whose name begins with the identifier. */
export const OWN_TEST = 'own test'

/** Patterns that must not occur in the product, to verify a reason. */
export interface Absence {
  /** Names of packages of the running product. */
  readonly packages?: RegExp
  /** Text of the product's sources. */
  readonly code?: RegExp
}

export type Answer =
  | {
      readonly kind: 'test'
      /** {@link OWN_TEST}, or `file > name`; a name may leave out its leading groups. */
      readonly tests: readonly string[]
      /** The required setting or preset; null if the answer always holds. */
      readonly setting: string | null
    }
  | { readonly kind: 'does not apply'; readonly reason: string; readonly absence: Absence }
  | { readonly kind: 'gap'; readonly reason: string }

export interface Requirement {
  /** For example `6.2.1`, which the standard also writes `v5.0.0-6.2.1`. */
  readonly id: string
  readonly level: Level
  readonly words: string
  readonly answer: Answer
}

export function shown(id: string, level: Level, words: string, ...tests: readonly string[]): Requirement {
  return { id, level, words, answer: { kind: 'test', tests, setting: null } }
}

/** @param setting the setting that the tests need, with its reason */
export function shownWhere(
  setting: string,
  id: string,
  level: Level,
  words: string,
  ...tests: readonly string[]
): Requirement {
  return { id, level, words, answer: { kind: 'test', tests, setting } }
}

export function doesNotApply(
  id: string,
  level: Level,
  words: string,
  reason: string,
  absence: Absence = {},
): Requirement {
  return { id, level, words, answer: { kind: 'does not apply', reason, absence } }
}

export function gap(id: string, level: Level, words: string, reason: string): Requirement {
  return { id, level, words, answer: { kind: 'gap', reason } }
}
