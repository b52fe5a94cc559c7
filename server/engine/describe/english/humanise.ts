/**
 * A name of the ruleset as the words that a person would say.
 *
 * Promises: only splits and changes case; says nothing about whether two names end up alike (names.ts does).
 */

/**
 * `amount_due`, `amountDue` and `AmountDue` are all "amount due"; `FMLA_leave` is "FMLA leave"; `__` has no words. An
 * underscore between two digits stays: `V660_1` is a number of its own, not "V660 1".
 */
export function humanise(name: string): string {
  // Most names: lower case, single underscores between words.
  if (/^[a-z\d]+(?:_[a-z\d]+)*$/.test(name)) return name.replace(BETWEEN_WORDS, ' ')
  return name
    .split(BETWEEN_WORDS)
    .flatMap(wordsOf)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

/** Every underscore but one between two digits. */
const BETWEEN_WORDS = /(?<!\d)_|_(?!\d)/g

function wordsOf(part: string): readonly string[] {
  if (part === '') return []
  // "pH" and "kW" are words.
  if (/^[a-z][A-Z]+$/.test(part)) return [part]
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
}

/** The first letter raised where the first word is an ordinary lower-case one: "amount" becomes "Amount", "pH" stays. */
export function capitalised(text: string): string {
  return /^[a-z]+(?![A-Za-z0-9])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
