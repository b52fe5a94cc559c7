import { type Coverage, countedChanges } from './measured-cases'

type Score = Coverage['score']

export interface CoveragePart {
  readonly kind: 'noticed' | 'missed' | 'undecided'
  /** Percentage of the bar. */
  readonly share: number
}

/** Omits empty parts. Changes that were proved to change no answer do not count. */
export function coverageParts(score: Score): readonly CoveragePart[] {
  const counted = countedChanges(score)
  const counts = { noticed: score.noticed, missed: missedChanges(score), undecided: score.undecided }
  return (['noticed', 'missed', 'undecided'] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [{ kind, share: (100 * counts[kind]) / counted }],
  )
}

export function coverageWords(score: Score): string {
  const counted = countedChanges(score)
  if (counted === 0) return 'no change can be noticed'
  const undecided = score.undecided === 0 ? '' : `, ${score.undecided} not decided`
  return `${score.noticed} of ${counted} ${counted === 1 ? 'change' : 'changes'} noticed${undecided}`
}

function missedChanges({ changes, noticed, equal, undecided }: Score): number {
  return changes - noticed - equal - undecided
}
