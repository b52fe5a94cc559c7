import type { ReactNode } from 'react'

/** What a list says while there is nothing in it, and what to do next. */
export function EmptyState(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-5 py-14 text-center">
      <p className="text-lg font-medium">{props.title}</p>
      {props.children !== undefined && <div className="max-w-prose text-ink-soft">{props.children}</div>}
      {props.actions !== undefined && <div className="mt-2 flex flex-wrap justify-center gap-2">{props.actions}</div>}
    </div>
  )
}
