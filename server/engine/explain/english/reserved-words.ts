/**
 * names.ts and quantities.ts mark names and units that would be ambiguous because of these words. sentence.test.ts
 * finds missing words.
 */

/** These may follow a name, so a name that contains one would seem to end there. */
const FOLLOWERS = new Set(
  [
    'is',
    'are',
    'and',
    'or',
    'plus',
    'minus',
    'times',
    'divided',
    'among',
    'if',
    'then',
    'otherwise',
    'holds',
    'hold',
  ].concat([
    'does',
    'do',
    'has',
    'have',
    'such',
    'that',
    'together',
    'also',
    'except',
    'not',
    'nor',
    'but',
    'than',
    'which',
  ]),
)

/** These may begin in the place of a name. */
const OPENERS = new Set(
  ['the', 'it', 'this', 'part', 'yes', 'no', 'whether', 'those', 'only', 'for', 'all', 'at', 'exactly'].concat([
    'none',
    'neither',
    'both',
    'either',
    'each',
    'every',
    'what',
    'one',
    'depending',
    'of',
    'member',
    'equal',
    'above',
    'below',
  ]),
)

export function readsAsSentence(words: string): boolean {
  const all = words.toLowerCase().split(' ')
  return OPENERS.has(all[0] ?? '') || all.some((word) => FOLLOWERS.has(word))
}

export function readsAsWord(symbol: string): boolean {
  const word = symbol.toLowerCase()
  return FOLLOWERS.has(word) || OPENERS.has(word)
}
