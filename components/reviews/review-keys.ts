import { useEffect, useRef } from 'react'
import type { ShortcutGroup } from '../editor/shortcut-dialog'

export const REVIEW_KEYS = ['j', 'k', 'c', 'r', 'e'] as const
export type ReviewKey = (typeof REVIEW_KEYS)[number]

export const REVIEW_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    about: 'Read',
    shortcuts: [
      { keys: ['J'], does: 'Go to the next comment' },
      { keys: ['K'], does: 'Go to the previous comment' },
    ],
  },
  {
    about: 'Write',
    shortcuts: [
      { keys: ['C'], does: 'Write a comment' },
      { keys: ['R'], does: 'Reply to the comment that has the focus' },
      { keys: ['E'], does: 'Resolve the comment that has the focus, or open it again' },
    ],
  },
]

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** Null for a key that means something else: in a text field, in a dialog, or with a modifier. */
export function reviewKeyOf(
  { key, ctrlKey, metaKey, altKey, isComposing }: PressedKey,
  { isTyping, isDialogOpen }: { readonly isTyping: boolean; readonly isDialogOpen: boolean },
): ReviewKey | null {
  if (ctrlKey || metaKey || altKey || isComposing || isTyping || isDialogOpen) return null
  return REVIEW_KEYS.find((known) => known === key.toLowerCase()) ?? null
}

/** The position after a step through `count` entries; null if there is no entry. */
export function nextPosition(current: number, step: 1 | -1, count: number): number | null {
  if (count === 0) return null
  if (current === -1) return step === 1 ? 0 : count - 1
  return Math.min(Math.max(current + step, 0), count - 1)
}

const TYPED_INTO = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

export function useReviewKeys(onKey: (key: ReviewKey) => void): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPED_INTO) !== null
      const isDialogOpen = document.querySelector('dialog[open]') !== null
      const key = reviewKeyOf(event, { isTyping, isDialogOpen })
      if (key === null || event.defaultPrevented) return
      event.preventDefault()
      latest.current(key)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
