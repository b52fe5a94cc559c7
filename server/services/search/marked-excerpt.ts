import { searchTokens } from '../../language/text/search-words'

/** Text with what a search found in it, as data, so that no page has to trust markup. */
export interface MarkedExcerpt {
  readonly text: string
  /** Start and end of each match in `text`, in UTF-16 units and in order. */
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** In UTF-16 units. */
const MAX_EXCERPT_CHARS = 200
const CHARS_BEFORE_MATCH = 60
const COMMENT_MARK = /^(\/\/|\/\*)\s*/

/** Takes the line with the most words of the query. `lineOffset` counts the lines before it. */
export function excerptOf(
  text: string,
  words: readonly string[],
): { readonly excerpt: MarkedExcerpt; readonly lineOffset: number } {
  const lines = text.split('\n')
  let lineOffset = 0
  let most = 0
  for (const [index, line] of lines.entries()) {
    const count = countWords(line, words)
    if (count > most) [lineOffset, most] = [index, count]
  }
  const line = (lines[lineOffset] ?? '').trim().replace(COMMENT_MARK, '')
  return { excerpt: markLine(line, words), lineOffset }
}

function countWords(line: string, words: readonly string[]): number {
  const own = searchTokens(line).flatMap((token) => token.words)
  return words.filter((word) => own.some((each) => each.startsWith(word))).length
}

function markLine(line: string, words: readonly string[]): MarkedExcerpt {
  const matches = searchTokens(line).filter((token) =>
    token.words.some((own) => words.some((word) => own.startsWith(word))),
  )
  const first = matches[0]?.start ?? 0
  const start = line.length <= MAX_EXCERPT_CHARS ? 0 : Math.max(0, first - CHARS_BEFORE_MATCH)
  const end = Math.min(line.length, start + MAX_EXCERPT_CHARS)
  const [before, after] = [start > 0 ? '…' : '', end < line.length ? '…' : '']
  const shift = before.length - start
  return {
    // A cut may split a character.
    text: before + line.slice(start, end).toWellFormed() + after,
    marks: matches
      .filter((match) => match.end <= end)
      .map((match) => [match.start + shift, match.end + shift] as const),
  }
}
