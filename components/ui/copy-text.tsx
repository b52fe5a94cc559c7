'use client'

import { Check, Copy } from 'lucide-react'
import { Button } from './button'
import { useCopy } from './use-copy'

/** A button that copies a text whole. Where the browser does not, it says why and offers the text to copy by hand. */
export function CopyText(props: {
  readonly text: string
  readonly label?: string
  readonly what: string
  /** Whether the text stands beside the button already, to be selected there. */
  readonly isShown?: boolean
}) {
  const { text, label, what, isShown = false } = props
  const { copied, problem, copy } = useCopy(text)
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Button
        look={label === undefined ? 'quiet' : 'plain'}
        onClick={copy}
        aria-label={`Copy ${what}`}
        className="h-7 px-1.5"
      >
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : (label ?? '')}</span>
      </Button>
      {problem !== null && !isShown && <ByHand text={text} what={what} />}
      <span role="status" className="max-w-72 text-xs text-ink-soft">
        {problem}
      </span>
    </span>
  )
}

/** A text to select and copy by hand, where the browser does not copy; the first focus selects it whole. */
export function ByHand({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <input
      readOnly
      aria-label={`To copy by hand: ${what}`}
      value={text}
      onFocus={(event) => event.target.select()}
      className="h-7 w-40 min-w-0 rounded-md border border-line-strong/60 bg-raised px-2 font-mono text-xs"
    />
  )
}
