import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { positionKey } from './lists'

export interface TableColumn {
  readonly title: ReactNode
  readonly isNumber?: boolean
  /** For screen readers only. */
  readonly isHidden?: boolean
  readonly about?: string
  /** Absent if the column cannot sort. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly className?: string
}

/** On narrow screens it scrolls in its own frame, whose edge shows that there is more. */
export function Table(props: {
  readonly label: string
  readonly columns: readonly (string | TableColumn)[]
  /** For the frame. */
  readonly className?: string
  /** `<tr>` elements made of {@link Cell}. */
  readonly children: ReactNode
}) {
  const { label, columns, className, children } = props
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
      tabIndex={0}
      className={clsx('scrolls-sideways relative overflow-x-auto rounded-lg border border-line', className)}
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead>
          <tr>
            {columns.map((column, position) => (
              <HeadCell key={positionKey(position)} column={typeof column === 'string' ? { title: column } : column} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function HeadCell({ column }: { readonly column: TableColumn }) {
  const { title, isNumber = false, isHidden = false, about, sorted, className } = column
  return (
    <th
      scope="col"
      title={about}
      aria-sort={sorted}
      className={clsx(
        'h-9 border-b border-line bg-canvas px-3 font-medium whitespace-nowrap text-ink-soft',
        isNumber && 'text-right',
        className,
      )}
    >
      {isHidden ? <span className="sr-only">{title}</span> : title}
    </th>
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
