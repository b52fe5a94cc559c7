/** Allowed between the words of a published term; others become a space. */
const JOINTS = new Set(['-', '/', '&', ',', '.', '+'])
const MIN_LETTERS = 3
const MAX_CHARACTERS = 80

/** Independent of case, width, white space and punctuation; empty without a word. */
export function normalizeTopic(topic: string): string {
  return toLegibleText(topic)
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a normal form has enough letters and is not too long. */
export function canBecomeTerm(normal: string): boolean {
  return (normal.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS && [...normal].length <= MAX_CHARACTERS
}

/** The text for publication, which has the topic's normal form. */
export function formatTerm(topic: string): string {
  return toLegibleText(topic)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, joinWords)
}

/**
 * Resolves compatibility forms, makes typographic apostrophes plain, and drops invisible characters and marks without a
 * letter.
 */
function toLegibleText(topic: string): string {
  return topic
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
}

function joinWords(between: string): string {
  if (/^'+$/.test(between)) return "'"
  const sign = between.trim()
  if (!JOINTS.has(sign)) return ' '
  return `${/^\s/.test(between) ? ' ' : ''}${sign}${/\s$/.test(between) ? ' ' : ''}`
}
