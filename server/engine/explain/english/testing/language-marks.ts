/** Finds operators and keywords of the ruleset language in a sentence, outside of quoted members and names. */

export function ownWords(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/‘\w+(?: \w+)*’/g, '‘’')
}

const OPERATOR = /[=<>!*+%&|{}[\]]/g
const KEYWORD =
  /\b(True|False|ForAll|Exists|AtLeast|AtMost|ExactlyOne|CountWhere|IsMember|IsSubset|Union|Intersect|Difference|Members|Implies|Xor|IF|THEN|ELSE|END|CASE|OF|DEFAULT)\b|\b(And|Or|Not|If)\(/g

export function languageMarks(text: string): readonly string[] {
  const own = ownWords(text)
  return [...(own.match(OPERATOR) ?? []), ...(own.match(KEYWORD) ?? [])]
}
