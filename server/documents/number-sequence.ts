/**
 * Decides which numbered lines begin a clause. A line begins one if its number continues a sequence: `4.3` after `4.2`,
 * `(b)` after `(a)`, `5.` after `4.7`. Years, amounts, dates and cross-references at the beginning of a line do not.
 */
import type { Marker } from './marker'
import type { NumberedLines } from './numbered-lines'
import type { TextLine } from './text-lines'

/** A clause that can still continue or contain the next one. */
export interface OpenLevel {
  readonly marker: Marker | null
  /** Depth of a Markdown heading without a number, otherwise 0. */
  readonly heading: number
  readonly indent: number
  /** Index of the clause. */
  readonly clause: number
}

export interface Accepted {
  readonly marker: Marker
  /** How many open levels remain; the last one contains the clause. */
  readonly depth: number
}

/** Numbers that a text may leave out, for example because a clause was deleted. */
const MAX_GAP = 3
/** How far the next number of a list may be away. */
const LOOK_AHEAD_LINES = 300
/** The greatest number with which a text can begin. */
const MAX_FIRST = 999

const MONTH = /^(january|february|march|april|may|june|july|august|september|october|november|december)\b/i
const REFERENCE_BEHIND = /^(above|below|and|or|of|to|through|thereof|applies|apply|hereof|[,;)\]])(\W|$)/
const REFERENCE_BEFORE =
  /(^|[^;,.:])\s(and|or|to|in|of|under|with|see|section|sections|clause|clauses|paragraph|paragraphs|article|articles|item|items|point|points|no\.|number|part|rule|annex|chapter|§|§§)$/i
const UNIT =
  /^(%|€|\$|£|percent|per cent|days?|weeks?|months?|years?|hours?|minutes?|euros?|eur|usd|gbp|dollars?|km|kg|m|miles?|times)(\W|$)/i
