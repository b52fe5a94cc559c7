'use client'

import { Check, Copy } from 'lucide-react'
import { useCopy } from '../ui/copy-to-clipboard'

/** @param what names the block for screen readers */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const { copied, problem, copy } = useCopy(text)
  return (
    <button type="button" onClick={copy} aria-label={`Copy: ${what}`} className="copy-button">
      {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : problem}</span>
    </button>
  )
}
