/**
 * Merges two texts that were made from the same revision.
 *
 * Conflicting lines are both kept between marks. A text with marks does not compile, so it cannot be saved by mistake.
 */
import { diff3Merge } from 'node-diff3'

export interface MergedText {
  readonly text: string
  readonly conflicts: readonly MergeConflict[]
}

export interface MergeConflict {
  /** One-based line of the first mark in the merged text. */
  readonly line: number
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
}

/**
 * @param base common origin
 * @param theirName author of `theirs`
 */
export function mergeTexts(base: string, mine: string, theirs: string, theirName: string): MergedText {
  const lines: string[] = []
  const conflicts: MergeConflict[] = []
  for (const region of diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true })) {
    if (region.conflict === undefined) {
      lines.push(...(region.ok ?? []))
      continue
    }
    const { a, b } = region.conflict
    conflicts.push({ line: lines.length + 1, mine: a, theirs: b })
    lines.push('<<<<<<< yours', ...a, '=======', ...b, `>>>>>>> ${theirName}`)
  }
  return { text: lines.join('\n'), conflicts }
}

function linesOf(text: string): string[] {
  return text.split('\n')
}
