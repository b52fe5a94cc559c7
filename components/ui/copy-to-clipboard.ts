/** Why a text was not copied, as a sentence that says what to do; null where it was. */
export type CopyProblem = string | null

/** What of the browser a copy needs: the clipboard is absent on pages that came over plain http. */
export interface CopyingBrowser {
  readonly clipboard: Pick<Clipboard, 'write' | 'writeText'> | undefined
  readonly ClipboardItem: typeof ClipboardItem | undefined
  readonly isSecureContext: boolean
}

/**
 * Copies a text, which may be on its way. The clipboard is asked before the text is there: browsers let a page write only
 * while they handle the click, and Safari counts a call to the server as the end of that.
 *
 * @throws what `text` fails with
 */
export async function copyToClipboard(
  text: string | Promise<string>,
  browser: CopyingBrowser = thisBrowser(),
): Promise<CopyProblem> {
  const { clipboard, ClipboardItem, isSecureContext } = browser
  if (clipboard === undefined) {
    // What the text fails with is told first.
    await text
    return isSecureContext
      ? 'Not copied: this browser lets no page copy. Select the text and copy it by hand.'
      : 'Not copied: browsers copy on pages with https only. Select the text and copy it by hand.'
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
