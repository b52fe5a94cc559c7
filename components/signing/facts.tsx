import type { ReactNode } from 'react'

/** Facts under their names, in a calm list. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">{children}</dl>
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-ink-faint sm:py-0.5">{name}</dt>
      <dd className="-mt-2 min-w-0 break-words sm:mt-0">{children}</dd>
    </div>
  )
}

/** On paper a reader's own zone is nobody's. */
export function UtcTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {at.slice(0, 10)} {at.slice(11, 19)} UTC
    </time>
  )
}
