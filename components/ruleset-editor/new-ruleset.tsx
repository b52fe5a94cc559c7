'use client'

import { useQuery } from '@tanstack/react-query'
import { refusalOf } from '../calls/page-refusal'
import { RefusalNotice } from '../controls/refusal-notice'
import { SkeletonLines } from '../controls/skeleton'
import { fetchExample } from '../playground/examples'
import { NoPermission } from '../shell/no-permission'
import { useMay } from '../shell/viewer'
import { RulesetEditor } from './ruleset-editor'

/** An empty page of the language, with the line that every ruleset may begin with. */
const BLANK = 'version 1.3;\n\n'

/** A ruleset to be written: from an example, or from nothing. */
export function NewRuleset({ example }: { readonly example: string | null }) {
  const maySave = useMay('save')
  const begun = useQuery({
    queryKey: ['example', example],
    queryFn: () => fetchExample(example ?? ''),
    enabled: maySave && example !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (maySave && (example === null || begun.data !== undefined))
    return <RulesetEditor name={null} opened={null} text={begun.data?.ruleset ?? BLANK} start={example ?? ''} />
  return (
    <main id="main" className="mx-auto w-full max-w-6xl flex-1 px-4 py-6">
      <h1 className="text-2xl font-semibold">New ruleset</h1>
      {!maySave && <NoPermission needs="write rulesets" roles={['author']} />}
      {maySave && begun.isPending && <SkeletonLines what="the example" lines={10} />}
      {begun.isError && (
        <RefusalNotice
          refusal={{ ...refusalOf(begun.error), message: 'The example could not be loaded.' }}
          onRetry={() => void begun.refetch()}
          className="mt-4"
        />
      )}
    </main>
  )
}
