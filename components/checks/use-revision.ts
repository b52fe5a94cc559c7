import { useQuery } from '@tanstack/react-query'
import { callOperation } from '../ui/call-operation'
import { type PageRefusal, refusalOf } from '../ui/page-refusal'
import { server } from '../ui/server-calls'
import type { OpenedRuleset } from './revision-choice'

export type ShownRevision =
  | { readonly status: 'loading' }
  | { readonly status: 'damaged' }
  | { readonly status: 'failed'; readonly refusal: PageRefusal; readonly retry: () => void }
  | {
      readonly status: 'shown'
      readonly hash: string
      readonly source: string
      /** Whether the namespace has converters of its own. */
      readonly ownUnits: boolean
    }

/** Of what the server tells of a compiled ruleset. */
interface Compiled {
  readonly unit_library_hash: string | null
}

/** A revision of the ruleset, and whether the browser knows all units that the server computes with. */
export function useRevision(name: string, hash: string | null, opened: OpenedRuleset | null): ShownRevision {
  const current = opened !== null && opened.hash === hash
  const source = useQuery({
    queryKey: ['source', hash],
    queryFn: () => server.revisions.source.query({ hash: hash ?? '' }),
    enabled: hash !== null && opened !== null && !current,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const library = useQuery({
    queryKey: ['unit library of', name],
    queryFn: async ({ signal }) => {
      const answer = await callOperation('loadRuleset', JSON.stringify({ name }), signal)
      return answer.ok ? (JSON.parse(answer.body) as Compiled).unit_library_hash : null
    },
    enabled: opened !== null,
    refetchOnWindowFocus: false,
  })
  if (source.isError) return { status: 'failed', refusal: refusalOf(source.error), retry: () => void source.refetch() }
  const text = current ? opened.source : source.data?.source
  if (text === null) return { status: 'damaged' }
  if (hash === null || text === undefined || library.isPending) return { status: 'loading' }
  // Where it could not be asked every result comes from the engine: that is never wrong.
  return { status: 'shown', hash, source: text, ownUnits: library.isError || library.data !== null }
}
