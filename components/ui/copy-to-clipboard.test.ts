import { expect, test } from 'vitest'
import { type CopyingBrowser, copyToClipboard } from './copy-to-clipboard'

/** Accepts a text only during a click, as Safari does. */
class StrictClipboard {
  handlingClick = true
  text = ''

  async write(items: ClipboardItem[]): Promise<void> {
    this.demandClick()
    const blob = await items[0]?.getType('text/plain')
    this.text = (await blob?.text()) ?? ''
  }

  async writeText(text: string): Promise<void> {
    this.demandClick()
    this.text = text
  }

  private demandClick(): void {
    if (!this.handlingClick) throw new DOMException('no click', 'NotAllowedError')
  }
}

class Item {
  constructor(readonly given: Record<string, Promise<Blob>>) {}
  getType(type: string): Promise<Blob> {
    return this.given[type] ?? Promise.reject(new Error(type))
  }
}

const browserWith = (clipboard: StrictClipboard | undefined, isSecureContext = true): CopyingBrowser => ({
  clipboard,
  ClipboardItem: Item as unknown as typeof ClipboardItem,
  isSecureContext,
})

test('a text that arrives later is copied by the click that requested it', async () => {
  const clipboard = new StrictClipboard()
  let arrive = (_: string) => {}
  const copied = copyToClipboard(new Promise((resolve) => (arrive = resolve)), browserWith(clipboard))
  clipboard.handlingClick = false
  arrive('the answer')
  expect(await copied).toBeNull()
  expect(clipboard.text).toBe('the answer')
})

test('an available text is copied', async () => {
  const clipboard = new StrictClipboard()
  expect(await copyToClipboard('a hash', browserWith(clipboard))).toBeNull()
  expect(clipboard.text).toBe('a hash')
})

test('a page without a clipboard says why and what to do', async () => {
  expect(await copyToClipboard('a hash', browserWith(undefined, false))).toContain('only on https pages')
  expect(await copyToClipboard('a hash', browserWith(undefined, true))).toContain(
    'this browser does not let pages copy',
  )
})

test('a browser that refuses reports a problem', async () => {
  const clipboard = new StrictClipboard()
  clipboard.handlingClick = false
  expect(await copyToClipboard('a hash', browserWith(clipboard))).toContain('did not allow it')
})

test('the copy fails with the error of the text', async () => {
  const failing = () => Promise.reject<string>(new Error('the server refused'))
  await expect(copyToClipboard(failing(), browserWith(new StrictClipboard()))).rejects.toThrow('the server refused')
  await expect(copyToClipboard(failing(), browserWith(undefined))).rejects.toThrow('the server refused')
})
