/**
 * Searches the documentation. A section matches if it has every word of the query, also within longer words. Matches
 * closer to the heading rank higher.
 */

/** The text below one heading. */
export interface DocsSection {
  readonly page: string
  /** Equal to `page` above the first heading. */
  readonly heading: string
  readonly href: string
  readonly text: string
}

export const MAX_RESULTS = 12
const MAX_QUERY_CHARS = 200
const EXCERPT_CHARS = 150
/** Per word and text; more say nothing about relevance. */
const MAX_OCCURRENCES = 50

/** Returns the sections with every word of the query, best first. */
export function searchSections(sections: readonly DocsSection[], query: string): readonly DocsSection[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return sections
    .map((section, position) => ({ section, position, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, MAX_RESULTS)
    .map(({ section }) => section)
}

function wordsOf(query: string): readonly string[] {
  return query.slice(0, MAX_QUERY_CHARS).toLowerCase().split(/\s+/).filter(Boolean)
}

/** Returns 0 if a word is missing. */
function scoreOf({ page, heading, text }: DocsSection, words: readonly string[]): number {
  const places = [
    [heading.toLowerCase(), 20],
    [page.toLowerCase(), 6],
    [text.toLowerCase(), 1],
  ] as const
  let score = 0
  for (const word of words) {
    const weights = places.map(([place, weight]) => weight * closenessOf(place, word))
    const best = Math.max(...weights)
    if (best === 0) return 0
    score += best
  }
  return score
}

/** Returns 3 for a whole word, 2 for a beginning, 1 within a word, 0 if absent. */
function closenessOf(place: string, word: string): number {
  let best = 0
  let at = place.indexOf(word)
  for (let seen = 0; at >= 0 && best < 3 && seen < MAX_OCCURRENCES; seen++) {
    const begins = !isLetter(place[at - 1])
    const ends = !isLetter(place[at + word.length])
    best = Math.max(best, begins && ends ? 3 : begins ? 2 : 1)
    at = place.indexOf(word, at + 1)
  }
  return best
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character)
}

/** Returns the text around the first word found, or its beginning. */
export function excerptOf({ text }: DocsSection, query: string): string {
  const lower = text.toLowerCase()
  const positions = wordsOf(query).flatMap((word) => (lower.includes(word) ? [lower.indexOf(word)] : []))
  const first = positions.length === 0 ? 0 : Math.min(...positions)
  const begin = first < EXCERPT_CHARS / 2 ? 0 : text.indexOf(' ', first - EXCERPT_CHARS / 3) + 1
  const cut = begin + EXCERPT_CHARS
  const end = cut < text.length ? Math.max(text.lastIndexOf(' ', cut), begin + 1) : cut
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end).trim()}${end < text.length ? ' …' : ''}`
}
