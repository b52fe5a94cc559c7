/**
 * The words that hold the sentences together.
 *
 * Promises: a name or unit with none of these words in the forbidden position can stand in a sentence unmarked: the
 * sentence still reads in one way only. names.ts and quantities.ts mark the others. A new word of the sentences that
 * may follow a name belongs in FOLLOWERS, one that may stand where a name starts in OPENERS. The exhaustive test in
 * sentence.test.ts finds words that are missing here.
 */

/** Words that may stand directly after a name: a name that contains one would seem to end there. */
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

/** Words that may stand where a name could start. */
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

/** True where the words of a name could be taken for the sentence around them. */
export function readsAsSentence(words: string): boolean {
  const all = words.toLowerCase().split(' ')
  return OPENERS.has(all[0] ?? '') || all.some((word) => FOLLOWERS.has(word))
}

/** True where a unit symbol could be taken for a word of the sentence. */
export function readsAsWord(symbol: string): boolean {
  const word = symbol.toLowerCase()
  return FOLLOWERS.has(word) || OPENERS.has(word)
}
