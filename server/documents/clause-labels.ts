import type { Marker } from './marker'
import type { TextLine } from './text-lines'

export interface BegunClause {
  readonly label: string
  readonly start: number
  readonly bodyStart: number
  readonly parent: number | null
  /** Whether it is a part of the text without a number, which is a title if it is short. */
  readonly isTitle: boolean
}

/** Collects the clauses of a text and gives each a label that no other one has. */
export class ClauseLabels {
  readonly begun: BegunClause[] = []
  readonly #used = new Set<string>()
  readonly #headings = new Map<number | null, number>()

  /** Returns the index of the clause. */
  add(label: string, start: number, bodyStart: number, parent: number | null, isTitle = true): number {
    this.begun.push({ label: this.#unique(label), start, bodyStart, parent, isTitle })
    return this.begun.length - 1
  }

  addHeading(line: TextLine, parent: number | null): number {
    if (this.begun.length === 0) return this.add('title', line.start, line.textStart, null)
    const count = (this.#headings.get(parent) ?? 0) + 1
    this.#headings.set(parent, count)
    const above = parent === null ? '' : (this.begun[parent]?.label ?? '')
    return this.add(headingLabel(above, count), line.start, line.textStart, parent)
  }

  addNumbered(marker: Marker, start: number, bodyStart: number, parent: number | null): number {
    const above = parent === null ? null : (this.begun[parent] ?? null)
    // Numbers go on from part to part, so they are cited without the part.
    const isUnnumbered = above === null || above.isTitle || /^(Part|Ch|Annex)\./.test(above.label)
    const plain = isUnnumbered ? rootLabel(marker) : labelWithin(above.label, marker)
    const label = this.#used.has(plain) && above !== null && isUnnumbered ? `${above.label}(${marker.printed})` : plain
    return this.add(label, start, bodyStart, parent, false)
  }

  #unique(label: string): string {
    let unique = label
    for (let i = 2; this.#used.has(unique); i++) unique = `${label}~${i}`
    this.#used.add(unique)
    return unique
  }
}

/** `H2` and `H2.1`, so that it differs from the text's own numbers. */
function headingLabel(above: string, count: number): string {
  if (above === '' || above === 'title') return `H${count}`
  return above.startsWith('H') ? `${above}.${count}` : `${above}.h${count}`
}

function rootLabel({ keyword, printed, style }: Marker): string {
  if (keyword !== null) return `${keyword.prefix}${printed}`
  return style.startsWith('(') ? `(${printed})` : printed
}

function labelWithin(above: string, marker: Marker): string {
  const { keyword, printed, path } = marker
  if (keyword !== null || path.length > 1) return rootLabel(marker)
  const isInsideLetter = /^[A-Z]+$/.test(above) && /^\d/.test(printed)
  return isInsideLetter ? `${above}.${printed}` : `${above}(${printed})`
}
