import clsx from 'clsx'
import type { ComponentProps } from 'react'

const LOOKS = {
  plain: 'border border-line-strong/50 bg-raised text-ink hover:border-line-strong hover:bg-canvas',
  quiet: 'text-ink-soft hover:bg-canvas hover:text-ink',
  primary: 'bg-accent text-on-accent hover:opacity-90',
} as const

/** The one button of the product. */
export function Button({
  look = 'plain',
  className,
  ...props
}: ComponentProps<'button'> & { readonly look?: keyof typeof LOOKS }) {
  return (
    <button
      type="button"
      {...props}
      className={clsx(
        'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap transition-colors disabled:opacity-60',
        LOOKS[look],
        className,
      )}
    />
  )
}
