import clsx from 'clsx'
import { CircleX, Lightbulb, TriangleAlert, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Diagnostic, Fix } from '../../server/language/messages/diagnostic'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import { looksLikeProse, ProseAnswer } from './panel-states'

export function ProblemList(props: {
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  /** Listed after the diagnostics. */
  readonly findings: readonly Finding[]
  /** Whether the edits of findings fit the current text. */
  readonly offersFindingFixes: boolean
  /** Says which questions about the meaning are open. */
  readonly note?: string
  readonly onReveal: (line: number, column: number) => void
  readonly onFix: (fix: Fix) => void
}) {
  const { source, diagnostics, findings, offersFindingFixes, note = '', onReveal, onFix } = props
  const prose = diagnostics.some(({ severity }) => severity === 'error') && looksLikeProse(source)
  if (diagnostics.length + findings.length === 0)
    return (
      <div className="px-5 py-10 text-center text-ink-soft">
        <p className="font-medium text-ink">No problems</p>
        <p className="mt-1">The text compiles, and no questionable parts were found.</p>
        <p className="mt-1 text-sm">{note}</p>
      </div>
    )
  return (
    <>
      {prose && <ProseAnswer className="border-b border-line bg-warning-soft px-4 py-3" />}
      <ul className="divide-y divide-line" data-testid="problems">
        {diagnostics.map((diagnostic) => (
          <Problem
            key={`${diagnostic.code}-${diagnostic.start}`}
            {...{ onReveal, onFix }}
            icon={<Severity severity={diagnostic.severity} />}
            lead={diagnostic.severity === 'error' ? 'Error: ' : 'Warning: '}
            message={diagnostic.message}
            place={diagnostic}
            fixes={diagnostic.fixes}
          />
        ))}
        {findings.map(({ kind, severity, sentence, place, fix }) => (
          <Problem
            key={`${kind}-${sentence}`}
            {...{ onReveal, onFix, place }}
            icon={<Meaning severity={severity} />}
            lead={severity === 'warning' ? 'About the meaning: ' : 'Note about the meaning: '}
            message={sentence}
            fixes={fix === null || !offersFindingFixes ? [] : [fix]}
          />
        ))}
      </ul>
      {note !== '' && <p className="border-t border-line px-4 py-3 text-sm text-ink-soft">{note}</p>}
    </>
  )
}

function Problem(props: {
  readonly icon: ReactNode
  /** For screen readers. */
  readonly lead: string
  readonly message: string
  readonly place: { readonly line: number; readonly column: number } | null
  readonly fixes: readonly Fix[]
  readonly onReveal: (line: number, column: number) => void
  readonly onFix: (fix: Fix) => void
}) {
  const { icon, lead, message, place, fixes, onReveal, onFix } = props
  return (
    <li className="flex gap-3 px-4 py-3">
      {icon}
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={() => place !== null && onReveal(place.line, place.column)}
          className="rounded-sm text-left break-words hover:underline"
        >
          <span className="sr-only">{lead}</span>
          {message}
          {place !== null && (
            <span className="ml-2 text-xs whitespace-nowrap text-ink-faint tabular-nums">
              line {place.line}, column {place.column}
            </span>
          )}
        </button>
        {fixes.length > 0 && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            {fixes.map((fix) => (
              <button
                key={fix.title}
                type="button"
                onClick={() => onFix(fix)}
                className="inline-flex items-center gap-1.5 rounded-md border border-line-strong/50 px-2 py-1 text-xs font-medium text-ink hover:bg-canvas"
              >
                <Wrench size={12} aria-hidden />
                {fix.title}
              </button>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function Meaning({ severity }: { readonly severity: Finding['severity'] }) {
  return (
    <Lightbulb
      size={16}
      aria-hidden
      className={clsx('mt-0.5 shrink-0', severity === 'warning' ? 'text-warning' : 'text-ink-faint')}
    />
  )
}

function Severity({ severity }: { readonly severity: Diagnostic['severity'] }) {
  const Icon = severity === 'error' ? CircleX : TriangleAlert
  return (
    <Icon
      size={16}
      aria-hidden
      className={clsx('mt-0.5 shrink-0', severity === 'error' ? 'text-false' : 'text-warning')}
    />
  )
}
