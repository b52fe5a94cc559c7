import { ClauseQuote } from '../documents/clause-text'
import { WholeHash } from './facts'
import type { Receipt, Sheet } from './sheet'

type Citations = NonNullable<Sheet['citations'] | Receipt['citations']>

interface Props {
  readonly citations: Pick<Citations, 'rules' | 'clauses'>
  readonly rule: string
}

/** Shows the clauses that an assertion cites, in the words of the revisions that are signed. */
export function ClausesOfRule({ citations, rule }: Props) {
  const cited = citations.rules.find(({ name }) => name === rule)?.clauses ?? []
  if (cited.length === 0) return null
  return (
    <div className="mt-2 flex flex-col gap-2" data-testid={`clauses-${rule}`}>
      {cited.map((each) => (
        <ClauseQuote
          key={`${each.document} ${each.clause}`}
          cited={each}
          shown={citations.clauses.find(({ document, clause }) => document === each.document && clause === each.clause)}
        />
      ))}
    </div>
  )
}

/** All cited clauses, and the documents that the statement names. */
export function CitedDocuments({ citations }: { readonly citations: Citations }) {
  return (
    <>
      {citations.rules.map(({ name }) => (
        <div key={name} className="mb-3">
          <p className="font-mono text-sm break-words">{name}</p>
          <ClausesOfRule citations={citations} rule={name} />
        </div>
      ))}
      {citations.documents.map(({ label, sha256 }) => (
        <p key={label} className="text-sm">
          {label}: {sha256 === null ? 'not in this namespace' : <WholeHash hash={sha256} what={`hash of ${label}`} />}
        </p>
      ))}
    </>
  )
}