const SENTENCE_END = /[.;:!?…"”)\]]$/

export function acceptMarker(
  lines: NumberedLines,
  at: number,
  open: readonly OpenLevel[],
  closed: readonly number[] | null,
): Accepted | null {
  const line = lines.all[at]
  if (line === undefined) return null
  const found: Accepted[] = []
  for (const marker of line.markers) {
    if (isReference(lines, at, marker)) continue
    const depth = marker.keyword === null ? findDepth(lines, at, marker, open, closed) : keywordDepth(marker, open)
    if (depth !== null) found.push({ marker, depth })
  }
  if (found.length < 2) return found[0] ?? null
  // `(i)` after `(h)` is a letter unless `(ii)` follows.
  const next = ({ marker }: Accepted) => nextLine(lines, at, marker, marker.path[0]! + 1) ?? Number.POSITIVE_INFINITY
  return found.reduce((best, each) => {
    const [one, other] = [next(best), next(each)]
    if (one === other) return best.depth >= each.depth ? best : each
    return one < other ? best : each
  })
}

/** Whether the words around the number show that it refers to a clause, or is part of a sentence. */
function isReference(lines: NumberedLines, at: number, marker: Marker): boolean {
  const line = lines.all[at]
  if (line === undefined) return true
  const rest = restOf(line, marker)
  const before = at === 0 ? '' : (lines.all[at - 1]?.text ?? '')
  if (before !== '' && REFERENCE_BEFORE.test(before)) return true
  if (REFERENCE_BEHIND.test(rest)) return true
  if (marker.keyword !== null)
    return /^[a-z]/.test(rest) || (before !== '' && !SENTENCE_END.test(before) && lines.all[at - 1]?.heading === 0)
  if (marker.style !== 'decimal') return false
  if (MONTH.test(rest) || UNIT.test(rest)) return true
  const isInSentence = /^[a-z]/.test(rest) && before !== '' && !SENTENCE_END.test(before)
  if (isInSentence) return true
  // "5 days" and "2 Managers sign." are not headings.
  return marker.isBare && marker.path.length === 1 && (rest === '' || rest.length > 100 || /^[a-z]|[.;,]$/.test(rest))
}

function restOf(line: TextLine, marker: Marker): string {
  return line.text.replace(/^\*\*(.*?)\*\*/, '$1').slice(marker.length)
}

/** A keyword closes everything that is not of a lower rank. */
function keywordDepth(marker: Marker, open: readonly OpenLevel[]): number | null {
  const rank = marker.keyword?.rank ?? 0
  const same = open.find((level) => level.marker?.style === marker.style)
  const before = same?.marker?.path.at(-1)
  const value = marker.path.at(-1) ?? 0
  if (before !== undefined && marker.path.length === 1 && value > before + MAX_GAP * 3) return null
  let depth = 0
  for (const level of open) {
    const isContaining = level.marker === null ? level.heading > 0 : (level.marker.keyword?.rank ?? 9) < rank
    if (!isContaining) break
    depth++
  }
  return depth
}

function findDepth(
  lines: NumberedLines,
  at: number,
  marker: Marker,
  open: readonly OpenLevel[],
  closed: readonly number[] | null,
): number | null {
  const line = lines.all[at]
  if (line === undefined) return null
  const continued: number[] = []
  for (let level = open.length - 1; level >= 0; level--) {
    const { marker: before } = open[level]!
    if (before === null) continue
    const isContinued =
      before.style === marker.style
        ? continues(before.path, marker.path, gapAllowed(lines, at))
        : before.keyword !== null && marker.style === 'decimal' && isWithin(before.path, marker.path)
    if (isContinued) continued.push(before.style === marker.style ? siblingDepth(open, level, marker) : level + 1)
  }
  const [inner, outer] = continued
  if (inner !== undefined) return outer === undefined ? inner : chooseDepth(lines, at, marker, open, inner, outer)
  return beginsList(lines, at, marker, open, closed) ? open.length : null
}

/** A sequence with dots: 4.2 after 4 stays inside it, 5 after 4.2 ends it. */
function siblingDepth(open: readonly OpenLevel[], level: number, marker: Marker): number {
  const before = open[level]?.marker
  if (before !== undefined && before !== null && marker.path.length > before.path.length) return level + 1
  let depth = level
  while (depth > 0) {
    const above = open[depth - 1]?.marker
    if (above?.style !== marker.style || above.path.length < marker.path.length) break
    depth--
  }
  return depth
}

/** A list inside a numbered clause and the clauses themselves can both go on with this number. */
function chooseDepth(
  lines: NumberedLines,
  at: number,
  marker: Marker,
  open: readonly OpenLevel[],
  inner: number,
  outer: number,
): number {
  const line = lines.all[at]!
  const next = lines.all.slice(at + 1, at + LOOK_AHEAD_LINES).find((each) => each.markers[0]?.style === 'decimal')
  const path = next?.markers[0]?.path ?? []
  if (path.length === 2 && path[0] === marker.path[0] && path[1] === 1) return outer
  const innerIndent = open[inner]?.indent ?? 0
  const outerIndent = open[outer]?.indent ?? 0
  return innerIndent > outerIndent && line.indent <= outerIndent ? outer : inner
}

function gapAllowed(lines: NumberedLines, at: number): number {
  const before = lines.all[at - 1]?.text ?? ''
  return before === '' || lines.all[at]?.heading !== 0 ? MAX_GAP : 1
}

/** Whether `path` comes next after `before`: 4.3, 5 or 4.2.1 after 4.2. */
function continues(before: readonly number[], path: readonly number[], gap: number): boolean {
  let same = 0
  while (same < before.length && same < path.length && before[same] === path[same]) same++
  const rest = path.slice(same)
  const [first, ...deeper] = rest
  if (first === undefined || deeper.some((each) => each > 1)) return false
  if (same === before.length) return first <= 1
  const step = first - before[same]!
  return step >= 1 && step <= gap
}

function isWithin(keyword: readonly number[], path: readonly number[]): boolean {
  return path.length === keyword.length + 1 && keyword.every((each, i) => each === path[i]) && path.at(-1) === 1
}

function beginsList(
  lines: NumberedLines,
  at: number,
  marker: Marker,
  open: readonly OpenLevel[],
  closed: readonly number[] | null,
): boolean {
  const [value = 0] = marker.path
  const line = lines.all[at]!
  if (marker.style === 'decimal') {
    // A larger number begins a clause only if it follows the one before it. Otherwise it is a year or an amount.
    if (value > MAX_FIRST && !continuesClosed(lines, at, marker, closed)) return false
    if (continuesClosed(lines, at, marker, closed) && !holdsDecimal(open)) return true
    if (marker.path.length > 1) return !holdsDecimal(open) && closed === null && marker.path.every((each) => each < 100)
    if (value <= 1) return !holdsDecimal(open) || nextLine(lines, at, marker, value + 1) !== null
    return closed === null && !holdsDecimal(open) && nextLine(lines, at, marker, value + 1) !== null
  }
  if (value !== 1) return false
  if (marker.style.startsWith('(') && (lines.all[at - 1]?.text ?? '').endsWith(':')) return true
  return line.heading > 0 || nextLine(lines, at, marker, 2) !== null
}

function continuesClosed(
  lines: NumberedLines,
  at: number,
  { path }: Marker,
  closed: readonly number[] | null,
): boolean {
  return closed !== null && continues(closed, path, gapAllowed(lines, at))
}

function holdsDecimal(open: readonly OpenLevel[]): boolean {
  return open.some(({ marker }) => marker?.style === 'decimal')
}

/** The next line with this number in the same style. */
function nextLine(lines: NumberedLines, at: number, { style }: Marker, value: number): number | null {
  const next = lines.next(at, style, value)
  return next === null || next >= at + LOOK_AHEAD_LINES ? null : next
}
