import type { ReactNode } from 'react'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import { Button } from './button'
import { placeKey } from './place-key'
import { looksLikeProse } from './prose'
import { ProseAnswer } from './prose-answer'

const WIDTHS = ['w-3/5', 'w-full', 'w-11/12', 'w-4/5', 'w-2/5', 'w-full', 'w-3/4']

/** The place of a panel while the first answer is worked out. */
export function PanelSkeleton() {
  return (
    <div className="space-y-3 px-5 py-6" aria-busy="true">
      <p className="sr-only">Loading</p>
      {WIDTHS.map((width, place) => (
        <div key={placeKey(place)} className={`h-3.5 rounded-sm bg-line ${width}`} />
      ))}
    </div>
  )
}

interface Broken {
  readonly source: string
  readonly errors: number
  /** Shows the problems. */
  readonly onShow: () => void
}

/** What stands in a panel that needs a ruleset, while the text is none. */
export function DoesNotCompile({ source, errors, onShow }: Broken) {
  const prose = looksLikeProse(source)
  return (
    <div className="px-5 py-10 text-center text-ink-soft">
      <p className="font-medium text-ink">The text does not compile</p>
      {prose ? (
        <ProseAnswer className="mx-auto mt-1 max-w-prose" />
      ) : (
        <p className="mt-1">
          {errors === 1 ? 'One error has' : `${errors} errors have`} to be mended before there is anything to show here.
        </p>
      )}
      <Button className="mt-4" onClick={onShow}>
        Show the problems
      </Button>
    </div>
  )
}

/** What the last text that compiled came to, dimmed, while the text does not compile. */
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
            The text does not compile: {errors === 1 ? 'one error' : `${errors} errors`}. Below is the last text that
            did.
          </p>
        )}
        <Button onClick={onShow}>Show the problems</Button>
      </div>
      <div className="dimmed min-h-full">{children}</div>
    </>
  )
}

/** In place of a panel where the worker of the page stopped. */
export function WorkerFailed({ reason }: { readonly reason: string }) {
  return (
    <div role="alert" className="px-5 py-10 text-center">
      <p className="font-medium">The language core stopped in this browser: {reason}</p>
      <Button className="mt-3" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </div>
  )
}

/** How many keep the text from compiling; none while it is not known. */
export function errorCount(diagnostics: readonly Diagnostic[] | null): number {
  return diagnostics?.filter(({ severity }) => severity === 'error').length ?? 0
}

/** Such as `2 errors, 1 warning`. */
export function problemsInWords(errors: number, warnings: number): string {
  const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
  return errors + warnings === 0 ? 'No problems' : `${count(errors, 'error')}, ${count(warnings, 'warning')}`
}
