'use client'

import { useMutation } from '@tanstack/react-query'
import { Check, Copy, Link2 } from 'lucide-react'
import { Button } from './controls'
import { copyToClipboard, useCopy } from './copy-to-clipboard'

/** If the browser cannot copy, it offers the text to copy by hand. */
export function CopyText(props: {
  readonly text: string
  readonly label?: string
  readonly what: string
  /** Whether the text is already visible next to the button. */
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

/** Focus selects the whole text. */
function ByHand({ text, what }: { readonly text: string; readonly what: string }) {
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

/** Copies a link, or shows it if the browser cannot copy. */
export function CopyLink(props: {
  /** Names the link's content: `this draft`. */
  readonly what: string
  readonly link: () => Promise<string>
  readonly title: string
}) {
  const { what, link, title } = props
  const share = useMutation({
    mutationFn: async () => {
      const made = link()
      const problem = await copyToClipboard(made)
      return { link: await made, problem }
    },
  })
  return (
    <>
      {share.data !== undefined && share.data.problem !== null && (
        <ByHand text={share.data.link} what={`the link to ${what}`} />
      )}
      <span role="status" className="text-sm text-ink-soft">
        {share.data !== undefined && (share.data.problem ?? 'Link copied')}
        {share.isError && `No link: ${share.error.message}`}
      </span>
      <Button onClick={() => share.mutate()} disabled={share.isPending}>
        <Link2 size={14} aria-hidden /> {title}
      </Button>
    </>
  )
}

/** Shows a hash shortened but copies all of it. */
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
