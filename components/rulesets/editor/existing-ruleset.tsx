'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { RefusalNotice } from '../../ui/notice'
import { EmptyState, NoPermission, SkeletonLines } from '../../ui/page-frame'
import { refusalOf, server } from '../../ui/server-calls'
import { useMay, useViewer } from '../../ui/shell/viewer'
import { rulesetQuery } from '../ruleset-data'
import { RulesetEditor } from './ruleset-editor'

export function ExistingRuleset(props: {
  readonly name: string
  /** An earlier revision whose text replaces the current one, unsaved. */
  readonly from: string | null
  /** A comment with a suggestion, which is applied to the draft. */
  readonly suggestion: string | null
}) {
  const { name, from, suggestion } = props
  const { namespace } = useViewer()
  const mayRead = useMay('read')
  const opened = useQuery({ ...rulesetQuery(namespace.id, name), enabled: mayRead })
  const earlier = useQuery({
    queryKey: ['ruleset-source', namespace.id, from],
    queryFn: () => server.revisions.source.query({ hash: from ?? '' }),
    enabled: mayRead && from !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const failed =
    opened.data === undefined && opened.isError ? opened : from !== null && earlier.isError ? earlier : null
  if (opened.data !== undefined && (from === null || earlier.data !== undefined))
    return (
      <RulesetEditor
        name={name}
        opened={opened.data}
        text={earlier.data?.source ?? opened.data.source ?? ''}
        start={from === null ? '' : `revision ${from}`}
        suggestion={suggestion}
      />
    )
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <h1 className="text-2xl font-semibold break-words">{name}</h1>
      {!mayRead && <NoPermission needs="see saved rulesets" roles={['author', 'reviewer', 'administrator']} />}
      {mayRead && failed === null && <SkeletonLines what="the ruleset" lines={10} />}
      {failed !== null && refusalOf(failed.error).code === 'RULESET_NOT_FOUND' && (
        <EmptyState title="No such ruleset">
          <p>
            {refusalOf(failed.error).message}{' '}
            <Link href="/" className="text-accent underline">
              All rulesets
            </Link>
          </p>
        </EmptyState>
      )}
      {failed !== null && refusalOf(failed.error).code !== 'RULESET_NOT_FOUND' && (
        <RefusalNotice refusal={refusalOf(failed.error)} onRetry={() => void failed.refetch()} className="mt-4" />
      )}
    </main>
  )
}
