import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

/** Extra rows drawn on each side. */
const OVERSCAN_ROWS = 6

/** Draws only the visible rows of a list, whatever their heights. */
export function VisibleRows(props: {
  readonly label: string
  readonly count: number
  /** Approximate row height in pixels. */
  readonly estimate: number
  readonly keyOf: (index: number) => string
  readonly row: (index: number) => ReactNode
}) {
  const { label, count, estimate, keyOf, row } = props
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const place = list.current?.getBoundingClientRect().top
    if (place !== undefined) setTop(place + window.scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
  })
  return (
    <ol
      ref={list}
      aria-label={label}
      className="relative rounded-lg border border-line bg-surface"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          className={index === count - 1 ? 'absolute inset-x-0 top-0' : 'absolute inset-x-0 top-0 border-b border-line'}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {row(index)}
        </li>
      ))}
    </ol>
  )
}
