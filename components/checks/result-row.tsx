import { Loader } from 'lucide-react'
import { Fragment, lazy, Suspense, useState } from 'react'
import type { DefinitionValue } from '../../server/engine/definitions'
import {
  dateInWords,
  instantInWords,
  numeralInWords,
  unitInWords,
} from '../../server/engine/explain/english/quantities'
import { NOTE_LABEL } from '../../server/engine/explain/review-document'
import { readDate } from '../../server/language/numeric/calendar'
import { instantOf } from '../../server/language/numeric/instant'
import { isRational, parseNumeral } from '../../server/language/numeric/numeral'
import { fromInteger } from '../../server/language/numeric/rational'
import type { AssertionFace, DefinitionFace } from '../editor/ruleset-description'
import { AnswerExplanation } from '../meaning/answer-explanation'
import type { FillForm } from '../meaning/example-choice'
import type { ExplainedCheck } from '../meaning/explain-check'
import { positionKey } from '../ui/lists'
import { OutcomeMark } from '../ui/outcome-mark'
import { noteParagraphs, SentenceView } from '../ui/sentence-view'
import { reasonPieces } from './reason-claims'
import { PolicyMark } from './result-counts'
import { isByPolicy, type ShownResult } from './shown-results'

// Stands in the closed part of a row.
const CitedClauses = lazy(async () => ({ default: (await import('./cited-clauses')).CitedClauses }))
const ExampleChoice = lazy(async () => ({ default: (await import('../meaning/example-choice')).ExampleChoice }))

export function ResultRow(props: {
  readonly assertion: AssertionFace
  /** Null while the engine works. */
  readonly result: ShownResult | null
  /** Label of a claim with an unacceptable value. */
  readonly waitsFor?: string | null
  readonly labels: Readonly<Record<string, string>>
  /** Values in words by claim; a missing claim was not known. */
  readonly values: ReadonlyMap<string, string>
  /** Null if the ruleset is not saved. */
  readonly explained?: ExplainedCheck | null
  /** The saved ruleset, for the words of its clauses; null for an unsaved text, absent if nobody is signed in. */
  readonly citedBy?: string | null | undefined
  readonly onFill?: FillForm
  readonly onAnswer?: GoToClaim
}) {
  const { assertion, result, waitsFor = null, labels, values, explained = null, citedBy, onFill, onAnswer } = props
  const { citations } = assertion
  const [isOpen, setOpen] = useState(false)
  return (
    <li id={`result-${assertion.name}`} data-assertion={assertion.name} className="scroll-mt-16">
      <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-start gap-2 px-4 py-2.5 hover:bg-canvas [&::-webkit-details-marker]:hidden">
          {waitsFor !== null ? <Waiting /> : result === null ? <Asking /> : <OutcomeMark outcome={result.check} />}
          <span className="min-w-0 flex-1 truncate font-medium group-open:whitespace-normal" title={assertion.title}>
            {assertion.title}
          </span>
          {citations.length > 0 && (
            <span className="max-w-2/5 truncate text-sm text-ink-soft">
              {citations.map(({ document, clause }) => `${document} ${clause}`).join(', ')}
            </span>
          )}
          {result !== null && isByPolicy(result) && <PolicyMark />}
          <Chevron />
        </summary>
        <div className="space-y-2 px-4 pb-3 text-sm text-ink-soft">
          {waitsFor !== null && <p>No result until “{waitsFor}” has a value that the claim can have.</p>}
          {result !== null && <Why result={result} labels={labels} onAnswer={onAnswer} />}
          {isOpen && citedBy !== undefined && citations.length > 0 && (
            <Suspense fallback={null}>
              <CitedClauses citations={citations} hash={citedBy} />
            </Suspense>
          )}
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
          {!statesAllValues(result) && <Read reads={assertion.reads} labels={labels} values={values} />}
          {result !== null && explained !== null && (
            <div className="print:hidden">
              <AnswerExplanation check={explained} assertion={assertion.name} />
            </div>
          )}
          {explained !== null && onFill !== undefined && (
            <Suspense fallback={null}>
              <ExampleChoice check={explained} assertion={assertion.name} onFill={onFill} />
            </Suspense>
          )}
          <p className="text-xs text-ink-faint">
            Policy: {assertion.policy}. <span className="font-mono">{assertion.name}</span>, line {assertion.line}
          </p>
        </div>
      </details>
    </li>
  )
}

export type GoToClaim = (claim: string) => void

