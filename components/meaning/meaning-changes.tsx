import clsx from 'clsx'
import type { z } from 'zod'
import type { comparisonResult } from '../../server/api/schemas/comparison'
import { positionKey } from '../ui/lists'
import { Notice } from '../ui/notice'
import { NumberLine } from './number-line'

/** The answer of POST /v1/comparison without `ok`, as stored and signed. */
export type MeaningComparison = Omit<z.infer<typeof comparisonResult>, 'ok'>
type ComparedAssertion = MeaningComparison['assertions'][number]
type Difference = ComparedAssertion['differences'][number]
type Region = Difference['regions'][number]
type Verdict = ComparedAssertion['verdict']

const VERDICTS: Readonly<Record<Verdict, { readonly word: string; readonly look: string }>> = {
  stricter: { word: 'Stricter', look: 'bg-false-soft text-false' },
  looser: { word: 'Looser', look: 'bg-warning-soft text-warning' },
  stricter_and_looser: { word: 'Stricter and looser', look: 'bg-warning-soft text-warning' },
  gains_value: { word: 'Gains a value', look: 'bg-accent-soft text-accent' },
  loses_value: { word: 'Loses a value', look: 'bg-warning-soft text-warning' },
  mixed: { word: 'Changes in several ways', look: 'bg-warning-soft text-warning' },
  new: { word: 'New', look: 'bg-accent-soft text-accent' },
  gone: { word: 'Gone', look: 'bg-false-soft text-false' },
  not_decided: { word: 'Not decided', look: 'bg-unknown-soft text-unknown' },
  not_comparable: { word: 'Cannot be compared', look: 'bg-unknown-soft text-unknown' },
  another_policy: { word: 'Same, under another policy', look: 'bg-warning-soft text-warning' },
  differs: { word: 'Changes', look: 'bg-warning-soft text-warning' },
  differs_at_irrational_numbers: { word: 'Differs at irrational numbers only', look: 'bg-canvas text-ink-soft' },
  differs_outside_ranges: { word: 'Same within the ranges', look: 'bg-canvas text-ink-soft' },
  same: { word: 'Same', look: 'bg-true-soft text-true' },
}

/** For an assertion whose answers may differ while claims are unknown. */
const SAME_WHERE_KNOWN = { word: 'Same when every claim is known', look: 'bg-warning-soft text-warning' }

export function MeaningChanges({ comparison }: { readonly comparison: MeaningComparison }) {
  const { same_meaning: isSame, summary, assertions, changes, open } = comparison
  const same = assertions.filter(isSameInEveryCase)
  const differing = assertions.filter((assertion) => !isSameInEveryCase(assertion))
  // The summary of an equal meaning already says this.
  const others = isSame ? changes.filter(({ kind }) => kind !== 'rewritten') : changes
  return (
    <div data-testid="meaning-changes" className="space-y-3">
      <Notice kind={isSame ? 'done' : 'info'}>
        <p>{summary}</p>
      </Notice>
      {open.map(({ sentence }) => (
        <Notice key={sentence} kind="warning">
          <p>{sentence}</p>
        </Notice>
      ))}
      {differing.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {differing.map((assertion) => (
            <li key={`${assertion.before} ${assertion.after}`} className="px-4 py-3">
              <AssertionChange assertion={assertion} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section>
          <h3 className="font-medium">Other changes</h3>
          <ul className="mt-1 list-disc space-y-0.5 pl-5">
            {others.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {!isSame && same.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-soft">
            {same.length === 1
              ? '1 assertion gives the same answer in every case (proved)'
              : `${same.length} assertions give the same answer in every case (proved)`}
          </summary>
          <ul className="mt-1 list-disc pl-5 text-ink-soft">
            {same.map(({ after, sentence }) => (
              <li key={after}>
                <span className="font-mono text-sm">{after}</span>: {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Whether it was proved the same, even with unknown claims. */
function isSameInEveryCase({ verdict, unless_unknown: unless }: ComparedAssertion): boolean {
  return verdict === 'same' && unless.length === 0
}

function AssertionChange({ assertion }: { readonly assertion: ComparedAssertion }) {
  const { before, after, verdict, sentence, differences } = assertion
  const { word, look } = verdict === 'same' ? SAME_WHERE_KNOWN : VERDICTS[verdict]
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2">
        <span className={clsx('rounded-sm px-1.5 py-0.5 text-xs font-semibold', look)}>{word}</span>
        <span className="min-w-0 font-mono text-sm font-medium break-words">{after ?? before}</span>
      </h3>
      <p className="mt-1">{sentence}</p>
      {differences.map((difference, index) => (
        <DifferenceView
          key={positionKey(index)}
          difference={difference}
          isShown={sentence.includes(difference.sentence)}
        />
      ))}
    </>
  )
}

/**
 * Shows an example of a difference, in words and on number lines.
 * @param isShown whether the words are already above
 */
function DifferenceView({ difference, isShown }: { readonly difference: Difference; readonly isShown: boolean }) {
  const { sentence, regions, witness } = difference
  if (isShown && regions.length === 0 && witness === null) return null
  return (
    <div className="mt-2 border-l-2 border-line-strong/50 pl-3">
      {!isShown && <p>{sentence}</p>}
      {regions.map((region) => (
        <RegionView key={region.claim} region={region} />
      ))}
      {witness !== null && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer text-ink-soft">The complete example as facts</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
            tabIndex={0}
            className="mt-1 max-h-60 overflow-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-xs"
          >
            {JSON.stringify(witness.claims, null, 2)}
          </pre>
        </details>
      )}
    </div>
  )
}

function RegionView({ region }: { readonly region: Region }) {
  const { claim, sentence, before, after, value, unit } = region
  const withUnit = (number: string) => (unit === null ? number : `${number} ${unit}`)
  const bands = (row: Region['before']) =>
    row.map(({ from, to, answer }) => ({
      from: from === null ? null : { value: withUnit(from.value), included: from.inclusive },
      to: to === null ? null : { value: withUnit(to.value), included: to.inclusive },
      outcome: answer,
    }))
  return (
    <>
      <p className="text-sm text-ink-soft">
        {claim}: {sentence}
      </p>
      <NumberLine
        sentence={`${claim}: ${sentence}`}
        rows={[
          { label: 'Before', bands: bands(before) },
          { label: 'Now', bands: bands(after) },
        ]}
        mark={{ value: withUnit(value), label: 'example' }}
      />
    </>
  )
}
