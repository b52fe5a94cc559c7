'use client'

import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

// Loaded when first opened.
const Palette = lazy(() => import('./palette'))

export function PaletteOpener() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, target, altKey, shiftKey } = event
      if (
        key.toLowerCase() !== 'k' ||
        altKey ||
        shiftKey ||
        !(/Mac|iP/.test(navigator.userAgent) ? event.metaKey : event.ctrlKey)
      )
        return
      // Its own chords begin with the same keys (open-editor.ts).
      if ((target as Element).closest('.monaco-editor')) return
      event.preventDefault()
      // An open dialog keeps the focus.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label="Jump to a page or a ruleset"
        data-palette
        title="Ctrl K"
        className="inline-flex size-8 items-center justify-center rounded-md text-ink-soft hover:bg-canvas hover:text-ink"
      >
        <Search size={16} aria-hidden />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
