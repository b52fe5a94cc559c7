import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/http/trpc/router'
import { server } from '../../ui/server-calls'
import { useViewer } from '../../ui/shell/viewer'

export type Timeline = inferRouterOutputs<AppRouter>['inForce']['timeline']
export type Span = Timeline['spans'][number]

export function timelineKey(namespaceId: string, name: string): readonly string[] {
  return ['in force', namespaceId, name]
}

export function useTimeline(name: string) {
  const { namespace } = useViewer()
  return useQuery({
    queryKey: timelineKey(namespace.id, name),
    queryFn: () => server.inForce.timeline.query({ name }),
  })
}

/** Reads the value of an entry of the type `datetime-local` as UTC; null if it is empty or not a time. */
export function utcMoment(local: string): string | null {
  const time = new Date(`${local}Z`)
  return local === '' || Number.isNaN(time.getTime()) ? null : time.toISOString()
}

/** Says in words which revision applies after another one ends. */
export function afterwardsWords(spans: readonly Span[], hash: string, until: string): string {
  const next = spans.find((span) => span.from <= until && (span.until === null || until < span.until))
  if (next === undefined || next.hash === hash) return 'No revision is in force after that.'
  return `Revision ${next.revision} is in force after that.`
}

/** Names in words the revisions that begin later and would be replaced; null if nothing would be. */
export function replacedWords(spans: readonly Span[], from: string, until: string | null): string | null {
  const replaced = spans.filter((span) => span.from > from && (until === null || span.from < until))
  if (replaced.length === 0) return null
  const numbers = new Intl.ListFormat('en').format(replaced.map(({ revision }) => `revision ${revision}`))
  return `This replaces ${numbers}, which would begin later.`
}
