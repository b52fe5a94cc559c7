'use client'

import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { dictionaryText } from '../../checks/claim-literals'
import { type Example, type ExampleTitle, fetchExample } from '../../checks/examples'
import { useLanguage } from '../../editor/language-client'
import { Button } from '../../ui/controls'
import { CopyLink } from '../../ui/copy-text'
import { PanelSkeleton } from '../../ui/panel-states'
import { ProblemList } from '../../ui/problem-list'
import { ReviewView } from '../review-view'
import { Compiled, TabPanel, TextAndPanels, useRulesetViews } from '../text-and-panels'
import { shareLink, useDraft } from './playground-draft'

// Panels that are not shown first load with their tab.
const CheckView = dynamic(() => import('../../checks/page/check-view').then((module) => module.CheckView), {
  loading: PanelSkeleton,
})
const ClaimsTable = dynamic(() => import('../../checks/claims-table').then((module) => module.ClaimsTable), {
  loading: PanelSkeleton,
})

interface PlaygroundProps {
  readonly examples: readonly ExampleTitle[]
  readonly first: Pick<Example, 'slug' | 'ruleset'>
}

const TABS = [
  ['review', 'Review'],
  ['claims', 'Claims'],
  ['check', 'Check'],
  ['problems', 'Problems'],
] as const

export function Playground({ examples, first }: PlaygroundProps) {
  const { draft, opening, ready, notice, change, replace, undo, dismiss } = useDraft({
    version: 1,
    source: first.ruleset,
    example: first.slug,
    claims: {},
  })
  const { client, state } = useLanguage()
  const views = useRulesetViews()
  const { description, diagnostics, findings, findingsAreCurrent } = state

  useEffect(() => {
    if (ready) client?.setText(draft.source)
  }, [client, ready, draft.source])
  useEffect(() => {
    if (description !== null) client?.setClaims(dictionaryText(description.claims, draft.claims))
  }, [client, description, draft.claims])

  const example = useQuery({
    queryKey: ['example', draft.example],
    queryFn: () => fetchExample(draft.example ?? ''),
    enabled: ready && draft.example !== null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
  const title = examples.find(({ slug }) => slug === draft.example)
  const pick = (picked: Example) =>
    replace({ version: 1, source: picked.ruleset, example: picked.slug, claims: {} }, `Opened “${picked.title}”.`)
  return (
    <main id="main" className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <h1 className="sr-only">Playground</h1>
      <div className="flex min-h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 py-2">
        <ExamplePicker examples={examples} chosen={draft.example} onPick={pick} />
        {title !== undefined && (
          <p className="hidden min-w-0 flex-1 truncate text-sm text-ink-faint xl:block" title={title.source}>
            {title.source}
          </p>
        )}
        <div className="ml-auto flex items-center gap-2">
          <CopyLink title="Share" what="this draft" link={() => shareLink(window.location.href, draft)} />
        </div>
      </div>
      {notice !== null && (
        <div
          role="status"
          className="flex shrink-0 items-center gap-2 border-b border-line bg-accent-soft px-4 py-1 text-sm"
        >
          <span className="mr-auto">{notice.text}</span>
          {notice.former !== null && (
            <Button look="quiet" onClick={undo}>
              Undo
            </Button>
          )}
          <Button look="quiet" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      )}
      <TextAndPanels
        {...{ views, opening, client, state }}
        tabs={TABS}
        text={draft.source}
        onChange={(source) => change({ source })}
        className="min-h-0"
      >
        <TabPanel value="review" shown={views.panel}>
          <Compiled {...{ state, views }} source={draft.source} staysReadable>
            {({ review }) => <ReviewView review={review} />}
          </Compiled>
        </TabPanel>
        <TabPanel value="claims" shown={views.panel}>
          <Compiled {...{ state, views }}>
            {({ claims }) => <ClaimsTable claims={claims} onReveal={views.reveal} />}
          </Compiled>
        </TabPanel>
        <TabPanel value="check" shown={views.panel}>
          <Compiled {...{ state, views }}>
            {(compiled) => (
              <CheckView
                description={compiled}
                check={state.check}
                literals={draft.claims}
                cases={example.data?.cases ?? []}
                onChange={(claims) => change({ claims })}
              />
            )}
          </Compiled>
        </TabPanel>
        <TabPanel value="problems" shown={views.panel}>
          {diagnostics === null ? (
            <PanelSkeleton />
          ) : (
            <ProblemList
              source={draft.source}
              diagnostics={diagnostics}
              findings={findings}
              offersFindingFixes={findingsAreCurrent}
              onReveal={views.reveal}
              onFix={views.apply}
            />
          )}
        </TabPanel>
      </TextAndPanels>
    </main>
  )
}

function ExamplePicker(props: {
  readonly examples: readonly ExampleTitle[]
  readonly chosen: string | null
  readonly onPick: (example: Example) => void
}) {
  const { examples, chosen, onPick } = props
  const queries = useQueryClient()
  const [trouble, setTrouble] = useState(false)
  const pick = (slug: string) => {
    setTrouble(false)
    queries
      .fetchQuery({
        queryKey: ['example', slug],
        queryFn: () => fetchExample(slug),
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      })
      .then(onPick, () => setTrouble(true))
  }
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2 sm:flex-initial">
      <label htmlFor="example" className="sr-only shrink-0 text-sm text-ink-soft sm:not-sr-only">
        Policy
      </label>
      <select
        id="example"
        value={chosen ?? ''}
        onChange={(event) => pick(event.target.value)}
        className="h-8 w-full max-w-80 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 text-sm font-medium"
      >
        {chosen === null && <option value="">Your own</option>}
        {examples.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </select>
      {trouble && (
        <span role="alert" className="text-sm text-false">
          The example could not be loaded. Choose it again.
        </span>
      )}
    </div>
  )
}

export function PlaygroundWithQueries(props: PlaygroundProps) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <QueryClientProvider client={queries}>
      <Playground {...props} />
    </QueryClientProvider>
  )
}
