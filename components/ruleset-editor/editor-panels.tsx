import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import type { Fix } from '../../server/language/diagnostic'
import type { ClaimLiterals } from '../check/claim-literals'
import { Button } from '../controls/button'
import type { LanguageClient, LanguageState } from '../language/language-client'
import { DoesNotCompile, PanelSkeleton, WorkerFailed } from '../panels/panel-states'
import { TabPanel } from '../panels/panel-tabs'
import { ReviewView } from '../review/review-view'
import type { OpenedRuleset } from '../rulesets/ruleset-data'

// What is not shown at first is loaded when it is asked for.
const ClaimsTable = dynamic(() => import('../claims/claims-table').then((module) => module.ClaimsTable), {
  loading: PanelSkeleton,
})
const ProblemList = dynamic(() => import('../problems/problem-list').then((module) => module.ProblemList), {
  loading: PanelSkeleton,
})
const OutlinePanel = dynamic(() => import('./outline-panel').then((module) => module.OutlinePanel), {
  loading: PanelSkeleton,
})
const HistoryPanel = dynamic(() => import('./history-panel').then((module) => module.HistoryPanel), {
  loading: PanelSkeleton,
})
const CheckPanel = dynamic(() => import('./check-panel').then((module) => module.CheckPanel), {
  loading: PanelSkeleton,
})
const PromptsPanel = dynamic(() => import('./prompts-panel').then((module) => module.PromptsPanel), {
  loading: PanelSkeleton,
})

/** What is shown beside the text; each is drawn while it is looked at. */
export function EditorPanels(props: {
  readonly shown: string
  readonly name: string | null
  readonly opened: OpenedRuleset | null
  readonly source: string
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly: boolean
  readonly onProblems: () => void
  readonly onReveal: (line: number, column?: number) => void
  readonly onFix: (fix: Fix) => void
}) {
  const { shown, name, opened, source, client, state, readOnly, onProblems, onReveal, onFix } = props
  const { description, diagnostics, check } = state
  const [literals, setLiterals] = useState<ClaimLiterals>({})
  const [claims, setClaims] = useState<'table' | 'schema'>('table')
  const errors = diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
  const compiled = (content: () => ReactNode) => {
    if (state.failure !== null) return <WorkerFailed reason={state.failure} />
    if (!state.described) return <PanelSkeleton />
    return description === null ? <DoesNotCompile errors={errors} onShow={onProblems} /> : content()
  }
  return (
    <>
      <TabPanel value="review" shown={shown}>
        {compiled(() => description && <ReviewView review={description.review} />)}
      </TabPanel>
      <TabPanel value="claims" shown={shown}>
        {compiled(
          () =>
            description && (
              <>
                <div className="flex justify-end border-b border-line px-3 py-1.5">
                  <Button
                    look="quiet"
                    aria-pressed={claims === 'schema'}
                    onClick={() => setClaims(claims === 'table' ? 'schema' : 'table')}
                  >
                    {claims === 'table' ? 'Schema as JSON' : 'Table'}
                  </Button>
                </div>
                {claims === 'table' ? (
                  <ClaimsTable claims={description.claims} onReveal={onReveal} />
                ) : (
                  <PromptsPanel source={source} show="schema" />
                )}
              </>
            ),
        )}
      </TabPanel>
      <TabPanel value="check" shown={shown}>
        {compiled(
          () =>
            description && <CheckPanel {...{ name, client, description, check, literals }} onLiterals={setLiterals} />,
        )}
      </TabPanel>
      <TabPanel value="prompts" shown={shown}>
        {compiled(() => (
          <PromptsPanel source={source} show="prompts" />
        ))}
      </TabPanel>
      <TabPanel value="problems" shown={shown}>
        {diagnostics === null ? (
          <PanelSkeleton />
        ) : (
          <ProblemList diagnostics={readOnly ? diagnostics.map(withoutFixes) : diagnostics} {...{ onReveal, onFix }} />
        )}
      </TabPanel>
      <TabPanel value="outline" shown={shown}>
        <OutlinePanel {...{ client, source, onReveal }} />
      </TabPanel>
      <TabPanel value="history" shown={shown}>
        <HistoryPanel opened={opened} />
      </TabPanel>
    </>
  )
}

function withoutFixes<T extends { readonly fixes: readonly Fix[] }>(diagnostic: T): T {
  return { ...diagnostic, fixes: [] }
}
