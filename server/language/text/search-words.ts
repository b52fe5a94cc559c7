/**
 * Splits text into the words that a search compares, the same way for stored texts and for queries. Letters, digits and
 * marks make words; everything else separates them, so `paid_in_time` has three.
 */
import type { Span } from './line-index'

export interface SearchToken extends Span {
  /** In lower case: the token, and its parts if it is written in camel case. */
  readonly words: readonly string[]
}

/** In UTF-16 units. The rest of a longer word has no effect, because an index limits its entries. */
const MAX_WORD_CHARS = 100

/** Each character of a script without spaces is a word. */
const TOKEN =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}])+/gu
const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/u

export function searchTokens(text: string): SearchToken[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
    words: wordsOfToken(token),
  }))
}

/** Distinct, in the order of the text. */
export function searchWords(text: string): string[] {
  return [...new Set(searchTokens(text).flatMap(({ words }) => words))]
}

function wordsOfToken(token: string): readonly string[] {
  const humps = token.split(CAMEL_CASE)
  return (humps.length > 1 ? [token, ...humps] : [token]).map(foldWord).filter((word) => word !== '')
}

/** Compatible forms of a letter are the same letter. Folding may add separators, which are removed. */
function foldWord(word: string): string {
  const folded = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
  return folded.slice(0, MAX_WORD_CHARS).toWellFormed().replaceAll('\ufffd', '')
}
