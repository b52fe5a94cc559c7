import type { ReactNode } from 'react'
import type { LanguageState } from '../language/language-client'
import type { RulesetDescription } from '../language/ruleset-description'
import { DoesNotCompile, errorCount, PanelSkeleton, WorkerFailed } from './panel-states'
import type { RulesetViews } from './use-ruleset-views'

/** What a panel shows of a ruleset that compiles; else why there is nothing to show. */
export function Compiled(props: {
  readonly state: LanguageState
  readonly views: Pick<RulesetViews, 'show'>
  readonly children: (description: RulesetDescription) => ReactNode
}) {
  const { state, views, children } = props
  const { failure, described, description, diagnostics } = state
  if (failure !== null) return <WorkerFailed reason={failure} />
  if (!described) return <PanelSkeleton />
  if (description === null)
    return <DoesNotCompile errors={errorCount(diagnostics)} onShow={() => views.show('problems')} />
  return children(description)
}
