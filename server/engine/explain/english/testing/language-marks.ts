/**
 * Finds what a sentence must not hold: an operator or keyword of the ruleset language.
 *
 * Promises: looks at our words alone; quoted members, quoted names and capital result words are passed over. Only
 * tests import this.
 */

/** What is left of a sentence without quoted strings and quoted names. */
export function ownWords(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/‘\w+(?: \w+)*’/g, '‘’')
}

const OPERATOR = /[=<>!*+%&|{}[\]]/g
const KEYWORD =
  /\b(True|False|ForAll|Exists|AtLeast|AtMost|ExactlyOne|CountWhere|IsMember|IsSubset|Union|Intersect|Difference|Members|Implies|Xor|IF|THEN|ELSE|END|CASE|OF|DEFAULT)\b|\b(And|Or|Not|If)\(/g

/** The operators and keywords among the words that are ours; empty as it should be. */
export function languageMarks(text: string): readonly string[] {
  const own = ownWords(text)
  return [...(own.match(OPERATOR) ?? []), ...(own.match(KEYWORD) ?? [])]
}
