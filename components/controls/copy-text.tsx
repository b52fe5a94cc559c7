'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button'

/** How long the button says that it copied, in milliseconds. */
const SAID = 2_000

/** A button that copies a text whole. Where the browser bars it, it says so: the text is then selected by hand. */
export function CopyText({
  text,
  label,
  what,
}: {
  readonly text: string
  readonly label?: string
  readonly what: string
}) {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), SAID)
    return () => clearTimeout(timer)
  }, [said])
  const barred = () => setSaid('Not allowed here')
  const copy = () => {
    if (navigator.clipboard === undefined) barred()
    else navigator.clipboard.writeText(text).then(() => setSaid('Copied'), barred)
  }
  return (
    <Button
      look={label === undefined ? 'quiet' : 'plain'}
      onClick={copy}
      aria-label={`Copy ${what}`}
      className="h-7 px-1.5"
    >
      {said === 'Copied' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span aria-live="polite">{said ?? label ?? ''}</span>
    </Button>
  )
}
