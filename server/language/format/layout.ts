/** Linear in the size of the document. A group that fits is on one line; any other breaks at all its own lines. */
export type Doc =
  | string
  | readonly Doc[]
  /** Flat: a space, or nothing if `soft`. Broken: a line break and the indentation. */
  | { readonly kind: 'line'; readonly soft: boolean }
  /** Always breaks, also the groups around it. */
  | { readonly kind: 'hard' }
  | { readonly kind: 'indent'; readonly content: Doc }
  | { readonly kind: 'group'; readonly content: Doc; readonly broken: boolean; readonly width: number }

export const LINE: Doc = { kind: 'line', soft: false }
export const SOFT_LINE: Doc = { kind: 'line', soft: true }
export const HARD_LINE: Doc = { kind: 'hard' }

export function indentDoc(content: Doc): Doc {
  return { kind: 'indent', content }
}

/** @param expanded breaks the group even if it fits */
export function groupDoc(content: Doc, expanded: boolean): Doc {
  const width = flatWidth(content)
  return { kind: 'group', content, broken: expanded || width === Number.POSITIVE_INFINITY, width }
}

/** Columns on one line; infinite if the document cannot be on one line. */
function flatWidth(doc: Doc): number {
  if (typeof doc === 'string') return doc.includes('\n') ? Number.POSITIVE_INFINITY : doc.length
  if (!('kind' in doc)) return doc.reduce((total: number, part) => total + flatWidth(part), 0)
  switch (doc.kind) {
    case 'line':
      return doc.soft ? 0 : 1
    case 'hard':
      return Number.POSITIVE_INFINITY
    case 'indent':
      return flatWidth(doc.content)
    case 'group':
      return doc.broken ? Number.POSITIVE_INFINITY : doc.width
  }
}

const STEP = '  '

/** Leaves no white space at the end of lines. */
export function renderDoc(doc: Doc, width: number): string {
  const writer = new Writer(width)
  writer.write(doc, '', false)
  return writer.text
}

class Writer {
  private readonly lines: string[] = []
  private line = ''

  constructor(private readonly width: number) {}

  get text(): string {
    return [...this.lines, this.line].join('\n')
  }

  write(doc: Doc, indentation: string, broken: boolean): void {
    if (typeof doc === 'string') {
      const end = doc.lastIndexOf('\n')
      if (end >= 0) this.lines.push(this.line + doc.slice(0, end))
      this.line = end < 0 ? this.line + doc : doc.slice(end + 1)
      return
    }
    if (!('kind' in doc)) {
      for (const part of doc) this.write(part, indentation, broken)
      return
    }
    switch (doc.kind) {
      case 'line':
        if (broken) this.newLine(indentation)
        else if (!doc.soft) this.line += ' '
        return
      case 'hard':
        this.newLine(indentation)
        return
      case 'indent':
        this.write(doc.content, indentation + STEP, broken)
        return
      case 'group':
        // Closing text after the group, such as "});", should still fit.
        this.write(doc.content, indentation, doc.broken || this.line.length + doc.width + 2 > this.width)
    }
  }

  private newLine(indentation: string): void {
    this.lines.push(this.line.trimEnd())
    this.line = indentation
  }
}
