/**
 * A name of the ruleset as the words that a person would say.
 *
 * Promises: only splits and changes case; says nothing about whether two names end up alike (names.ts does).
 */

/** `amount_due`, `amountDue` and `AmountDue` are all "amount due"; `FMLA_leave` is "FMLA leave"; `__` has no words. */
export function humanise(name: string): string {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .split('_')
  return parts
    .filter((part) => part !== '')
    .map((part) => (/^[A-Z][a-z]+$/.test(part) ? part.toLowerCase() : part))
    .join(' ')
}

/** The first letter raised where the first word is an ordinary lower-case one: "amount" becomes "Amount", "pH" stays. */
export function capitalised(text: string): string {
  return /^[a-z]+(?![A-Za-z0-9])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
