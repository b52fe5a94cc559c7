/** A document of an editor for tests, and the events that editors send. */
import { TextDocument } from 'vscode-languageserver-textdocument'
import { Position, type Range, type TextEdit, type Uri } from './vscode-values'

export class Emitter<T> {
  private readonly listeners = new Set<(value: T) => void>()

  readonly event = (listener: (value: T) => void) => {
    this.listeners.add(listener)
    return { dispose: () => this.listeners.delete(listener) }
  }

  fire(value: T): void {
    for (const listener of [...this.listeners]) listener(value)
  }

  get count(): number {
    return this.listeners.size
  }
}

/** The next key of the author cancels a question. */
export class CancellationToken {
  private readonly cancelled = new Emitter<void>()
  readonly onCancellationRequested = this.cancelled.event

  cancel(): void {
    this.cancelled.fire()
  }
}

/** Changes in place, as the documents of VS Code do. */
export class OpenDocument {
  private readonly held: TextDocument

  constructor(
    readonly uri: Uri,
    text: string,
    readonly languageId = 'ruleset',
  ) {
    this.held = TextDocument.create(String(uri), languageId, 1, text)
  }

  get version(): number {
    return this.held.version
  }

  getText(): string {
    return this.held.getText()
  }

  /** The place of the last such word. */
  positionOf(word: string): Position {
    const { line, character } = this.held.positionAt(this.getText().lastIndexOf(word))
    return new Position(line, character)
  }

  /** The text with edits, which are not made. */
  textAfter(edits: readonly TextEdit[]): string {
    return TextDocument.applyEdits(
      this.held,
      edits.map(({ range, newText }) => ({ range: plainRange(range), newText })),
    )
  }

  replace(range: Range, text: string): void {
    TextDocument.update(this.held, [{ range: plainRange(range), text }], this.version + 1)
  }
}

function plainRange({ start, end }: Range) {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  }
}
