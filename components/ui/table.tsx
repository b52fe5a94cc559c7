import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { positionKey } from './lists'

export interface TableColumn {
  readonly title: ReactNode
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean
  /** The title is for screen readers only, as over a column of buttons. */
  readonly isHidden?: boolean
  /** The explanation that the browser shows for the title. */
  readonly about?: string
  /** The order of the rows by this column; absent for a column that does not order them. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly className?: string
}

/**
 * The data table of the product: one heading for each column, and the rows as children. On narrow screens it scrolls
 * inside its own frame, whose edge shows that there is more.
 */
export function Table(props: {
  readonly label: string
  readonly columns: readonly (string | TableColumn)[]
  /** Of the frame. */
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
