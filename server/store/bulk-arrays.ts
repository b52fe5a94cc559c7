/**
 * Lists as parameters of statements that carry many rows.
 *
 * Promises: one text each and no work per character; the driver's own notation escapes every quote of a JSON text.
 */

/** For `$n::uuid[]` and the like. Trusts the items to be words: letters, digits, `_`, `-`, `:` and `.`, none empty, none NULL. */
export function wordArray(words: readonly string[]): string {
  return `{${words.join(',')}}`
}

/** A control character, which JSON texts hold in escaped form alone. */
const SEPARATOR = '\x1e'

/** JSON texts, none empty, for {@link jsonTexts} of the same number. */
export function joinedJson(texts: readonly string[]): string {
  return texts.join(SEPARATOR)
}

/** The expression of type `text[]` that reads the parameter `$<number>` made by {@link joinedJson}. */
export function jsonTexts(number: number): string {
  return `string_to_array($${number}, E'\\x1e')`
}
