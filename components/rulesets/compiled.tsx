import type { ReactNode } from 'react'
import type { LanguageState } from '../editor/language-client'
import type { RulesetDescription } from '../editor/ruleset-description'
import { DoesNotCompile, errorCount, OlderReview, PanelSkeleton, WorkerFailed } from '../ui/panel-states'
import type { RulesetViews } from './use-ruleset-views'

/** What a panel shows of a ruleset that compiles; else why there is nothing to show. */
export function Compiled(props: {
  readonly state: LanguageState
  readonly views: Pick<RulesetViews, 'show'>
  /** The text, where the panel says what kind of text it is when it does not compile. */
  readonly source?: string
  /** Whether the last that compiled stays to be read, dimmed. */
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
