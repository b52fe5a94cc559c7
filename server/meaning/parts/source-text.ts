import { visibleLine } from '../../engine/explain/english/clause'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Span } from '../../language/text/line-index'
import { LineIndex } from '../../language/text/line-index'

export interface WrittenRuleset {
  readonly source: string
  readonly ruleset: CheckedRuleset
}

/** One-based, in UTF-16 units; the end is exclusive. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

const MAX_SHOWN_CHARACTERS = 80

export class SourceText {
  private index: LineIndex | null = null

  constructor(readonly text: string) {}

  place({ start, end }: Span): Place {
    this.index ??= new LineIndex(this.text)
    const { index } = this
    return {
      line: index.line(start),
      column: index.column(start),
      endLine: index.line(end),
      endColumn: index.column(end),
    }
  }

  written({ start, end }: Span): string {
    return this.text.slice(start, end)
  }

  /** Quotes the text on one line. */
  quoted(span: Span): string {
    const line = visibleLine(this.written(span).replace(/\s+/g, ' ').trim())
    return `“${line.length > MAX_SHOWN_CHARACTERS ? `${line.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : line}”`
  }
}
