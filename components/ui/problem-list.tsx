import clsx from 'clsx'
import { CircleX, TriangleAlert, Wrench } from 'lucide-react'
import type { Diagnostic, Fix } from '../../server/language/messages/diagnostic'
import { looksLikeProse, ProseAnswer } from './panel-states'

/** The diagnostics as a list that needs no editor: a click goes to the line, a fix is one button. */
export function ProblemList(props: {
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
  readonly onReveal: (line: number, column: number) => void
  readonly onFix: (fix: Fix) => void
}) {
  const { source, diagnostics, onReveal, onFix } = props
  const prose = diagnostics.some(({ severity }) => severity === 'error') && looksLikeProse(source)
  if (diagnostics.length === 0)
    return (
      <div className="px-5 py-10 text-center text-ink-soft">
        <p className="font-medium text-ink">No problems</p>
        <p className="mt-1">The text compiles and nothing in it looks doubtful.</p>
      </div>
    )
  return (
    <>
      {prose && <ProseAnswer className="border-b border-line bg-warning-soft px-4 py-3" />}
      <ul className="divide-y divide-line" data-testid="problems">
        {diagnostics.map((diagnostic) => (
          <li key={`${diagnostic.code}-${diagnostic.start}`} className="flex gap-3 px-4 py-3">
            <Severity severity={diagnostic.severity} />
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => onReveal(diagnostic.line, diagnostic.column)}
                className="rounded-sm text-left break-words hover:underline"
              >
                <span className="sr-only">{diagnostic.severity === 'error' ? 'Error: ' : 'Warning: '}</span>
                {diagnostic.message}
                <span className="ml-2 text-xs whitespace-nowrap text-ink-faint tabular-nums">
                  line {diagnostic.line}, column {diagnostic.column}
                </span>
              </button>
              {diagnostic.fixes.length > 0 && (
                <div className="mt-1.5 flex flex-wrap gap-2">
                  {diagnostic.fixes.map((fix) => (
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
        ))}
      </ul>
    </>
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
