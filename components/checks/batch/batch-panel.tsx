import { useMemo } from 'react'
import type { RulesetDescription } from '../../editor/ruleset-description'
import { Button } from '../../ui/controls'
import { Notice, RefusalNotice } from '../../ui/notice'
import { SkeletonLines } from '../../ui/page-frame'
import type { ClaimLiterals } from '../claim-literals'
import { type BatchInput, rowCount } from './batch-input'
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
  const input = useMemo(() => opened?.under(description.claims) ?? null, [opened, description])
  if (state.status === 'empty')
    return (
      <FileChoice
        problem={state.problem}
        claims={description.claims}
        onChoose={(file, form) => void open(file, form)}
      />
    )
  if (state.status === 'opening' || input === null)
    return <SkeletonLines what={state.status === 'opening' ? state.fileName : 'the file'} lines={4} />
  const blocked = !isDescribed || input.rows === 0 || (input.columns?.twice.length ?? 0) > 0
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

function BatchFacts({ input }: { readonly input: BatchInput }) {
  const { fileName, rows, bytes, form, columns, sample } = input
  return (
    <div className="space-y-2">
      <p>
        <span className="font-medium break-all">{fileName}</span>
        <span className="text-ink-soft">
          {' '}
          · {form === 'csv' ? 'CSV' : 'JSON Lines'} · {rowCount(rows)} · {sizeInWords(bytes)}
        </span>
      </p>
      {rows === 0 && <Notice kind="problem">The file has no rows.</Notice>}
      {columns !== null && (
        <>
          <ColumnNotice kind="problem" names={columns.twice} before="Two columns name the same claim:" />
          <ColumnNotice
            kind="info"
            names={columns.unused}
            before="These columns are not claims. They are ignored, and included in the download:"
          />
          <ColumnNotice
            kind="warning"
            names={columns.missing}
            before="These claims have no column, so they are unknown in every row:"
          />
        </>
      )}
      {sample !== null && (
        <>
          <ColumnNotice
            kind="warning"
            names={sample.unused}
            before="Some of the first rows have members that are not claims. Such rows are refused:"
          />
          <ColumnNotice
            kind="warning"
            names={sample.missing}
            before="Some of the first rows leave out claims. Such rows are refused, because an unknown claim is written as null:"
          />
        </>
      )}
    </div>
  )
}

function ColumnNotice(props: {
  readonly kind: 'info' | 'warning' | 'problem'
  readonly names: readonly string[]
  readonly before: string
}) {
  const { kind, names, before } = props
  if (names.length === 0) return null
  return (
    <Notice kind={kind}>
      {before} <span className="font-mono text-sm break-words">{names.slice(0, MAX_NAMES).join(', ')}</span>
      {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`}
    </Notice>
  )
}

const MAX_NAMES = 20

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
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
