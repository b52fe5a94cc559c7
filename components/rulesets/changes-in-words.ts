/** The changes between two reviews, counted in one sentence. */
import type { EntryChange, ReviewChanges, SectionChanges } from './review-changes'

const NAMES: Readonly<Record<SectionChanges['id'], readonly [one: string, many: string]>> = {
  claims: ['claim', 'claims'],
  locals: ['open value', 'open values'],
  definitions: ['definition', 'definitions'],
  assertions: ['assertion', 'assertions'],
  conversions: ['conversion', 'conversions'],
  undecided: ['undecided point', 'undecided points'],
}

const DONE: readonly (readonly [EntryChange['kind'], string])[] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['changed', 'changed'],
  ['through', 'changed through what it refers to'],
  ['moved', 'moved'],
]

const THROUGH_MANY = 'changed through what they refer to'

/** Such as `1 claim added; 2 assertions changed.` */
export function changesInWords({ same, sections }: ReviewChanges): string {
  if (same) return 'Nothing changed in the words of the review.'
  const counts = sections.flatMap(({ id, entries }) =>
    DONE.flatMap(([kind, done]) => {
      const count = entries.filter((entry) => entry.kind === kind).length
      const words = kind === 'through' && count > 1 ? THROUGH_MANY : done
      return count === 0 ? [] : [`${count} ${NAMES[id][count === 1 ? 0 : 1]} ${words}`]
    }),
  )
  return counts.length === 0 ? 'Only the words that introduce the review changed.' : `${counts.join('; ')}.`
}