/** Whether the counterexample already lists every value read. */
function statesAllValues(result: ShownResult | null): boolean {
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

function Why(props: {
  readonly result: ShownResult
  readonly labels: Readonly<Record<string, string>>
  readonly onAnswer: GoToClaim | undefined
}) {
  const { result, labels, onAnswer } = props
  const { reasonUnknown, counterexample, unbridged } = result
  const lines = counterexample === null ? null : counterexampleLines(counterexample)
  return (
    <>
      {reasonUnknown !== null && (
        <p className="text-unknown">
          <ReasonView reason={reasonUnknown} labels={labels} onAnswer={onAnswer} />
        </p>
      )}
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

function ReasonView(props: {
  readonly reason: string
  readonly labels: Readonly<Record<string, string>>
  readonly onAnswer: GoToClaim | undefined
}) {
  const { reason, labels, onAnswer } = props
  return reasonPieces(reason).map((piece, position) => {
    if (typeof piece === 'string') return <Fragment key={positionKey(position)}>{piece}</Fragment>
    const label = `“${labels[piece.claim] ?? piece.claim}”`
    return onAnswer === undefined ? (
      <Fragment key={positionKey(position)}>{label}</Fragment>
    ) : (
      <button
        key={positionKey(position)}
        type="button"
        className="text-left underline"
        onClick={() => onAnswer(piece.claim)}
      >
        {label}
      </button>
    )
  })
}

function Read(props: {
  readonly reads: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly values: ReadonlyMap<string, string>
}) {
  const { reads, labels, values } = props
  if (reads.length === 0) return <p>It reads no claims.</p>
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

interface CounterexampleLine {
  readonly name: string
  readonly value: string
  /** `supposed` for a value that was not submitted. */
  readonly note: string | null
}

const ENTRY =
  /([A-Za-z_]\w*) = (True|False|"(?:[^"\\]|\\.)*"|\d{4}-\d{2}-\d{2}T[\d:.]+Z(?: \+ \d+\/\d+ s)?|-?[\d./eE+-]+(?: "(?:[^"\\]|\\.)*")?)(?: \((supposed(?:, outside its range)?)\))?(?:, |$)/y

/** Returns null for a text of another form, which is then shown unchanged. */
export function counterexampleLines(text: string): readonly CounterexampleLine[] | null {
  const lines: CounterexampleLine[] = []
  ENTRY.lastIndex = 0
  while (ENTRY.lastIndex < text.length) {
    const match = ENTRY.exec(text)
    if (match === null) return null
    const [, name = '', value = '', note] = match
    lines.push({ name, value: literalInWords(value), note: note ?? null })
  }
  return lines
}

function literalInWords(literal: string): string {
  if (literal === 'True') return 'yes'
  if (literal === 'False') return 'no'
  if (literal.startsWith('"')) return `“${unquoteLiteral(literal)}”`
  const day = readDate(literal)
  if (day !== null) return dateInWords(fromInteger(day))
  const instant = instantOf(literal)
  if (instant !== null) return instantInWords(instant)
  const space = literal.indexOf(' ')
  const numeral = space < 0 ? literal : literal.slice(0, space)
  const number = parseNumeral(numeral, 10_000)
  const unit = space < 0 ? null : unquoteLiteral(literal.slice(space + 1))
  const shown = isRational(number) ? numeralInWords(number, unit === null ? null : { text: unit }) : numeral
  return unit === null ? shown : `${shown} ${unitInWords(unit)}`
}

function unquoteLiteral(literal: string): string {
  const value: unknown = JSON.parse(literal)
  return typeof value === 'string' ? value : literal
}

function DefinitionValues(props: {
  readonly faces: readonly DefinitionFace[]
  readonly values: readonly DefinitionValue[]
  readonly labels: Readonly<Record<string, string>>
}) {
  const { faces, values, labels } = props
  if (faces.length === 0) return null
  const byName = new Map(values.map((value) => [value.name, value]))
  return (
    <div>
      <p className="font-medium text-ink">Values of its definitions:</p>
      <ul className="mt-1 space-y-0.5" data-testid="definition-values">
        {faces.map((face) => {
          const words = definitionInWords(face, byName.get(face.name))
          return (
            <li key={face.name} className="break-words">
              {labels[face.name] ?? face.name}:{' '}
              {words === null ? (
                <span className="text-unknown">not determined</span>
              ) : (
                <span className="text-ink tabular-nums">{words}</span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Returns null if the claims do not determine the value. */
function definitionInWords({ type }: DefinitionFace, match: DefinitionValue | undefined): string | null {
  const value = match?.value ?? null
  if (value === null) return null
  if (type === 'boolean') return value === 'true' ? 'yes' : 'no'
  if (type === 'member') return `“${value}”`
  if (type === 'date') {
    const day = readDate(value)
    return day === null ? value : dateInWords(fromInteger(day))
  }
  const instant = type === 'timestamp' ? instantOf(value) : null
  if (instant !== null) return instantInWords(instant)
  return match?.unit == null ? value : `${value} ${match.unit}`
}

export function AuthorsNote({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div>
      <p className="text-ink-faint">{NOTE_LABEL}:</p>
      <blockquote className="space-y-1.5 border-l-2 border-line-strong/50 pl-3">
        {noteParagraphs(lines).map((paragraph, position) => (
          <p key={positionKey(position)} className="break-words">
            {paragraph}
          </p>
        ))}
      </blockquote>
    </div>
  )
}
