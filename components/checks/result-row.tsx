import { Loader } from 'lucide-react'
import type { AssertionFace } from '../editor/ruleset-description'
import { SentenceView } from '../ui/sentence-view'
import { AuthorsNote } from './authors-note'
import { counterexampleLines } from './counterexample-lines'
import { DefinitionValues } from './definition-values'
import { OutcomeMark } from './outcome-mark'
import type { ShownResult } from './shown-results'

/** One assertion with its own answer: what it states, what it read, why it is so. */
export function ResultRow(props: {
  readonly assertion: AssertionFace
  /** Null while the engine is asked. */
  readonly result: ShownResult | null
  /** What the claim is called whose value is not acceptable; null where there is none. */
  readonly waitsFor?: string | null
  readonly labels: Readonly<Record<string, string>>
  /** The values that it read, in words, by claim; a claim that is missing was not known. */
  readonly values: ReadonlyMap<string, string>
}) {
  const { assertion, result, waitsFor = null, labels, values } = props
  return (
    <li id={`result-${assertion.name}`} data-assertion={assertion.name} className="scroll-mt-16">
      <details className="group" open={waitsFor !== null || (result !== null && result.check !== 'TRUE')}>
        <summary className="flex cursor-pointer list-none items-start gap-2 px-4 py-2.5 hover:bg-canvas [&::-webkit-details-marker]:hidden">
          {waitsFor !== null ? <Waiting /> : result === null ? <Asking /> : <OutcomeMark outcome={result.check} />}
          <span className="min-w-0 flex-1 font-medium break-words">{assertion.title}</span>
          <Chevron />
        </summary>
        <div className="space-y-2 px-4 pb-3 text-sm text-ink-soft">
          {waitsFor !== null && <p>It has no result until the value of {waitsFor} is one that the claim can have.</p>}
          {result !== null && <Why result={result} labels={labels} />}
          {assertion.note.length > 0 && <AuthorsNote lines={assertion.note} />}
          {assertion.sentence !== null && (
            <div className="text-ink">
              <SentenceView sentence={assertion.sentence} lead="It states: " />
            </div>
          )}
          {assertion.remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
          {result !== null && (
            <DefinitionValues faces={assertion.definitions} values={result.definitions} labels={labels} />
          )}
          {!tellsValues(result) && <Read reads={assertion.reads} labels={labels} values={values} />}
          <p className="text-xs text-ink-faint">
            Policy: {assertion.policy}. <span className="font-mono">{assertion.name}</span>, line {assertion.line}
          </p>
        </div>
      </details>
    </li>
  )
}

/** A counterexample of known values alone has said already what was read. */
function tellsValues(result: ShownResult | null): boolean {
  const lines = result?.counterexample ? counterexampleLines(result.counterexample) : null
  return lines?.every(({ note }) => note === null) ?? false
}

function Waiting() {
  return (
    <span className="inline-flex shrink-0 items-center rounded-sm bg-canvas px-1.5 py-0.5 text-xs font-medium text-ink-soft">
      no result
    </span>
  )
}

function Asking() {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-canvas px-1.5 py-0.5 text-xs font-medium text-ink-soft">
      <Loader size={13} aria-hidden className="animate-spin" />
      asking the engine
    </span>
  )
}

function Chevron() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="mt-0.5 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
    >
      <path d="M6 4l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}

function Why({ result, labels }: { readonly result: ShownResult; readonly labels: Readonly<Record<string, string>> }) {
  const { reasonUnknown, counterexample, unbridged } = result
  const lines = counterexample === null ? null : counterexampleLines(counterexample)
  return (
    <>
      {reasonUnknown !== null && <p className="text-unknown">{reasonUnknown}</p>}
      {unbridged.length > 0 && (
        <p>No conversion joins {unbridged.map(({ from, to }) => `${from} and ${to}`).join('; ')}.</p>
      )}
      {counterexample !== null && (
        <div>
          <p className="font-medium text-ink">It is false with these values:</p>
          {lines === null ? (
            <p className="font-mono text-xs break-words">{counterexample}</p>
          ) : (
            <ul className="mt-1 space-y-0.5">
              {lines.map(({ name, value, note }) => (
                <li key={name}>
                  {labels[name] ?? name}: <span className="font-medium text-ink tabular-nums">{value}</span>
                  {note !== null && <span className="text-ink-faint"> ({note})</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

function Read(props: {
  readonly reads: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly values: ReadonlyMap<string, string>
}) {
  const { reads, labels, values } = props
  if (reads.length === 0) return <p>It reads no claim.</p>
  return (
    <div>
      <p className="font-medium text-ink">It read:</p>
      <ul className="mt-1 space-y-0.5">
        {reads.map((name) => (
          <li key={name}>
            {labels[name] ?? name}:{' '}
            {values.has(name) ? (
              <span className="text-ink tabular-nums">{values.get(name)}</span>
            ) : (
              <span className="text-unknown">unknown</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
