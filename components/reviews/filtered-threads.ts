import type { Thread } from './review-data'

export const THREAD_FILTERS = ['open', 'resolved', 'outdated', 'all'] as const
export type ThreadFilter = (typeof THREAD_FILTERS)[number]

export interface ThreadGroup {
  /** Empty for the whole ruleset. */
  readonly key: string
  readonly heading: string
  readonly threads: readonly Thread[]
}

type Filtered = Pick<Thread, 'resolved' | 'place'>

export function isShown({ resolved, place }: Filtered, filter: ThreadFilter): boolean {
  switch (filter) {
    case 'open':
      return resolved === null
    case 'resolved':
      return resolved !== null
    case 'outdated':
      return place.status === 'outdated'
    case 'all':
      return true
  }
}

export function countThreads(threads: readonly Filtered[], filter: ThreadFilter): number {
  return threads.filter((thread) => isShown(thread, filter)).length
}

/** Groups by subject: the whole ruleset first, then parts in the order of the newest revision, then outdated ones. */
export function groupThreads(
  threads: readonly Thread[],
  subjects: readonly { readonly kind: string; readonly name: string | null }[],
): readonly ThreadGroup[] {
  const places = new Map(subjects.map(({ kind, name }, position) => [`${kind} ${name}`, position]))
  const groups = new Map<string, { heading: string; order: number; threads: Thread[] }>()
  for (const thread of threads) {
    const { subject, place } = thread
    const name = place.status === 'current' ? place.name : subject.name
    const isOutdated = place.status === 'outdated'
    const key = subject.kind === 'whole' ? '' : `${isOutdated ? 'outdated ' : ''}${subject.kind} ${name}`
    const order = subject.kind === 'whole' ? -1 : isOutdated ? Number.MAX_SAFE_INTEGER : (places.get(key) ?? 0)
    const heading = subject.kind === 'whole' ? 'The whole ruleset' : `${KIND_WORDS[subject.kind]} ${name}`
    const group = groups.get(key) ?? { heading, order, threads: [] }
    group.threads.push(thread)
    groups.set(key, group)
  }
  return [...groups]
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([key, { heading, threads: of }]) => ({ key, heading, threads: of }))
}

export const KIND_WORDS: Readonly<Record<Thread['subject']['kind'], string>> = {
  whole: 'The whole ruleset',
  assertion: 'Assertion',
  definition: 'Definition',
  claim: 'Claim',
  clause: 'Clause',
}
