/** The only lists of the grammar's words. */
import type { CalledFunction, QuantifierName } from './syntax'

/** With the minimum and maximum number of operands. */
export const FUNCTIONS: ReadonlyMap<CalledFunction, readonly [number, number]> = new Map([
  ['And', [1, Number.POSITIVE_INFINITY]],
  ['Or', [1, Number.POSITIVE_INFINITY]],
  ['Not', [1, 1]],
  ['Xor', [2, 2]],
  ['Implies', [2, 2]],
  ['If', [3, 3]],
  ['IsMember', [2, 2]],
  ['IsSubset', [2, 2]],
  ['Union', [2, 2]],
  ['Intersect', [2, 2]],
  ['Difference', [2, 2]],
  ['Members', [1, 1]],
])

/** True if a count comes first. */
export const QUANTIFIERS: ReadonlyMap<QuantifierName, boolean> = new Map([
  ['ForAll', false],
  ['Exists', false],
  ['AtLeast', true],
  ['AtMost', true],
  ['ExactlyOne', false],
  ['CountWhere', false],
])

export const STRUCTURE_WORDS = ['IF', 'THEN', 'ELSE', 'END', 'CASE', 'OF', 'DEFAULT'] as const
export const STATEMENT_WORDS = ['version', 'declare', 'let', 'assert'] as const
export const TYPE_WORDS = ['boolean', 'numeric', 'enum'] as const
export const POLICY_WORDS = ['optimistic', 'pessimistic', 'neutral'] as const

/** Words that cannot be names: those of the grammar, and those that authors expect there. */
export const RESERVED: ReadonlySet<string> = new Set<string>([
  ...FUNCTIONS.keys(),
  ...QUANTIFIERS.keys(),
  ...STRUCTURE_WORDS,
  'True',
  'False',
  'true',
  'false',
  'and',
  'or',
  'not',
])

export const CALLABLE: readonly string[] = [...FUNCTIONS.keys(), ...QUANTIFIERS.keys()]

export function isFunction(word: string): word is CalledFunction {
  return (FUNCTIONS as ReadonlyMap<string, unknown>).has(word)
}

export function isQuantifier(word: string): word is QuantifierName {
  return (QUANTIFIERS as ReadonlyMap<string, unknown>).has(word)
}
