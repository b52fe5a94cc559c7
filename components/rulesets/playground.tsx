'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CheckView } from '../checks/check-view'
import { dictionaryText } from '../checks/claim-literals'
import { ClaimsTable } from '../checks/claims-table'
import { type Example, type ExampleTitle, fetchExample } from '../checks/examples'
import { useLanguage } from '../editor/use-language'
import { Button } from '../ui/button'
import { CopyLink } from '../ui/copy-link'
import { PanelSkeleton } from '../ui/panel-states'
import { ProblemList } from '../ui/problem-list'
import { Compiled } from './compiled'
import { ExamplePicker } from './example-picker'
import { TabPanel } from './panel-tabs'
import { ReviewView } from './review-view'
import { shareLink } from './share-link'
import { TextAndPanels } from './text-and-panels'
import { useDraft } from './use-draft'
import { useRulesetViews } from './use-ruleset-views'

export interface PlaygroundProps {
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
  const { description, diagnostics } = state

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
            <ProblemList source={draft.source} diagnostics={diagnostics} onReveal={views.reveal} onFix={views.apply} />
          )}
        </TabPanel>
      </TextAndPanels>
    </main>
  )
}
