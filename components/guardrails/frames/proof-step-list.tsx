import { counterexampleLines } from '../../checks/result-row'
import { positionKey } from '../../ui/lists'
import { Badge } from '../../ui/notice'
import { OutcomeMark } from '../../ui/outcome-mark'
import { type AssertionStep, type OtherStep, readStep } from './proof-steps'

export function ProofStepList({ steps }: { readonly steps: readonly Readonly<Record<string, unknown>>[] }) {
  if (steps.length === 0) return null
  return (
    <section aria-label="Steps">
      <h3 className="mb-1 font-semibold">{steps.length === 1 ? 'One step' : `${steps.length} steps`}</h3>
      <ol className="divide-y divide-line rounded-md border border-line bg-surface">
        {steps.map((given, index) => {
          const step = readStep(given)
          return (
            <li key={positionKey(index)} className="px-3 py-2.5">
              {step.kind === 'assertion' ? <AssertionText step={step} /> : <OtherText step={step} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function AssertionText({ step }: { readonly step: AssertionStep }) {
  const lines = step.counterexample === null ? null : counterexampleLines(step.counterexample)
  const questions = new Map(step.claims.map(({ name, question }) => [name, question]))
  return (
    <details open={step.check !== 'TRUE'} className="group">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-2 [&::-webkit-details-marker]:hidden">
        <OutcomeMark outcome={step.check} />
        <code className="min-w-0 font-mono text-sm break-all">{step.assertion}</code>
        <Node node={step.node} />
        <span className="ml-auto text-xs text-ink-faint underline group-open:hidden">more</span>
      </summary>
      <div className="mt-2 flex flex-col gap-2 text-sm text-ink-soft">
        {step.rule !== null && step.rule !== step.assertion && (
          <p>
            Part of the rule <code className="font-mono break-all">{step.rule}</code>
            {step.policy !== null && `, ${step.policy} about what is unknown`}
          </p>
        )}
        {step.reasonUnknown !== null && <p className="text-unknown">{step.reasonUnknown}</p>}
        {step.unbridged.length > 0 && <p>No conversion exists between {step.unbridged.join('; ')}.</p>}
        {step.counterexample !== null && (
          <div>
            <p className="font-medium text-ink">It is false with these values:</p>
            {lines === null ? (
              <p className="font-mono text-xs break-words">{step.counterexample}</p>
            ) : (
              <ul className="mt-0.5 list-disc pl-5">
                {lines.map(({ name, value, note }) => (
                  <li key={name}>
                    {questions.get(name) ?? <code className="font-mono">{name}</code>}{' '}
                    <span className="font-medium text-ink tabular-nums">{value}</span>
                    {note !== null && ` (${note})`}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        {step.claims.length > 0 && (
          <div>
            <p className="font-medium text-ink">It read:</p>
            <ul className="mt-0.5 list-disc pl-5">
              {step.claims.map(({ name, question, value, quote, isUnquoted }) => (
                <li key={name}>
                  {question ?? <code className="font-mono">{name}</code>}{' '}
                  {value === null ? (
                    <span className="text-unknown">unknown</span>
                  ) : (
                    <span className="font-medium text-ink tabular-nums">{value}</span>
                  )}
                  {quote !== null && <q className="ml-1 break-words">{quote}</q>}
                  {isUnquoted && ', because the model named no passage of the frame for its value'}
                </li>
              ))}
            </ul>
          </div>
        )}
        {step.source !== null && (
          <pre className="rounded-md bg-canvas p-2 font-mono text-xs break-words whitespace-pre-wrap text-ink">
            {step.source}
          </pre>
        )}
      </div>
    </details>
  )
}

function OtherText({ step }: { readonly step: OtherStep }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        {step.conclusion !== null && <Badge>{step.conclusion}</Badge>}
        <Node node={step.node} />
      </div>
      {step.entries.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
          {step.entries.map(({ name, text }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="break-words whitespace-pre-wrap">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Node({ node }: { readonly node: string | null }) {
  if (node === null) return null
  return <Badge tone="accent">node {node}</Badge>
}
