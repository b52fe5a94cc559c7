import { type RefObject, useEffect, useRef } from 'react'

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 }

/**
 * The keys `j` and `k` move between the links with `data-row` of a list, from anywhere on the page, and `x` is done with
 * the one that has the focus. Enter is the browser's.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, onDone: (nth: number) => void): void {
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
      const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
      const step = STEPS[event.key]
      if (step !== undefined) {
        event.preventDefault()
        links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus()
      } else if (event.key === 'x' && at >= 0) {
        event.preventDefault()
        // The focus would be lost with the row.
        ;(links[at + 1] ?? links[at - 1])?.focus()
        done.current(at)
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null
}
