import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { KeyboardHelp } from '../editor/keyboard-help'
import { type EditorHandle, PolicyEditor } from '../editor/policy-editor'
import type { LanguageClient, LanguageState } from '../language/language-client'
import { problemsInWords } from '../panels/panel-states'
import { PanelTab, PanelTabs, TabCount } from '../panels/panel-tabs'
import type { OpenedRuleset } from '../rulesets/ruleset-data'
import { EditorPanels } from './editor-panels'
import type { WorkingCopy } from './use-working-copy'

/** On narrow screens the text is a tab of its own. */
const TABS = [
  ['text', 'Text'],
  ['review', 'Review'],
  ['claims', 'Claims'],
  ['check', 'Check'],
  ['prompts', 'Prompts'],
  ['problems', 'Problems'],
  ['outline', 'Outline'],
  ['history', 'History'],
] as const

/** The text, and what it comes to beside it. */
export function EditorWorkspace(props: {
  readonly name: string | null
  readonly opened: OpenedRuleset | null
  readonly copy: WorkingCopy
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly: boolean
  /** Set to have a line shown. */
  readonly reveal: RefObject<((line: number) => void) | null>
}) {
  const { name, opened, copy, client, state, readOnly } = props
  const [view, setView] = useState<string>('review')
  const editor = useRef<EditorHandle>(null)
  const { diagnostics, description } = state
  const errors = diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
  const reveal = (line: number, column = 1) => {
    setView((former) => (window.matchMedia('(min-width: 64rem)').matches ? former : 'text'))
    // After the editor is shown again on a narrow screen.
    requestAnimationFrame(() => editor.current?.reveal(line, column))
  }
  useEffect(() => {
    props.reveal.current = reveal
  })
  const counts: Readonly<Record<string, number | undefined>> = {
    claims: description?.claims.length,
    problems: diagnostics?.length,
  }
  return (
    <Tabs.Root
      value={view}
      onValueChange={setView}
      className="grid min-h-[26rem] flex-1 grid-rows-[auto_minmax(0,1fr)] lg:min-h-0 lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]"
    >
      <div className="hidden items-center gap-3 border-r border-b border-line bg-canvas px-4 text-xs text-ink-faint lg:flex">
        <span className="mr-auto font-medium">Ruleset</span>
        <span>
          <kbd className="font-mono">Ctrl M</kbd> lets Tab leave the text
        </span>
        {!readOnly && (
          <button
            type="button"
            onClick={() => editor.current?.format()}
            className="rounded-sm px-1.5 py-1 font-medium text-ink-soft hover:bg-surface hover:text-ink"
          >
            Format
          </button>
        )}
        <KeyboardHelp />
      </div>
      <PanelTabs label="Views of the ruleset">
        {TABS.map(([value, title]) => (
          <PanelTab
            key={value}
            value={value}
            alsoSelected={value === 'review' && view === 'text'}
            {...(value === 'text' ? { className: 'lg:hidden' } : {})}
          >
            {title}
            {value in counts && <TabCount value={counts[value]} alarm={value === 'problems' && errors > 0} />}
          </PanelTab>
        ))}
      </PanelTabs>
      <Tabs.Content
        value="text"
        forceMount
        tabIndex={-1}
        className={clsx('min-h-0 border-line lg:block lg:border-r', view === 'text' ? 'block' : 'hidden')}
      >
        <PolicyEditor
          ref={editor}
          text={copy.text}
          opening={copy.opening}
          diagnostics={diagnostics}
          client={client}
          readOnly={readOnly}
          onChange={copy.change}
        />
      </Tabs.Content>
      <div className={clsx('relative min-h-0 bg-surface lg:block', view === 'text' ? 'hidden' : 'block')}>
        <p className="sr-only" aria-live="polite">
          {diagnostics === null ? '' : problemsInWords(errors, diagnostics.length - errors)}
        </p>
        <EditorPanels
          {...{ name, opened, client, state, readOnly }}
          shown={view === 'text' ? 'review' : view}
          source={copy.text}
          onProblems={() => setView('problems')}
          onReveal={reveal}
          onFix={(fix) => editor.current?.apply(fix)}
        />
      </div>
    </Tabs.Root>
  )
}
