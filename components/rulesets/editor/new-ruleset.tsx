'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { BEGIN_WITH_POLICY_PATH } from '../../../server/api/page-paths'
import type { ExampleTitle } from '../../checks/examples'
import { Button } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { NoPermission, SkeletonLines } from '../../ui/page-frame'
import { refusalOf } from '../../ui/server-calls'
import { useMay } from '../../ui/shell/viewer'
import { STARTER } from '../ruleset-data'
import { RulesetEditor, type StartFrom } from './ruleset-editor'

const ExampleGallery = dynamic(() => import('./example-gallery').then((module) => module.ExampleGallery), {
  loading: () => null,
})

const EMPTY = 'version 1.4;\n'

/** Starts a ruleset from a short text that compiles, or from an example. */
export function NewRuleset(props: { readonly example: string | null; readonly examples: readonly ExampleTitle[] }) {
  const { example, examples } = props
  const maySave = useMay('save')
  const begun = useQuery({
    queryKey: ['example', example],
    queryFn: async () => (await import('../../checks/examples')).fetchExample(example ?? ''),
    enabled: maySave && example !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (maySave && (example === null || begun.data !== undefined))
    return (
      <RulesetEditor
        // Another example in the URL is another page, whose unsaved text is stored separately.
        key={example ?? ''}
        name={null}
        opened={null}
        text={begun.data?.ruleset ?? STARTER}
        start={example ?? ''}
        beginning={(startFrom) => <Beginnings examples={examples} onStart={startFrom} />}
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

/** The text typed before is stored and can be restored. */
function Beginnings(props: { readonly examples: readonly ExampleTitle[]; readonly onStart: StartFrom }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Link
        href={BEGIN_WITH_POLICY_PATH}
        className="inline-flex h-8 items-center rounded-md border border-line-strong/50 bg-raised px-2.5 text-sm font-medium hover:border-line-strong"
      >
        Paste or upload your policy
      </Link>
      <Button onClick={() => setOpen(true)}>Start from an example…</Button>
      <Button onClick={() => props.onStart(EMPTY, 'Empty text')}>Start empty</Button>
      {isOpen && (
        <ExampleGallery
          examples={props.examples}
          onClose={() => setOpen(false)}
          onStart={(text, title) => {
            props.onStart(text, title)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
