/**
 * Things in a row.
 *
 * Promises: "a", "a and b", "a, b and c". Trusts that no item holds a bare comma or the last word: compound items come
 * in brackets.
 */
export function series(items: readonly string[], last: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`
}
