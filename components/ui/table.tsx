import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** The dense table of the product; on narrow screens it scrolls inside its own frame. */
export function Table({
  label,
  children,
  className,
}: {
  readonly label: string
  readonly children: ReactNode
  readonly className?: string
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      className={clsx('relative overflow-x-auto rounded-lg border border-line bg-surface', className)}
    >
      <table className="w-full border-collapse text-left text-sm">{children}</table>
    </section>
  )
}

export function HeadCell({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...props}
      className={clsx('h-9 border-b border-line bg-canvas px-3 font-medium whitespace-nowrap text-ink-soft', className)}
    />
  )
}

export function Cell({ className, ...props }: ComponentProps<'td'>) {
  return (
    <td
      {...props}
      className={clsx('border-b border-line px-3 py-2 align-middle in-[tr:last-child]:border-b-0', className)}
    />
  )
}
