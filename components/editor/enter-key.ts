/**
 * Enter while the completion list is open. It accepts what the list offers, unless the word at the cursor is complete:
 * then the author ends the line. A choice made with the arrow keys is always accepted.
 */
import type { editor, IKeyboardEvent } from 'monaco-editor/editor'
import type { MonacoApi } from './load-monaco'

export interface OfferedWord {
  readonly label: string
  readonly insert: string
  /** Offset in the text of what the insert replaces. */
  readonly start: number
}

/** What the list offered last. */
export class OfferedWords {
  private words: readonly OfferedWord[] = []

  set(words: readonly OfferedWord[]): void {
    this.words = words
  }

  /** Whether one of the words stands before the cursor already, from where it would be inserted. */
  isComplete(text: string, cursor: number): boolean {
    return this.words.some(({ label, insert, start }) => {
      const written = text.slice(start, cursor)
      return written !== '' && (written === label || written === insert.trimEnd())
    })
  }
}

/** Closes the list before Enter reaches it where the word is complete, so that Enter ends the line. */
export function endLineAfterWholeWord(
  monaco: MonacoApi,
  target: editor.IStandaloneCodeEditor,
  offered: OfferedWords,
): void {
  const { KeyCode } = monaco
  const moves: readonly number[] = [KeyCode.UpArrow, KeyCode.DownArrow, KeyCode.PageUp, KeyCode.PageDown]
  let chosenByHand = false
  target.onKeyDown((event: IKeyboardEvent) => {
    if (event.keyCode !== KeyCode.Enter) {
      chosenByHand = moves.includes(event.keyCode)
      return
    }
    const position = target.getPosition()
    const model = target.getModel()
    if (chosenByHand || position === null || model === null) return
    if (offered.isComplete(model.getValue(), model.getOffsetAt(position)))
      target.trigger('enter', 'hideSuggestWidget', {})
  })
}
