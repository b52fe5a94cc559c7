'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ExampleTitle, fetchExample } from '../checks/examples'
import { RefusalNotice } from '../ui/notice'
import { NoPermission, SkeletonLines } from '../ui/page-frame'
import { NEW_RULESET_PATH } from '../ui/ruleset-path'
import { refusalOf } from '../ui/server-calls'
import { useMay } from '../ui/viewer'
import { STARTER } from './ruleset-data'
import { RulesetEditor } from './ruleset-editor'

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
        // Another beginning is another page with an unsaved text of its own.
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

/** What a new ruleset begins with. What was typed until then stays in this browser and is offered again. */
function BeginningChoice(props: { readonly chosen: string | null; readonly examples: readonly ExampleTitle[] }) {
  const { chosen, examples } = props
  const { push } = useRouter()
  return (
    <label className="flex min-w-0 items-center gap-2 text-sm text-ink-soft">
      <span className="shrink-0">Begin with</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) =>
          push(target.value === '' ? NEW_RULESET_PATH : `${NEW_RULESET_PATH}?example=${target.value}`)
        }
        className="h-8 max-w-72 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 text-sm text-ink"
      >
        <option value="">a short text</option>
        {examples.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}
