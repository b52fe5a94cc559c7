/**
 * The text of a topic, independent of its spelling.
 *
 * Promises: two spellings of one term (case, width, white space, punctuation) have one normal form; the published text
 * of a topic has nothing but words and the plain signs between them, and has the topic's normal form.
 */

/** Signs that may stand between the words of a published term; everything else becomes a space. */
const JOINTS = new Set(['-', '/', '&', ',', '.', '+'])
const FEWEST_LETTERS = 3
const MAX_CHARACTERS = 80

/** The form by which topics are compared. Empty where the topic holds no word. */
export function normalForm(topic: string): string {
  return legible(topic)
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a normal form may become a term at all: a word at least, and not a text. */
export function mayBecomeTerm(normal: string): boolean {
  return (normal.match(/\p{L}/gu)?.length ?? 0) >= FEWEST_LETTERS && [...normal].length <= MAX_CHARACTERS
}

/** The topic as it may be published. */
export function termText(topic: string): string {
  return legible(topic)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, joint)
}

/** Compatibility forms resolved, typographic apostrophes made plain, without invisible characters and marks on no letter. */
function legible(topic: string): string {
  return topic
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, '')
}

function joint(between: string): string {
  if (/^'+$/.test(between)) return "'"
  const sign = between.trim()
  if (!JOINTS.has(sign)) return ' '
  return `${/^\s/.test(between) ? ' ' : ''}${sign}${/\s$/.test(between) ? ' ' : ''}`
}
