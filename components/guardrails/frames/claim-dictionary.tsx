import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ClaimEntry } from '../../checks/claim-entry'
import { type ClaimLiterals, dictionaryText, NO_CLAIMS, readLiterals } from '../../checks/claim-literals'
import { useLanguage } from '../../editor/language-client'
import { Notice, RefusalNotice } from '../../ui/notice'
import { PanelSkeleton, WorkerFailed } from '../../ui/panel-states'
import { refusalOf, server } from '../../ui/server-calls'

/**
 * Shows the claims of a stored ruleset as questions, and writes the entries as the frame's answer, a claim dictionary.
 */
export function ClaimDictionary(props: {
  readonly hash: string
  readonly answer: string
  readonly onAnswer: (text: string) => void
}) {
  const { hash, answer, onAnswer } = props
  const { client, state } = useLanguage()
  const source = useQuery({
    queryKey: ['source', hash],
    queryFn: () => server.revisions.source.query({ hash }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const text = source.data?.source ?? null
  const { description } = state
  useEffect(() => {
    if (text !== null) client?.setText(text)
  }, [client, text])
  useEffect(() => {
    if (description !== null) client?.setClaims(answer.trim() === '' ? '{}' : answer)
  }, [client, description, answer])

  if (source.isError) return <RefusalNotice refusal={refusalOf(source.error)} onRetry={() => void source.refetch()} />
  if (state.failure !== null) return <WorkerFailed reason={state.failure} />
  if (source.isPending || !state.described) return <PanelSkeleton />
  if (description === null)
    return <Notice kind="problem">This ruleset does not compile, so it has no claims to fill in.</Notice>
  const literals = literalsIn(answer)
  const outcome = state.check?.outcome ?? null
  const conversions = outcome !== null && 'conversions' in outcome ? outcome.conversions : {}
  const failures = outcome?.status === 'rejected' ? outcome.failures : []
  const change = (name: string, literal: string | undefined) => {
    const { [name]: _former, ...others } = literals
    onAnswer(dictionaryText(description.claims, literal === undefined ? others : { ...others, [name]: literal }))
  }
  return (
    <section aria-label="Claims" className="rounded-md border border-line">
      <ul className="divide-y divide-line">
        {description.claims.map((claim) => (
          <ClaimEntry
            key={claim.name}
            claim={claim}
            literal={literals[claim.name]}
            failure={failures.find(({ field }) => field === claim.name)}
            conversion={conversions[claim.name]}
            onChange={(literal) => change(claim.name, literal)}
          />
        ))}
      </ul>
      <details className="border-t border-line px-4 py-2 text-sm">
        <summary className="cursor-pointer text-ink-soft hover:text-ink">The answer that is sent</summary>
        <pre className="mt-2 font-mono text-xs break-words whitespace-pre-wrap">{answer || 'Nothing yet.'}</pre>
      </details>
    </section>
  )
}

/** Returns the literals of a dictionary; any other answer is replaced by the first entry. */
function literalsIn(answer: string): ClaimLiterals {
  if (answer.trim() === '') return NO_CLAIMS
  const read = readLiterals(answer)
  return 'literals' in read ? read.literals : NO_CLAIMS
}
