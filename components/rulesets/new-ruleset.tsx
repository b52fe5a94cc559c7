'use client'

import { useQuery } from '@tanstack/react-query'
import { type ExampleTitle, fetchExample } from '../checks/examples'
import { NoPermission } from '../ui/no-permission'
import { refusalOf } from '../ui/page-refusal'
import { RefusalNotice } from '../ui/refusal-notice'
import { SkeletonLines } from '../ui/skeleton'
import { useMay } from '../ui/viewer'
import { BeginningChoice } from './beginning-choice'
import { RulesetEditor } from './ruleset-editor'
import { STARTER } from './starter'

/** A ruleset to be written: from a short text that compiles, or from an example. */
export function NewRuleset(props: { readonly example: string | null; readonly examples: readonly ExampleTitle[] }) {
  const { example, examples } = props
  const maySave = useMay('save')
  const begun = useQuery({
    queryKey: ['example', example],
    queryFn: () => fetchExample(example ?? ''),
    enabled: maySave && example !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (maySave && (example === null || begun.data !== undefined))
    return (
      <RulesetEditor
        // Another beginning is another page, which keeps its own unsaved text.
        key={example ?? ''}
        name={null}
        opened={null}
        text={begun.data?.ruleset ?? STARTER}
        start={example ?? ''}
        beginning={<BeginningChoice chosen={example} examples={examples} />}
      />
    )
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
