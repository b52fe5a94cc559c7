import { diffArrays } from 'diff'

export interface WordPiece {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/**
 * Returns the added and removed words. Without the removed pieces the text is `after`, without the added ones `before`.
 * Lines with too little in common are one removed and one added piece.
 */
export function wordChanges(before: string, after: string): readonly WordPiece[] {
  if (before === after) return [{ kind: 'same', text: after }]
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: MAX_EDITS })
  if (changes === undefined) return joinPhrases([piece('removed', before), piece('added', after)])
  const pieces = changes.map(({ value, added, removed }) =>
    piece(added ? 'added' : removed ? 'removed' : 'same', value.join('')),
  )
  return joinPhrases(pieces)
}

/** Returns the common share of words, from 0 to 1. */
export function measureLikeness(before: string, after: string): number {
  const left = new Map<string, number>()
  const old = lettersAndNumbers(before)
  for (const word of old) left.set(word, (left.get(word) ?? 0) + 1)
  const fresh = lettersAndNumbers(after)
  let common = 0
  for (const word of fresh) {
    const count = left.get(word) ?? 0
    if (count > 0) common++
    left.set(word, count - 1)
  }
  return old.length + fresh.length === 0 ? 1 : (2 * common) / (old.length + fresh.length)
}

const MAX_EDITS = 2_000

/** Splits a line into words, spaces and marks; joined, they are the line. */
function splitWords(text: string): string[] {
  return text.match(/\s+|[“”‘’()]|[.,;:](?=\s|$)|(?:(?![.,;:](?:\s|$))[^\s“”‘’()])+|[\s\S]/gu) ?? []
}

function lettersAndNumbers(text: string): string[] {
  return splitWords(text).filter((word) => /[\p{L}\p{N}]/u.test(word))
}

function piece(kind: WordPiece['kind'], text: string): WordPiece {
  return { kind, text }
}

/** Joins a single space between two changes with them, so that whole phrases change. */
function joinPhrases(pieces: readonly WordPiece[]): readonly WordPiece[] {
  const compacted: WordPiece[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') compacted.push(piece('removed', removed))
    if (added !== '') compacted.push(piece('added', added))
    removed = ''
    added = ''
  }
  pieces.forEach(({ kind, text }, position) => {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else if (removed + added !== '' && text.trim() === '' && position < pieces.length - 1) {
      removed += text
      added += text
    } else {
      flush()
      compacted.push(piece(kind, text))
    }
  })
  flush()
  return compacted
}
