import dynamic from 'next/dynamic'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Fix } from '../../../server/language/messages/diagnostic'
import type { ClaimLiterals } from '../../checks/claim-literals'
import type { LanguageClient, LanguageState } from '../../editor/language-client'
import type { PastedText } from '../../editor/open-editor'
import { EditorEvents } from '../../editor/policy-editor'
import { Button } from '../../ui/controls'
import { PanelSkeleton } from '../../ui/panel-states'
import { offerActions } from '../../ui/shell/page-actions'
import type { OpenedRuleset } from '../ruleset-data'
import { Compiled, type RulesetViews, TabPanel, TextAndPanels, useRulesetViews } from '../text-and-panels'
import { useAllFindings } from './use-all-findings'
import type { WorkingCopy } from './use-working-copy'

const TABS = [
  ['review', 'Review'],
  ['claims', 'Claims'],
  ['check', 'Check'],
  ['prompts', 'Prompts'],
  ['problems', 'Problems'],
  ['outline', 'Outline'],
  ['history', 'History'],
] as const

export function EditorWorkspace(props: {
  readonly name: string | null
  readonly opened: OpenedRuleset | null
  readonly copy: WorkingCopy
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly: boolean
  /** Set to a function that shows a line. */
  readonly reveal: RefObject<((line: number) => void) | null>
}) {
  const { name, opened, copy, client, readOnly } = props
  const { state, note } = useAllFindings(props.state, copy.text)
  const views = useRulesetViews()
  const { reveal } = props
  const latest = useRef(views)
  useEffect(() => {
    reveal.current = views.reveal
    latest.current = views
  })
  useEffect(() => offerActions([{ title: 'Show or hide the document', run: () => latest.current.toggleAside() }]), [])
  const [pasted, setPasted] = useState<PastedText | null>(null)
  const [events] = useState(() => new EditorEvents(setPasted))
  const [added, setAdded] = useState<{ readonly line: number } | null>(null)
  // After the editor has the text.
  useEffect(() => {
    if (added !== null) reveal.current?.(added.line)
  }, [added, reveal])
  const [stored, setStored] = useState('')
  return (
    <>
      {pasted !== null && !readOnly && (
        <PastedProse
          key={pasted.after}
          {...{ name, pasted, client }}
          text={() => copy.now().text}
          onDismiss={() => setPasted(null)}
          onStored={(label, text) => {
            if (text !== null) copy.replace(text)
            setStored(label)
            setPasted(null)
            views.showAside()
          }}
        />
      )}
      <TextAndPanels
        {...{ views, client, state, readOnly, events }}
        aside={{
          title: 'Document',
          children: (
            <DocumentPane
              // A stored document is shown at once.
              key={stored}
              {...{ name, client, events }}
              hash={opened?.hash ?? null}
              source={copy.text}
              onReveal={views.reveal}
              onInsert={(text) => {
                copy.replace(text)
                setAdded({ line: text.slice(0, text.lastIndexOf('\nassert ') + 1).split('\n').length })
              }}
            />
          ),
        }}
        tabs={TABS}
        text={copy.text}
        opening={copy.opening}
        onChange={copy.change}
        className="min-h-[26rem] lg:min-h-0"
      >
        <EditorPanels {...{ name, opened, client, state, readOnly, views }} findingsNote={note} source={copy.text} />
      </TextAndPanels>
    </>
  )
}

const DocumentPane = dynamic(() => import('../../documents/pane/document-pane').then((module) => module.DocumentPane), {
  loading: PanelSkeleton,
})
const PastedProse = dynamic(() => import('./pasted-prose').then((module) => module.PastedProse), {
  loading: () => null,
})

// A panel loads when it is shown. The review waits for the worker's first answer, which takes longer than its script.
const ReviewPanel = dynamic(() => import('../review-panel').then((module) => module.ReviewPanel), {
  loading: PanelSkeleton,
})
const ClaimsTable = dynamic(() => import('../../checks/claims-table').then((module) => module.ClaimsTable), {
  loading: PanelSkeleton,
})
const ProblemList = dynamic(() => import('../../ui/problem-list').then((module) => module.ProblemList), {
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

/** Draws only the open panel. */
function EditorPanels(props: {
  readonly views: RulesetViews
  readonly name: string | null
  readonly opened: OpenedRuleset | null
  readonly source: string
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly: boolean
  /** Says which questions about the meaning are open. */
  readonly findingsNote: string
}) {
  const { views, name, opened, source, client, state, readOnly } = props
  const { panel: shown, reveal: onReveal } = views
  const { diagnostics, findings, findingsAreCurrent, check } = state
  const [literals, setLiterals] = useState<ClaimLiterals>({})
  const [claims, setClaims] = useState<'table' | 'schema'>('table')
  return (
    <>
      <TabPanel value="review" shown={shown}>
        <Compiled {...{ state, views, source }} staysReadable>
          {({ review }) => <ReviewPanel review={review} source={state.description === null ? null : source} />}
        </Compiled>
      </TabPanel>
      <TabPanel value="claims" shown={shown}>
        <Compiled {...{ state, views }}>
          {(description) => (
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
          )}
        </Compiled>
      </TabPanel>
      <TabPanel value="check" shown={shown}>
        <Compiled {...{ state, views }}>
          {(description) => <CheckPanel {...{ name, client, description, check, literals }} onLiterals={setLiterals} />}
        </Compiled>
      </TabPanel>
      <TabPanel value="prompts" shown={shown}>
        <Compiled {...{ state, views }}>{() => <PromptsPanel source={source} show="prompts" />}</Compiled>
      </TabPanel>
      <TabPanel value="problems" shown={shown}>
        {diagnostics === null ? (
          <PanelSkeleton />
        ) : (
          <ProblemList
            source={source}
            diagnostics={readOnly ? diagnostics.map(withoutFixes) : diagnostics}
            findings={findings}
            offersFindingFixes={findingsAreCurrent && !readOnly}
            note={props.findingsNote}
            onReveal={onReveal}
            onFix={views.apply}
          />
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
