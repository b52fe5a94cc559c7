'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** How long the button says that it copied, in milliseconds. */
const SAID = 2_000

/** @param what the block, for those who cannot see which one the button belongs to */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'barred'>('ready')
  useEffect(() => {
    if (state === 'ready') return
    const timer = setTimeout(() => setState('ready'), SAID)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // The clipboard exists on secure pages only; elsewhere the text is selected and copied by hand.
    if (navigator.clipboard === undefined) setState('barred')
    else
      navigator.clipboard.writeText(text).then(
        () => setState('copied'),
        () => setState('barred'),
      )
  }
  return (
    <button type="button" onClick={copy} aria-label={`Copy: ${what}`} className="copy-button">
      {state === 'copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{state === 'copied' ? 'Copied' : state === 'barred' ? 'Not allowed here' : ''}</span>
    </button>
  )
}
