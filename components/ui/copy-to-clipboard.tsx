'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

/** Why the text was not copied, and what to do. */
type CopyProblem = string | null

/** The clipboard is absent on plain HTTP pages. */
export interface CopyingBrowser {
  readonly clipboard: Pick<Clipboard, 'write' | 'writeText'> | undefined
  readonly ClipboardItem: typeof ClipboardItem | undefined
  readonly isSecureContext: boolean
}

/**
 * Copies a text that may still be loading. It calls the clipboard before the text arrives, because browsers allow
 * writing only during the click, which a server call ends in Safari.
 * @throws the error of `text`
 */
export async function copyToClipboard(
  text: string | Promise<string>,
  browser: CopyingBrowser = thisBrowser(),
): Promise<CopyProblem> {
  const { clipboard, ClipboardItem, isSecureContext } = browser
  if (clipboard === undefined) {
    // A failure of the text takes precedence.
    await text
    return isSecureContext
      ? 'Not copied: this browser does not let pages copy. Select the text and copy it by hand.'
      : 'Not copied: browsers copy only on https pages. Select the text and copy it by hand.'
  }
  const written =
    typeof text === 'string' || ClipboardItem === undefined
      ? Promise.resolve(text).then((whole) => clipboard.writeText(whole))
      : clipboard.write([new ClipboardItem({ 'text/plain': text.then(asPlainText) })])
  const copied = await written.then(
    () => true,
    () => false,
  )
  await text
  return copied ? null : 'Not copied: the browser did not allow it. Select the text and copy it by hand.'
}

function thisBrowser(): CopyingBrowser {
  return {
    clipboard: navigator.clipboard as Clipboard | undefined,
    ClipboardItem: globalThis.ClipboardItem as typeof ClipboardItem | undefined,
    isSecureContext,
  }
}

const asPlainText = (text: string) => new Blob([text], { type: 'text/plain' })

/** Milliseconds for which a success is shown. A problem stays. */
const COPIED_SHOWN_MS = 2_000

/** `copied` lasts a moment, `problem` until the next click. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    const copyProblem = await copyToClipboard(text)
    setProblem(copyProblem)
    setCopied(copyProblem === null)
  }
  return { copied, problem, copy: () => void copy() }
}

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
