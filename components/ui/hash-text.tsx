'use client'

import { Check, Copy } from 'lucide-react'
import { ByHand } from './copy-text'
import { useCopy } from './use-copy'

/** A hash: shown short, copied whole. */
export function HashText({ hash, what = 'hash' }: { readonly hash: string; readonly what?: string }) {
  const { copied, problem, copy } = useCopy(hash)
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {problem === null ? (
        <code title={hash} className="font-mono text-sm">
          {hash.slice(0, 10)}
        </code>
      ) : (
        <ByHand text={hash} what={`the whole ${what}`} />
      )}
      <button
        type="button"
        onClick={copy}
        aria-label={`Copy the whole ${what} ${hash.slice(0, 10)}`}
        className="inline-flex size-6 items-center justify-center rounded-sm text-ink-faint hover:bg-canvas hover:text-ink"
      >
        {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      </button>
      <span role="status" className={problem === null ? 'sr-only' : 'max-w-60 text-xs whitespace-normal text-ink-soft'}>
        {copied ? 'Copied' : problem}
      </span>
    </span>
  )
}
