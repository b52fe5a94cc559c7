import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { KeyboardHelp } from '../editor/keyboard-help'
import type { LanguageClient, LanguageState } from '../editor/language-client'
import { LeavesText } from '../editor/leaves-text'
import { PolicyEditor } from '../editor/policy-editor'
import { errorCount, problemsInWords } from '../ui/panel-states'
import { PanelTab, PanelTabs, TabCount } from './panel-tabs'
import type { RulesetViews } from './use-ruleset-views'

/** The text of a ruleset, and what it comes to beside it. On narrow screens the text is a tab of its own. */
export function TextAndPanels(props: {
  readonly views: RulesetViews
  /** Of the panels, in their order, and what is written on them. */
  readonly tabs: readonly (readonly [value: string, title: string])[]
  readonly text: string
  readonly opening: number
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly?: boolean
  readonly onChange: (text: string) => void
  readonly className: string
  readonly children: ReactNode
}) {
  const { views, tabs, text, opening, client, state, readOnly = false, onChange, className, children } = props
  const { view } = views
  const { diagnostics, description } = state
  const errors = errorCount(diagnostics)
  const counts: Readonly<Record<string, number | undefined>> = {
    claims: description?.claims.length,
    problems: diagnostics?.length,
  }
  return (
    <Tabs.Root
      value={view}
      onValueChange={views.show}
      className={clsx(
        'grid flex-1 grid-rows-[auto_minmax(0,1fr)] lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]',
        className,
      )}
    >
      <div className="hidden items-center gap-3 border-r border-b border-line bg-canvas px-4 text-xs text-ink-faint lg:flex">
        <span className="mr-auto font-medium">Ruleset</span>
        <span>
          <LeavesText />
        </span>
        {!readOnly && (
          <button
            type="button"
            onClick={views.format}
            className="rounded-sm px-1.5 py-1 font-medium text-ink-soft hover:bg-surface hover:text-ink"
          >
            Format
          </button>
        )}
        <KeyboardHelp />
      </div>
      <PanelTabs label="Views of the ruleset">
        <PanelTab value="text" className="lg:hidden">
          Text
        </PanelTab>
        {tabs.map(([value, title]) => (
          <PanelTab key={value} value={value} alsoSelected={value === 'review' && view === 'text'}>
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
        <PolicyEditor ref={views.editor} {...{ text, opening, diagnostics, client, readOnly, onChange }} />
      </Tabs.Content>
      <div className={clsx('relative min-h-0 bg-surface lg:block', view === 'text' ? 'hidden' : 'block')}>
        <p className="sr-only" aria-live="polite">
          {diagnostics === null ? '' : problemsInWords(errors, diagnostics.length - errors)}
        </p>
        {children}
      </div>
    </Tabs.Root>
  )
}
