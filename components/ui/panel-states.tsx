import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import { Button } from './controls'
import { positionKey } from './lists'

const WIDTHS = ['w-3/5', 'w-full', 'w-11/12', 'w-4/5', 'w-2/5', 'w-full', 'w-3/4']

export function PanelSkeleton() {
  return (
    <div className="space-y-3 px-5 py-6" aria-busy="true">
      <p className="sr-only">Loading</p>
      {WIDTHS.map((width, position) => (
        <div key={positionKey(position)} className={`h-3.5 rounded-sm bg-line ${width}`} />
      ))}
    </div>
  )
}

interface Broken {
  readonly source: string
  readonly errors: number
  readonly onShow: () => void
}

export function DoesNotCompile({ source, errors, onShow }: Broken) {
  const prose = looksLikeProse(source)
  return (
    <div className="px-5 py-10 text-center text-ink-soft">
      <p className="font-medium text-ink">The text does not compile</p>
      {prose ? (
        <ProseAnswer className="mx-auto mt-1 max-w-prose" />
      ) : (
        <p className="mt-1">
          {errors === 1 ? 'One error has' : `${errors} errors have`} to be fixed before this panel can show anything.
        </p>
      )}
      <Button className="mt-4" onClick={onShow}>
        Show the problems
      </Button>
    </div>
  )
}

/** Dims the result of the last valid text. */
export function OlderReview({ source, errors, onShow, children }: Broken & { readonly children: ReactNode }) {
  return (
    <>
      <div
        role="status"
        className="sticky top-0 z-10 flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warning-soft px-5 py-2 text-sm"
      >
        {looksLikeProse(source) ? (
          <ProseAnswer className="min-w-0 flex-1" />
        ) : (
          <p className="min-w-0 flex-1">
            The text does not compile: {errors === 1 ? 'one error' : `${errors} errors`}. The last text that compiled is
            shown below.
          </p>
        )}
        <Button onClick={onShow}>Show the problems</Button>
      </div>
      <div className="dimmed min-h-full">{children}</div>
    </>
  )
}

export function WorkerFailed({ reason }: { readonly reason: string }) {
  return (
    <div role="alert" className="px-5 py-10 text-center">
      <p className="font-medium">The language service stopped in this browser: {reason}</p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  )
}

/** Returns 0 while the diagnostics are unknown. */
export function errorCount(diagnostics: readonly Diagnostic[] | null): number {
  return diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
}

/** Returns `2 errors, 1 warning`. */
export function problemsInWords(errors: number, warnings: number): string {
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  return errors + warnings === 0 ? 'No problems' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`
}

export function ProseAnswer({ className }: { readonly className: string }) {
  return (
    <p className={className}>
      This looks like prose, which is not translated. Write each rule as an assertion, as{' '}
      <Link href="/docs/language" className="text-accent underline">
        the language guide
      </Link>{' '}
      and the examples show, and put the prose in comments. Begin each comment line with{' '}
      <code className="font-mono">{'//'}</code>.
    </p>
  )
}

/** Words that rulesets have in a row; other runs of bare words are prose. */
const RULESET_WORDS =
  /^(?:IF|THEN|ELSE|CASE|OF|in|as|declare|local|assert|let|true|false|boolean|numeric|enum|version)$/

/** More than any language construct has in a row. */
const MIN_PROSE_WORDS = 6

/** Whether a text that does not compile is prose: six plain words in a row, outside comments and quotes. */
export function looksLikeProse(source: string): boolean {
  const bare = source
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\/\/[^\n]*/g, ' ')
    .replaceAll(/"[^"\n]*"/g, ' | ')
  let run = 0
  for (const word of bare.split(/\s+/)) {
    run = /^\(?[\p{L}’'-]+[,.;:)]*$/u.test(word) && !RULESET_WORDS.test(word) ? run + 1 : 0
    if (run >= MIN_PROSE_WORDS) return true
  }
  return false
}
