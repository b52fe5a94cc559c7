import type { RulesetDescription } from '../editor/ruleset-description'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { SkeletonLines } from '../ui/skeleton'
import { BatchFacts } from './batch-facts'
import { rowCount } from './batch-input'
import { BatchProgress } from './batch-progress'
import { BatchResults } from './batch-results'
import type { ClaimLiterals } from './claim-literals'
import { FileChoice } from './file-choice'
import { useBatch } from './use-batch'

/** A whole file of dictionaries: chosen, looked at, checked part by part, and taken away with its answers. */
export default function BatchPanel(props: {
  readonly hash: string
  readonly description: RulesetDescription
  readonly rulesetName: string
  /** Shows a dictionary in the form. */
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { hash, description } = props
  const { state, open, run, cancel, clear } = useBatch(hash, description)
  if (state.status === 'empty')
    return (
      <FileChoice
        problem={state.problem}
        claims={description.claims}
        onChoose={(file, form) => void open(file, form)}
      />
    )
  if (state.status === 'opening') return <SkeletonLines what={state.fileName} lines={4} />
  const { input } = state
  const blocked = input.rows === 0 || (input.columns?.twice.length ?? 0) > 0
  const others = 'answers' in state && state.rulesetHash !== hash
  return (
    <section aria-label="A whole file" className="space-y-4" data-testid="batch">
      <BatchFacts input={input} />
      <div className="flex flex-wrap items-center gap-2">
        {state.status === 'running' ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <>
            <Button
              look={state.status === 'ready' ? 'primary' : 'plain'}
              disabled={blocked}
              onClick={() => void run(input)}
            >
              {state.status === 'ready' ? `Check ${rowCount(input.rows)}` : 'Check again'}
            </Button>
            <Button onClick={clear}>Choose another file</Button>
          </>
        )}
      </div>
      {others && (
        <Notice kind="warning">
          These are the results of the revision {state.rulesetHash.slice(0, 10)}, which was checked.
        </Notice>
      )}
      {'answers' in state && (
        <>
          <BatchProgress run={state} />
          {state.answers.done > 0 && <BatchResults run={state} {...props} />}
        </>
      )}
    </section>
  )
}
