import { useQuery } from '@tanstack/react-query'
import type { inferRouterOutputs } from '@trpc/server'
import { useId } from 'react'
import type { AppRouter } from '../../server/http/trpc/router'
import { HashText } from '../ui/copy-text'
import { callOperation, type PageRefusal, refusalOf, server } from '../ui/server-calls'
import { TimeText } from '../ui/time-text'

type OpenedRuleset = inferRouterOutputs<AppRouter>['revisions']['open']

export function RevisionChoice(props: {
  readonly opened: OpenedRuleset
  readonly hash: string
  readonly onChoose: (hash: string) => void
}) {
  const { opened, hash, onChoose } = props
  const id = useId()
  const saved = opened.history.find((revision) => revision.hash === hash)
  // The same bytes may have been saved more than once.
  const hashes = new Map(opened.history.map((revision) => [revision.hash, revision]))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <label htmlFor={id} className="sr-only">
        Revision
      </label>
      <select
        id={id}
        value={hash}
        onChange={(event) => onChoose(event.target.value)}
        className="h-8 max-w-full min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 print:hidden"
      >
        {!hashes.has(hash) && <option value={hash}>{hash.slice(0, 10)} (an earlier revision)</option>}
        {[...hashes.values()].map((revision) => (
          <option key={revision.hash} value={revision.hash}>
            {revision.hash.slice(0, 10)}
            {revision.hash === opened.hash ? ' (current)' : ''}
            {revision.message === null ? '' : ` · ${revision.message.slice(0, 60)}`}
          </option>
        ))}
      </select>
      <HashText hash={hash} what="ruleset hash" />
      {saved !== undefined && (
        <span>
          saved <TimeText at={saved.savedAt} /> by {saved.savedBy}
        </span>
      )}
    </div>
  )
}

export type ShownRevision =
  | { readonly status: 'loading' }
  | { readonly status: 'damaged' }
  | { readonly status: 'failed'; readonly refusal: PageRefusal; readonly retry: () => void }
  | {
      readonly status: 'shown'
      readonly hash: string
      readonly source: string
      readonly ownUnits: boolean
    }

/** The member that is read from the server's answer to `compile`. */
interface Compiled {
  readonly unit_library_hash: string | null
}

/** Opens a revision, and tells whether the namespace has units that the browser lacks. */
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
  // If the library is unknown, every result comes from the engine.
  return { status: 'shown', hash, source: text, ownUnits: library.isError || library.data !== null }
}
