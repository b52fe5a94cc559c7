/** The first of equally near candidates wins. Comparisons are limited, so that many unknown names take linear time. */

const MAX_COMPARISONS = 100_000
const MAX_WORD_LENGTH = 64

export class Speller {
  private left = MAX_COMPARISONS

  /**
   * Allows edits up to a third of the word's length (a swap of neighbours is one), or any change of case and
   * separators.
   */
  nearest(word: string, candidates: Iterable<string>): string | null {
    if (word.length > MAX_WORD_LENGTH) return null
    const plain = foldWord(word)
    let best: string | null = null
    let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
    for (const candidate of candidates) {
      if (this.left-- <= 0) break
      if (candidate === word) continue
      if (foldWord(candidate) === plain) return candidate
      if (Math.abs(candidate.length - word.length) >= bestDistance || candidate.length > MAX_WORD_LENGTH) continue
      const distance = countEdits(word, candidate, bestDistance)
      if (distance < bestDistance && distance < candidate.length) {
        bestDistance = distance
        best = candidate
      }
    }
    return best
  }
}

function foldWord(word: string): string {
  return word.toLowerCase().replace(/[_\s-]/g, '')
}

/** Counts edits, up to `enough`. */
function countEdits(a: string, b: string, enough: number): number {
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, older[j - 2]! + 1)
      row.push(cost)
      if (cost < least) least = cost
    }
    if (least >= enough) return enough
    older = previous
    previous = row
  }
  return previous[b.length]!
}
