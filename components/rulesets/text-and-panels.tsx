import clsx from 'clsx'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Fix } from '../../server/language/messages/diagnostic'
import { KeyboardHelp, LeavesText } from '../editor/keyboard-help'
import type { LanguageClient, LanguageState } from '../editor/language-client'
import { type EditorEvents, type EditorHandle, PolicyEditor } from '../editor/policy-editor'
import type { RulesetDescription } from '../editor/ruleset-description'
import { readPreference, storePreference } from '../editor/stored-drafts'
import {
  DoesNotCompile,
  errorCount,
  OlderReview,
  PanelSkeleton,
  problemsInWords,
  WorkerFailed,
} from '../ui/panel-states'
import { Tab, TabList } from '../ui/tabs'

/** A third column, or a tab on narrow screens. */
interface Aside {
  readonly title: string
  readonly children: ReactNode
}

/** Value of its tab. */
const ASIDE = 'aside'
const ASIDE_KEY = 'touchstone.aside'

/** Shows the text of a ruleset next to its panels. On narrow screens the text is a tab. */
export function TextAndPanels(props: {
  readonly views: RulesetViews
  /** The panels' tabs, in order. */
  readonly tabs: readonly (readonly [value: string, title: string])[]
  readonly text: string
  readonly opening: number
  readonly client: LanguageClient | null
  readonly state: LanguageState
  readonly readOnly?: boolean
  readonly events?: EditorEvents
  readonly aside?: Aside
  readonly onChange: (text: string) => void
  readonly className: string
  readonly children: ReactNode
}) {
  const { views, tabs, text, opening, client, state, readOnly = false, events, aside } = props
  const { onChange, className, children } = props
  const { view, isAsideOpen } = views
  const { diagnostics, findings, description } = state
  const errors = errorCount(diagnostics)
  const counts: Readonly<Record<string, number | undefined>> = {
    claims: description?.claims.length,
    problems: diagnostics === null ? undefined : diagnostics.length + findings.length,
  }
  return (
    <Tabs.Root
      value={view}
      onValueChange={views.show}
      className={clsx(
        'grid flex-1 grid-rows-[auto_minmax(0,1fr)]',
        isAsideOpen && aside !== undefined
          ? 'lg:grid-cols-[minmax(0,9fr)_minmax(0,8fr)_minmax(0,9fr)]'
          : 'lg:grid-cols-[minmax(0,9fr)_minmax(0,11fr)]',
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
        {aside !== undefined && (
          <button
            type="button"
            aria-expanded={isAsideOpen}
            onClick={views.toggleAside}
            className="rounded-sm px-1.5 py-1 font-medium text-ink-soft hover:bg-surface hover:text-ink aria-expanded:bg-surface aria-expanded:text-ink"
          >
            {aside.title}
          </button>
        )}
        <KeyboardHelp />
      </div>
      <TabList label="Views of the ruleset" className="min-w-0 bg-canvas px-2">
        <PanelTab value="text" className="lg:hidden">
          Text
        </PanelTab>
        {aside !== undefined && (
          <PanelTab value={ASIDE} className="lg:hidden">
            {aside.title}
          </PanelTab>
        )}
        {tabs.map(([value, title]) => (
          <PanelTab key={value} value={value} alsoSelected={value === 'review' && isBesidePanels(view)}>
            {title}
            {value in counts && <TabCount value={counts[value]} alarm={value === 'problems' && errors > 0} />}
          </PanelTab>
        ))}
      </TabList>
      <Tabs.Content
        value="text"
        forceMount
        tabIndex={-1}
        className={clsx('min-h-0 border-line lg:block lg:border-r', view === 'text' ? 'block' : 'hidden')}
      >
        <PolicyEditor
          ref={views.editor}
          {...{ text, opening, diagnostics, findings, client, readOnly, events, onChange }}
        />
      </Tabs.Content>
      {aside !== undefined && (
        <Tabs.Content
          value={ASIDE}
          forceMount
          tabIndex={-1}
          className={clsx(
            'min-h-0 min-w-0 border-line lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:border-r',
            view === ASIDE ? 'block' : 'hidden',
            isAsideOpen ? 'lg:block' : 'lg:hidden',
          )}
        >
          {(isAsideOpen || view === ASIDE) && aside.children}
        </Tabs.Content>
      )}
      <div className={clsx('relative min-h-0 bg-surface lg:block', isBesidePanels(view) ? 'hidden' : 'block')}>
        <p className="sr-only" aria-live="polite">
          {diagnostics === null ? '' : problemsInWords(errors, diagnostics.length - errors)}
        </p>
        {children}
      </div>
    </Tabs.Root>
  )
}

/** Whether the view is a column next to the panels on wide screens. */
function isBesidePanels(view: string): boolean {
  return view === 'text' || view === ASIDE
}

function PanelTab(props: {
  readonly value: string
  readonly className?: string
  /** Looks selected on wide screens while the text is the chosen view. */
  readonly alsoSelected?: boolean
  readonly children: ReactNode
}) {
  return (
    <Tab
      value={props.value}
      className={clsx(
        'inline-flex h-10 items-center gap-1.5 rounded-sm',
        props.alsoSelected && 'lg:font-medium lg:text-ink',
        props.className,
      )}
    >
      {props.children}
    </Tab>
  )
}

/** Draws only the open panel. */
export function TabPanel(props: { readonly value: string; readonly shown: string; readonly children: ReactNode }) {
  return (
    <Tabs.Content
      value={props.value}
      forceMount
      hidden={props.shown !== props.value}
      className="absolute inset-0 overflow-y-auto overscroll-contain -outline-offset-2"
    >
      {props.shown === props.value && props.children}
    </Tabs.Content>
  )
}

function TabCount({ value, alarm = false }: { readonly value: number | undefined; readonly alarm?: boolean }) {
  // An empty count takes space, so that no tab moves later.
  const empty = value === undefined || value === 0
  return (
    <span
      className={clsx(
        empty && 'invisible',
        'min-w-7 rounded-full px-1.5 text-center text-xs tabular-nums',
        alarm ? 'bg-false-soft text-false' : 'bg-line text-ink-soft',
      )}
    >
      {empty ? '' : value}
    </span>
  )
}

/** Shows a panel's content if the ruleset compiles, or says why there is nothing to show. */
export function Compiled(props: {
  readonly state: LanguageState
  readonly views: Pick<RulesetViews, 'show'>
  /** The text, if the panel describes a text that does not compile. */
  readonly source?: string
  /** Whether the last valid content stays readable, dimmed. */
  readonly staysReadable?: boolean
  readonly children: (description: RulesetDescription) => ReactNode
}) {
  const { state, views, source = '', staysReadable = false, children } = props
  const { failure, described, description, diagnostics, lastGood } = state
  if (failure !== null) return <WorkerFailed reason={failure} />
  if (!described) return <PanelSkeleton />
  if (description !== null) return children(description)
  const [errors, onShow] = [errorCount(diagnostics), () => views.show('problems')]
  if (staysReadable && lastGood !== null)
    return <OlderReview {...{ source, errors, onShow }}>{children(lastGood)}</OlderReview>
  return <DoesNotCompile {...{ source, errors, onShow }} />
}

/** Minimum width for text and panels side by side. */
const WIDE = '(min-width: 64rem)'

function isWide(): boolean {
  return window.matchMedia(WIDE).matches
}

export type RulesetViews = ReturnType<typeof useRulesetViews>

export function useRulesetViews() {
  const [view, show] = useState<string>('review')
  const editor = useRef<EditorHandle>(null)
  const [isAsideOpen, openAside] = useState(false)
  useEffect(() => openAside(readPreference(ASIDE_KEY) !== null), [])
  const setAside = (isShown: boolean) => {
    if (!isWide()) return show(isShown ? ASIDE : 'text')
    openAside(isShown)
    storePreference(ASIDE_KEY, isShown ? 'open' : null)
  }
  return {
    view,
    show,
    isAsideOpen,
    showAside: () => setAside(true),
    toggleAside: () => setAside(!(isWide() ? isAsideOpen : view === ASIDE)),
    editor,
    /** The panel next to the text. */
    panel: isBesidePanels(view) ? 'review' : view,
    reveal: (line: number, column = 1) => {
      show((former) => (isWide() ? former : 'text'))
      // Runs after a narrow screen shows the editor again.
      requestAnimationFrame(() => editor.current?.reveal(line, column))
    },
    apply: (fix: Fix) => editor.current?.apply(fix),
    format: () => editor.current?.format(),
  }
}
