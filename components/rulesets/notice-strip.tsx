import clsx from 'clsx'
import type { ReactNode } from 'react'

const LOOKS = { info: 'bg-accent-soft', warning: 'bg-warning-soft', problem: 'bg-false-soft', done: 'bg-true-soft' }

/** Something about the text that stays until it is dealt with: a line over the editor, with what can be done. */
export function NoticeStrip(props: {
  readonly kind: keyof typeof LOOKS
  readonly children: ReactNode
  readonly actions?: ReactNode
}) {
  return (
    <div
      role={props.kind === 'problem' ? 'alert' : 'status'}
      className={clsx(
        'flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-sm',
        LOOKS[props.kind],
      )}
    >
      <div className="mr-auto min-w-0 break-words">{props.children}</div>
      {props.actions !== undefined && <div className="flex flex-wrap gap-1">{props.actions}</div>}
    </div>
  )
}
