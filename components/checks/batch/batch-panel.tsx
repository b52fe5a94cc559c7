import { useMemo } from 'react'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { Button } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import type { ClaimLiterals } from '../claim-literals'
import { BatchFacts } from './batch-facts'
import { rowCount } from './batch-input'
import { BatchResults } from './batch-results'
import { FileChoice } from './file-choice'
import { type BatchRunState, useBatch } from './use-batch'

export default function BatchPanel(props: {
  readonly hash: string
  readonly description: RulesetDescription
  /** Whether the description already belongs to `hash`. */
  readonly isDescribed: boolean
  readonly rulesetName: string
  readonly onOpen: (literals: ClaimLiterals) => void
}) {
  const { hash, description, isDescribed, rulesetName, onOpen } = props
  const { state, open, run, cancel, clear } = useBatch(hash, description)
  const opened = 'input' in state ? state.input : null
  // Another revision may have other claims and units.
  const input = useMemo(() => opened?.under(description.recordFields) ?? null, [opened, description])
  if (state.status === 'empty')
    return (
      <FileChoice
        problem={state.problem}
        fields={description.recordFields}
        onChoose={(file, form) => void open(file, form)}
      />
    )
  if (state.status === 'opening' || input === null)
    return <SkeletonLines what={state.status === 'opening' ? state.fileName : 'the file'} lines={4} />
  const blocked =
    !isDescribed || input.rows === 0 || (input.columns?.twice.length ?? 0) + (input.columns?.uncounted.length ?? 0) > 0
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
              {runLabel(state.status === 'ready', others, input.rows)}
            </Button>
            <Button onClick={clear}>Choose another file</Button>
          </>
        )}
      </div>
      {others && (
        <Notice kind="warning">
          These are the results of revision {state.rulesetHash.slice(0, 10)}. Check the selected revision too, to see
          which answers differ.
        </Notice>
      )}
      {'answers' in state && (
        <>
          <BatchProgress run={state} />
          {state.answers.done > 0 && <BatchResults run={state} rulesetName={rulesetName} onOpen={onOpen} />}
          {state.status === 'ended' && state.earlier === null && !others && (
            <p className="text-sm text-ink-soft">
              To see how another revision answers this file, select that revision above and check again.
            </p>
          )}
        </>
      )}
    </section>
  )
}

function runLabel(isFirst: boolean, isOther: boolean, rows: number): string {
  if (isFirst) return `Check ${rowCount(rows)}`
  return isOther ? 'Check and compare' : 'Check again'
}

function BatchProgress({ run }: { readonly run: BatchRunState }) {
  const { answers, input, end, took } = run
  const { done, refused } = answers
  const share = input.rows === 0 ? 100 : Math.floor((100 * done) / input.rows)
  return (
    <div className="space-y-2">
      <progress
        aria-label="Rows checked"
        value={done}
        max={input.rows}
        className="h-2 w-full overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      >
        {share} %
      </progress>
      <p className="text-sm text-ink-soft tabular-nums" data-testid="batch-progress">
        {done.toLocaleString('en')} of {rowCount(input.rows)}
        {refused > 0 && `, ${refused.toLocaleString('en')} refused`}
        {end !== null && `, ${(took / 1_000).toFixed(1)} s`}
      </p>
      {/* Announced once at the end; otherwise a screen reader would read out each step. */}
      <div role="status">
        {end?.kind === 'finished' && <span className="sr-only">All rows have been checked.</span>}
        {end?.kind === 'cancelled' && <Notice kind="info">Cancelled. The results so far remain.</Notice>}
      </div>
      {end?.kind === 'refused' && (
        <>
          <RefusalNotice refusal={end.refusal} />
          {done > 0 && <p className="text-sm text-ink-soft">The results so far remain.</p>}
        </>
      )}
    </div>
  )
}
