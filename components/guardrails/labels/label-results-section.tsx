import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice, Field } from '../../ui/controls'
import { RefusalNotice } from '../../ui/notice'
import { refusalOf, server } from '../../ui/server-calls'
import { decimalWords, type LabelResults, labelResultsKey, shareWords } from './label-words'
import { ReliabilityChart } from './reliability-chart'

/** Compares answers with the labels that people gave them. Renders nothing without labels. */
export function LabelResultsSection({ targetId }: { readonly targetId: string }) {
  const [set, setSet] = useState<string | null>(null)
  const found = useQuery({
    queryKey: [...labelResultsKey(targetId), set],
    queryFn: () => server.frames.labelResults.query({ targetId, set, threshold: null }),
  })
  if (found.isError) return <RefusalNotice refusal={refusalOf(found.error)} onRetry={() => void found.refetch()} />
  if (found.data === undefined || found.data.set === null) return null
  const results = found.data
  return (
    <section aria-labelledby="labels-heading" className="flex flex-col gap-4 rounded-lg border border-line p-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 id="labels-heading" className="font-semibold">
          Labelled answers
        </h3>
        <Field label="Set" className="w-56">
          {(bound) => (
            <Choice {...bound} value={results.set ?? ''} onChange={({ target }) => setSet(target.value)}>
              {results.sets.map(({ name, labels }) => (
                <option key={name} value={name}>
                  {name} ({labels})
                </option>
              ))}
            </Choice>
          )}
        </Field>
      </div>
      <ConclusionResults results={results} />
      {results.calibration !== null && (
        <>
          <ReliabilityChart calibration={results.calibration} />
          <p className="text-sm">
            Brier score {decimalWords(results.calibration.brier)}, expected calibration error{' '}
            {decimalWords(results.calibration.calibrationError)}. Both are 0 if confidence says exactly which answers
            are right.
          </p>
        </>
      )}
      <Thresholds results={results} />
      <AssertionResults results={results} />
      <ul aria-label="Labellers" className="flex flex-col gap-1 text-sm">
        {results.labellers.map(({ labelledBy, labels, right }) => (
          <li key={labelledBy} className="break-words">
            {labelledBy}: the answer was right in {right} of {labels} {labels === 1 ? 'label' : 'labels'}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-soft">
        Intervals are Wilson intervals of 95 %. Labels are removed with their frame at the end of its retention.
      </p>
    </section>
  )
}

function ConclusionResults({ results: { conclusion, shares } }: { readonly results: LabelResults }) {
  if (conclusion.frames + conclusion.disputed === 0) return null
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        Right conclusions: {shareWords(conclusion.accuracy)}.
        {conclusion.disputed > 0 && ` ${disputedWords(conclusion.disputed)}`}
      </p>
      <div className="overflow-x-auto">
        <table className="tabular-nums">
          <caption className="sr-only">Answers and right answers</caption>
          <thead className="text-left">
            <tr>
              {['Answer', 'Right answer', 'Frames'].map((title) => (
                <th key={title} scope="col" className="pr-4 font-medium">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {conclusion.answers.map(({ answer, expected, frames }) => (
              <tr key={`${answer} ${expected}`} className={answer === expected ? undefined : 'text-false'}>
                <td className="pr-4">{answer}</td>
                <td className="pr-4">{expected}</td>
                <td className="pr-4">{frames}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label="Precision and recall" className="flex flex-col gap-1">
        {shares
          .filter(({ precision, recall }) => precision.of + recall.of > 0)
          .map(({ conclusion: each, precision, recall }) => (
            <li key={each}>
              {each}: precision {shareWords(precision)}, recall {shareWords(recall)}
            </li>
          ))}
      </ul>
    </div>
  )
}

function Thresholds({ results: { thresholds, conclusion } }: { readonly results: LabelResults }) {
  if (conclusion.frames === 0) return null
  return (
    <ul aria-label="Thresholds" className="flex flex-col gap-1 text-sm tabular-nums">
      {thresholds.map(({ threshold, decided, right, undecided }) => (
        <li key={threshold}>
          With a confidence from {threshold}: {right} of {decided} right, {undecided} undecided
        </li>
      ))}
    </ul>
  )
}

const MAX_SHOWN = 50

function AssertionResults({ results: { assertions } }: { readonly results: LabelResults }) {
  if (assertions.length === 0) return null
  return (
    <ul aria-label="Labelled assertions" className="flex flex-col gap-1 text-sm">
      {assertions.slice(0, MAX_SHOWN).map(({ assertion, accuracy, disputed }) => (
        <li key={assertion} className="break-words">
          <code className="font-mono">{assertion}</code>: right answers {shareWords(accuracy)}
          {disputed > 0 && `. ${disputedWords(disputed)}`}
        </li>
      ))}
      {assertions.length > MAX_SHOWN && <li>and {assertions.length - MAX_SHOWN} more</li>}
    </ul>
  )
}

function disputedWords(disputed: number): string {
  return `${disputed} ${disputed === 1 ? 'frame is' : 'frames are'} not counted, because the labellers disagree.`
}
