import { type RefObject, useEffect } from 'react'
import type { LanguageClient, LanguageState } from '../editor/language-client'
import { EditorPanels } from './editor-panels'
import type { OpenedRuleset } from './ruleset-data'
import { TextAndPanels } from './text-and-panels'
import { useRulesetViews } from './use-ruleset-views'
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
  const views = useRulesetViews()
  useEffect(() => {
    props.reveal.current = views.reveal
  })
  return (
    <TextAndPanels
      {...{ views, client, state, readOnly }}
      tabs={TABS}
      text={copy.text}
      opening={copy.opening}
      onChange={copy.change}
      className="min-h-[26rem] lg:min-h-0"
    >
      <EditorPanels {...{ name, opened, client, state, readOnly, views }} source={copy.text} />
    </TextAndPanels>
  )
}
