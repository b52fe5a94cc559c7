/** Divides a normalized text into clauses by its own numbers and headings, or by paragraphs if it has none. */
import type { Clause, ClauseRole } from './clause'
import { isNormative } from './clause'
import { type BegunClause, ClauseLabels } from './clause-labels'
import { type Marker, readMarkers } from './marker'
import { acceptMarker, type OpenLevel } from './number-sequence'
import { NumberedLines } from './numbered-lines'
import { splitByParagraphs } from './split-paragraphs'
import { readLines, type TextLine } from './text-lines'

/** A document with more clauses is refused. */
export const MAX_CLAUSES = 5_000
/** A document with more lines is refused before it is divided; 500 dense pages have 30,000. */
export const MAX_LINES = 50_000

export function splitClauses(text: string): readonly Clause[] {
  if (text === '') return []
  const lines = readLines(text)
  return withEnds(text, splitByNumbers(lines) ?? splitByParagraphs(lines))
}

/** Null if the text has fewer than two numbers of clauses. */
function splitByNumbers(lines: readonly TextLine[]): readonly BegunClause[] | null {
  const labels = new ClauseLabels()
  const numbered = new NumberedLines(lines)
  let open: OpenLevel[] = []
  let closed: readonly number[] | null = null
  let ownNumbers = 0
  for (const [at, line] of lines.entries()) {
    const accepted = acceptMarker(numbered, at, open, closed)
    if (accepted === null && line.heading === 0) {
      if (line.text !== '' && labels.begun.length === 0) labels.add('preamble', line.start, line.start, null)
      continue
    }
    const depth = accepted?.depth ?? headingDepth(line, open)
    for (const { marker } of open.slice(depth)) if (marker?.style === 'decimal') closed = marker.path
    open = open.slice(0, depth)
    const { heading, indent } = line
    const parent = open.at(-1)?.clause ?? null
    if (accepted === null) {
      open.push({ marker: null, heading, indent, clause: labels.addHeading(line, parent) })
      continue
    }
    ownNumbers++
    const { marker } = accepted
    const bodyStart = line.textStart + marker.length + (line.text.startsWith('**') ? 2 : 0)
    open.push({ marker, heading, indent, clause: labels.addNumbered(marker, line.start, bodyStart, parent) })
    let from = bodyStart
    for (const inner of readInnerMarkers(line, marker)) {
      const outer = open.at(-1)?.clause ?? null
      const clause = labels.addNumbered(inner, from, from + inner.length, outer)
      open.push({ marker: inner, heading: 0, indent, clause })
      from += inner.length
    }
  }
  return ownNumbers < 2 ? null : labels.begun
}

function headingDepth(line: TextLine, open: readonly OpenLevel[]): number {
  const depth = open.findIndex(({ heading }) => heading === 0 || heading >= line.heading)
  return depth < 0 ? open.length : depth
}

/** The first items of lists on the line of their clause, as in `3.1 (a) …` and `3.1 (a)(i) …`. */
function readInnerMarkers({ text }: TextLine, marker: Marker): readonly Marker[] {
  const inner: Marker[] = []
  let rest = text.slice(marker.length)
  while (/^(\((a|i|A|I|1)\))+\s/.test(rest)) {
    const first = readMarkers(rest).find(({ path }) => path[0] === 1)
    if (first === undefined) break
    inner.push(first)
    rest = rest.slice(first.length)
  }
  return inner
}

function withEnds(text: string, begun: readonly BegunClause[]): readonly Clause[] {
  const parents = new Set(begun.map(({ parent }) => parent))
  return begun.map(({ label, bodyStart, parent, isTitle, ...clause }, i) => {
    const start = i === 0 ? 0 : clause.start
    const end = begun[i + 1]?.start ?? text.length
    const role = roleOf(text.slice(bodyStart, end).trim(), parents.has(i), isTitle)
    return { label, start, end, bodyStart, parent, role }
  })
}

const MAX_HEADING_LENGTH = 120

function roleOf(body: string, hasParts: boolean, isTitle: boolean): ClauseRole {
  const isShort = body.length <= MAX_HEADING_LENGTH && !body.includes('\n') && !/[.;:!?]$/.test(body)
  if (body === '' || (isShort && (hasParts || isTitle) && !isNormative(body))) return 'heading'
  return hasParts && !/[.!?;]$/.test(body) ? 'lead-in' : 'text'
}
