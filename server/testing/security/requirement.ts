/**
 * One requirement of the OWASP Application Security Verification Standard 5.0.0, and how this product answers it.
 *
 * Promises: the identifier and the level are the standard's; every description is in our own words. requirements.test.ts
 * compares the table with the standard's list and with the tests of this repository.
 */
export type Level = 1 | 2

/** Stands for the test of the chapter's own suite whose name begins with the identifier. */
export const OWN_TEST = 'own test'

/** What must be absent from the product, so that a reason can be checked. */
export interface Absence {
  /** Packages of the running product, by name. */
  readonly packages?: RegExp
  /** Text of a source file of the product. */
  readonly code?: RegExp
}

export type Answer =
  | {
      readonly kind: 'test'
      /** {@link OWN_TEST}, or `file > name`; a name may leave out the groups that stand before it. */
      readonly tests: readonly string[]
      /** The setting or the preset under which the answer holds; null where it always holds. */
      readonly setting: string | null
    }
  | { readonly kind: 'does not apply'; readonly reason: string; readonly absence: Absence }
  | { readonly kind: 'gap'; readonly reason: string }

export interface Requirement {
  /** Such as `6.2.1`, which the standard also writes `v5.0.0-6.2.1`. */
  readonly id: string
  readonly level: Level
  readonly words: string
  readonly answer: Answer
}

export function shown(id: string, level: Level, words: string, ...tests: readonly string[]): Requirement {
  return { id, level, words, answer: { kind: 'test', tests, setting: null } }
}

/** @param setting under which the tests hold, with the reason why it is one */
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
