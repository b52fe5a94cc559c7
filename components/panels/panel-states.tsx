import type { Diagnostic } from '../../server/language/diagnostic'
import { Button } from '../controls/button'
import { placeKey } from '../controls/place-key'

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

/** What stands in a panel that needs a ruleset, while the text is none. */
export function DoesNotCompile({ errors, onShow }: { readonly errors: number; readonly onShow: () => void }) {
  return (
    <div className="px-5 py-10 text-center text-ink-soft">
      <p className="font-medium text-ink">The text does not compile</p>
      <p className="mt-1">
        {errors === 1 ? 'One error has' : `${errors} errors have`} to be mended before there is anything to show here.
      </p>
      <Button className="mt-4" onClick={onShow}>
        Show the problems
      </Button>
    </div>
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
