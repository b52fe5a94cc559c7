/** What is said of a field of the contract, and the values that the examples of the OpenAPI document share. */
import type { Json } from '../canonical-json'

/**
 * A description, null where the schema has its own, and an example. Without an example, the field is an object or a list
 * and its example is made of those of its members.
 */
export type FieldNote = readonly [description: string | null, example?: Json]

/**
 * Notes by field name. A longer key, `Project.name` or `usage.daily`, stands for that field where the same name means
 * something else; the longest that fits is used.
 */
export type FieldNotes = Readonly<Record<string, FieldNote>>

/** The ruleset of public/docs/api.md, in its normal form. */
export const EXAMPLE_SOURCE = [
  'version 1.3;',
  '// @ask amount How much was spent, tax included?',
  '// @unit amount USD',
  'declare amount as numeric;',
  '// @ask has_receipt Is a receipt attached?',
  'declare has_receipt as boolean;',
  '// Anything above 75 dollars needs a receipt.',
  'assert receipt_attached { Implies(amount > 75 "USD", has_receipt) };',
  '',
].join('\n')
/** The sha256 of {@link EXAMPLE_SOURCE}. */
export const EXAMPLE_HASH = '81b820f31b2fe9cf8217bf69c3d42ef09b384152f1579016099083f4f6b84185'
/** The hash of the library that holds the converter of the examples and no other. */
export const EXAMPLE_LIBRARY = '0de6e1d498337444e3d18be0d98867f49a55ecf671ac5b41cb21cb0829150c7b'

export const EXAMPLE_MOMENT = '2026-11-23T09:30:00.000Z'
export const EXAMPLE_LATER = '2026-11-23T09:31:12.000Z'
