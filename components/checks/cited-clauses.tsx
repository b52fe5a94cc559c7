import { useQuery } from '@tanstack/react-query'
import { ClauseQuote } from '../documents/clause-text'
import { clausesQuery } from '../documents/document-data'
import type { AssertionFace } from '../editor/ruleset-description'
import { RefusalNotice } from '../ui/notice'
import { SkeletonLines } from '../ui/page-frame'
import { refusalOf } from '../ui/server-calls'
import { useViewer } from '../ui/shell/viewer'

type Citations = AssertionFace['citations']

/** The clauses that explain an answer, in their words. @param hash of the saved ruleset; null for an unsaved text */
export function CitedClauses({ citations, hash }: { readonly citations: Citations; readonly hash: string | null }) {
  const { namespace } = useViewer()
  const query = useQuery({ ...clausesQuery(namespace.id, hash, citations), refetchOnWindowFocus: false })
  if (query.isPending) return <SkeletonLines what="the clauses" lines={2} />
  if (query.isError) return <RefusalNotice refusal={refusalOf(query.error)} onRetry={() => void query.refetch()} />
  return (
    <div className="flex flex-col gap-2" data-testid="cited-clauses">
      {citations.map((cited) => (
        <div key={`${cited.document} ${cited.clause}`}>
          <ClauseQuote
            cited={cited}
            shown={query.data.find(({ document, clause }) => document === cited.document && clause === cited.clause)}
          />
          {cited.words !== undefined && <p className="pl-3 text-ink-soft">The author’s words: {cited.words}</p>}
        </div>
      ))}
    </div>
  )
}
