'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { CheckView } from '../check/check-view'
import { dictionaryText } from '../check/claim-literals'
import { ClaimsTable } from '../claims/claims-table'
import { Button } from '../controls/button'
import { KeyboardHelp } from '../editor/keyboard-help'
import { type EditorHandle, PolicyEditor } from '../editor/policy-editor'
import { useLanguage } from '../language/use-language'
import { DoesNotCompile, PanelSkeleton, problemsInWords, WorkerFailed } from '../panels/panel-states'
import { PanelTab, PanelTabs, TabCount, TabPanel } from '../panels/panel-tabs'
import { ProblemList } from '../problems/problem-list'
import { ReviewView } from '../review/review-view'
import { ExamplePicker } from './example-picker'
import { type Example, type ExampleTitle, fetchExample } from './examples'
import { ShareButton } from './share-button'
import { useDraft } from './use-draft'

export interface PlaygroundProps {
  readonly examples: readonly ExampleTitle[]
  readonly first: Pick<Example, 'slug' | 'ruleset'>
}

type Panel = 'review' | 'claims' | 'check' | 'problems'
/** On narrow screens the text is a tab of its own. */
type View = Panel | 'text'

export function Playground({ examples, first }: PlaygroundProps) {
  const { draft, opening, ready, notice, change, replace, undo, dismiss } = useDraft({
    version: 1,
    source: first.ruleset,
    example: first.slug,
    claims: {},
  })
  const { client, state } = useLanguage()
  const [view, setView] = useState<View>('review')
  const editor = useRef<EditorHandle>(null)
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
  const reveal = (line: number, column = 1) => {
    setView((former) => (window.matchMedia('(min-width: 64rem)').matches ? former : 'text'))
    // After the editor is shown again on a narrow screen.
    requestAnimationFrame(() => editor.current?.reveal(line, column))
  }
  const errors = diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
  const panel = (content: () => ReactNode) => {
    if (state.failure !== null) return <WorkerFailed reason={state.failure} />
    if (!state.described) return <PanelSkeleton />
    return description === null ? <DoesNotCompile errors={errors} onShow={() => setView('problems')} /> : content()
  }
  const shown: Panel = view === 'text' ? 'review' : view

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
          <ShareButton draft={draft} />
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
      <Tabs.Root
        value={view}
        onValueChange={(value) => setView(viewOf(value))}
        className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]"
      >
        <div className="hidden items-center gap-3 border-r border-b border-line bg-canvas px-4 text-xs text-ink-faint lg:flex">
          <span className="mr-auto font-medium">Ruleset</span>
          <span>
            <kbd className="font-mono">Ctrl M</kbd> lets Tab leave the text
          </span>
          <button
            type="button"
            onClick={() => editor.current?.format()}
            className="rounded-sm px-1.5 py-1 font-medium text-ink-soft hover:bg-surface hover:text-ink"
          >
            Format
          </button>
          <KeyboardHelp />
        </div>
        <PanelTabs label="Views of the ruleset">
          <PanelTab value="text" className="lg:hidden">
            Text
          </PanelTab>
          <PanelTab value="review" alsoSelected={view === 'text'}>
            Review
          </PanelTab>
          <PanelTab value="claims">
            Claims
            <TabCount value={description?.claims.length} />
          </PanelTab>
          <PanelTab value="check">Check</PanelTab>
          <PanelTab value="problems">
            Problems
            <TabCount value={diagnostics?.length} alarm={errors > 0} />
          </PanelTab>
        </PanelTabs>
        <Tabs.Content
          value="text"
          forceMount
          tabIndex={-1}
          className={clsx('min-h-0 border-line lg:block lg:border-r', view === 'text' ? 'block' : 'hidden')}
        >
          <PolicyEditor
            ref={editor}
            text={draft.source}
            opening={opening}
            diagnostics={diagnostics}
            client={client}
            onChange={(source) => change({ source })}
          />
        </Tabs.Content>
        <div className={clsx('relative min-h-0 bg-surface lg:block', view === 'text' ? 'hidden' : 'block')}>
          <p className="sr-only" aria-live="polite">
            {diagnostics === null ? '' : problemsInWords(errors, diagnostics.length - errors)}
          </p>
          <TabPanel value="review" shown={shown}>
            {panel(() => description && <ReviewView review={description.review} />)}
          </TabPanel>
          <TabPanel value="claims" shown={shown}>
            {panel(() => description && <ClaimsTable claims={description.claims} onReveal={reveal} />)}
          </TabPanel>
          <TabPanel value="check" shown={shown}>
            {panel(
              () =>
                description && (
                  <CheckView
                    description={description}
                    check={state.check}
                    literals={draft.claims}
                    cases={example.data?.cases ?? []}
                    onChange={(claims) => change({ claims })}
                  />
                ),
            )}
          </TabPanel>
          <TabPanel value="problems" shown={shown}>
            {diagnostics === null ? (
              <PanelSkeleton />
            ) : (
              <ProblemList diagnostics={diagnostics} onReveal={reveal} onFix={(fix) => editor.current?.apply(fix)} />
            )}
          </TabPanel>
        </div>
      </Tabs.Root>
    </main>
  )
}

const VIEWS: readonly View[] = ['text', 'review', 'claims', 'check', 'problems']

function viewOf(value: string): View {
  return VIEWS.find((view) => view === value) ?? 'review'
}
