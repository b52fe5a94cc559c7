import type { Json } from '../canonical-json'

/**
 * The description is null if the schema has one. Without an example, the field is an object or list whose example is
 * built from its members.
 */
export type FieldNote = readonly [description: string | null, example?: Json]

/**
 * Notes by field name. A longer key, such as `Project.name` or `usage.daily`, takes precedence for a field whose name
 * has several meanings.
 */
export type FieldNotes = Readonly<Record<string, FieldNote>>

/** The ruleset of public/docs/api.md, normalised. */
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
/** SHA-256 of {@link EXAMPLE_SOURCE}. */
export const EXAMPLE_HASH = '81b820f31b2fe9cf8217bf69c3d42ef09b384152f1579016099083f4f6b84185'
/** Hash of the library with only the example's converter. */
export const EXAMPLE_LIBRARY = '0de6e1d498337444e3d18be0d98867f49a55ecf671ac5b41cb21cb0829150c7b'

export const EXAMPLE_MOMENT = '2026-11-23T09:30:00.000Z'
export const EXAMPLE_LATER = '2026-11-23T09:31:12.000Z'
