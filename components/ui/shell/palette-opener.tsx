'use client'

import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

// Loaded when first opened.
const Palette = lazy(() => import('./palette'))

/** Event that opens the palette, for the editor, whose own chords begin with the same keys. */
export const OPEN_PALETTE = 'open-palette'

export function PaletteOpener() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const show = () => setOpen(true)
    const pressed = (event: KeyboardEvent) => {
      const { key, target, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || altKey || shiftKey || !(isMac() ? event.metaKey : event.ctrlKey)) return
      if ((target as Element).closest('.monaco-editor')) return
      event.preventDefault()
      // An open dialog keeps the focus.
      if (!document.querySelector('dialog[open]')) show()
    }
    addEventListener('keydown', pressed)
    addEventListener(OPEN_PALETTE, show)
    return () => {
      removeEventListener('keydown', pressed)
      removeEventListener(OPEN_PALETTE, show)
    }
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label="Search"
        aria-keyshortcuts="Control+K Meta+K"
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

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
