import type { ReactNode } from 'react'
import { CopyText } from '../ui/copy-text'

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-6 gap-y-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">{children}</dl>
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-ink-faint sm:py-0.5">{name}</dt>
      <dd className="-mt-2 min-w-0 break-words sm:mt-0">{children}</dd>
    </div>
  )
}

/** UTC, because the time zone of a printed page's reader is unknown. */
export function UtcTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="tabular-nums">
      {at.slice(0, 10)} {at.slice(11, 19)} UTC
    </time>
  )
}

/** Shows a hash in groups that can be compared by eye; it is copied as one word. */
export function WholeHash({ hash, what }: { readonly hash: string; readonly what: string }) {
  return (
    <div className="flex items-start gap-1">
      <code className="-mr-2 min-w-0 flex-1 py-0.5 font-mono text-sm text-ink">
        <Halves text={hash} />
      </code>
      <span className="-my-0.5 shrink-0 print:hidden">
        <CopyText text={hash} what={what} isShown />
      </span>
    </div>
  )
}

/** Characters that the eye takes in together. */
const GROUP_CHARS = 8

/** Each half stays on one line if there is room: eight groups per line, or four, or two. */
function Halves({ text }: { readonly text: string }) {
  if (text.length <= GROUP_CHARS) return <span className="mr-2 inline-block">{text}</span>
  const middle = Math.ceil(text.length / GROUP_CHARS / 2) * GROUP_CHARS
  return (
    <>
      <span className="inline-block">
        <Halves text={text.slice(0, middle)} />
      </span>
      <span className="inline-block">
        <Halves text={text.slice(middle)} />
      </span>
    </>
  )
}
