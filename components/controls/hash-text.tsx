'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** A hash: shown short, copied whole. */
export function HashText({ hash, what = 'hash' }: { readonly hash: string; readonly what?: string }) {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), 2_000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = () =>
    void navigator.clipboard?.writeText(hash).then(
      () => setSaid('Copied'),
      () => setSaid('Not allowed here'),
    )
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <code title={hash} className="font-mono text-sm">
        {hash.slice(0, 10)}
      </code>
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy the whole ${what} ${hash.slice(0, 10)}`}
        className="inline-flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-canvas hover:text-ink"
      >
        {said === null ? <Copy size={13} aria-hidden /> : <Check size={13} aria-hidden />}
      </button>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </span>
  )
}
