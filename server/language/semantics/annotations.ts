/**
 * Reads questions, contexts, ranges and units of claims, at most one of each, and reports refused tags. Unknown tags
 * are allowed unless they are a clear misspelling.
 */
import type { AnnotationTag } from '../messages/messages'
import { replaceFix } from '../messages/report'
import { isRational, parseNumeral } from '../numeric/numeral'
import { compareRationals, isEqual, type Rational } from '../numeric/rational'
import { type Annotation, readAnnotation } from '../syntax/annotation'
import type { Comment } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import type { Range } from './checked-ruleset'
import type { Checking, InputDraft } from './checking'

const REFUSED: ReadonlySet<string> = new Set(['effect', 'effect-default', 'consistency'])
export const ANNOTATION_TAGS: readonly AnnotationTag[] = ['ask', 'context', 'range', 'unit']

export function checkAnnotations(c: Checking, comments: readonly Comment[]): void {
  const lines = new Map<string, number>()
  for (const comment of comments) {
    const annotation = readAnnotation(comment)
    if (annotation === null) continue
    const tag = ANNOTATION_TAGS.find((known) => known === annotation.tag)
    if (tag !== undefined) checkAnnotation(c, tag, annotation, lines)
    else checkOtherTag(c, annotation, lines)
  }
}

function checkOtherTag(c: Checking, annotation: Annotation, lines: Map<string, number>): void {
  const { tag, tagSpan } = annotation
  if (REFUSED.has(tag.toLowerCase())) {
    c.report.add('refused-annotation', tagSpan, [tag])
    return
  }
  const meant = ANNOTATION_TAGS.find((known) => known === tag.toLowerCase() || isSlip(tag, known))
  if (meant === undefined) return
  c.report.add('misspelt-annotation', tagSpan, [tag, meant], [replaceFix(`Write @${meant}`, tagSpan, `@${meant}`)])
  // Read as meant, so that the claim is not offered another unit.
  checkAnnotation(c, meant, annotation, lines)
}

/** One letter too many, too few or wrong, in a tag that is long enough. */
function isSlip(tag: string, known: string): boolean {
  if (known.length < 4 || Math.abs(tag.length - known.length) > 1) return false
  let front = 0
  while (front < tag.length && tag[front] === known[front]) front++
  let back = 0
  while (back < Math.min(tag.length, known.length) - front && tag.at(-1 - back) === known.at(-1 - back)) back++
  return Math.max(tag.length, known.length) - front - back <= 1
}

function checkAnnotation(c: Checking, tag: AnnotationTag, annotation: Annotation, lines: Map<string, number>): void {
  const { claim, text, tagSpan } = annotation
  if (claim === null || text === '') {
    c.report.add('annotation-form', claim === null ? tagSpan : { start: tagSpan.start, end: claim.end }, [tag])
    return
  }
  const input = findClaim(c, tag, annotation)
  if (input === null) return
  const line = c.lines.line(annotation.start)
  const key = `${tag} ${input.declared.name}`
  const before = lines.get(key)
  if (before !== undefined) {
    c.report.add('repeated-annotation', tagSpan, [tag, claim.name, before])
    return
  }
  lines.set(key, line)
  applyAnnotation(c, tag, annotation, input)
}

function findClaim(c: Checking, tag: AnnotationTag, annotation: Annotation): InputDraft | null {
  const { claim } = annotation
  if (claim === null) return null
  const declared = c.values.get(claim.name)
  if (declared === undefined || declared.role !== 'claim' || declared.input < 0) {
    const claims = c.inputs.filter((input) => input.kind === 'claim').map((input) => input.declared.name)
    const meant = c.speller.nearest(claim.name, claims)
    const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, claim, meant)]
    c.report.add('annotation-name', claim, [tag, claim.name, meant], fixes)
    return c.inputs.find((input) => input.declared.name === meant) ?? null
  }
  c.use(claim, 'claim', false, declared.at.start)
  return c.inputs[declared.input] ?? null
}

function applyAnnotation(c: Checking, tag: AnnotationTag, annotation: Annotation, input: InputDraft): void {
  const { text, textSpan } = annotation
  const numeric = input.declaration.kind === 'numeric'
  if ((tag === 'range' || tag === 'unit') && !numeric) {
    const type = input.declaration.kind === 'boolean' ? 'boolean' : 'an enum'
    c.report.add('annotation-type', { start: annotation.tagSpan.start, end: textSpan.end }, [
      tag,
      input.declared.name,
      type,
    ])
    return
  }
  switch (tag) {
    case 'ask':
      input.question = text.normalize('NFC')
      return
    case 'context':
      input.context = text.normalize('NFC')
      return
    case 'range':
      input.range = readRange(c, text, textSpan)
      return
    case 'unit':
      readUnit(c, input, annotation)
  }
}

function readUnit(c: Checking, input: InputDraft, annotation: Annotation): void {
  const { text, textSpan } = annotation
  const quoted = /^(["'])(.+)\1$/.exec(text)
  const name = (quoted?.[2] ?? text).normalize('NFC')
  if (quoted !== null) c.report.add('quoted-unit', textSpan, [], [replaceFix('Remove the quotes', textSpan, name)])
  input.declaredUnit = c.units.declare(name, textSpan)
  input.unitSpelling = input.declaredUnit === null ? null : name
  input.type = { kind: 'numeric', unit: input.declaredUnit }
}

const RANGE_FORM = /^(-?\d+(?:\.\d+)?)\s*\.\.\s*(-?\d+(?:\.\d+)?)$/

/**
 * Reads `min..max`; null, and reported, if it is invalid. A JSON number must represent each bound exactly
 * (public/docs/language.md, "Annotations").
 */
function readRange(c: Checking, text: string, span: Span): Range | null {
  const match = RANGE_FORM.exec(text)
  if (match === null) {
    c.report.add('range-form', span, [])
    return null
  }
  const [, low = '', high = ''] = match
  const highStart = span.start + text.length - high.length
  const lowZero = reportLeadingZero(c, low, span.start)
  const highZero = reportLeadingZero(c, high, highStart)
  if (lowZero || highZero) return null
  const min = readBound(c, low, span)
  const max = readBound(c, high, span)
  if (min === null || max === null) return null
  if (compareRationals(min, max) > 0) {
    c.report.add('range-order', span, [low, high])
    return null
  }
  return { min, max }
}

function reportLeadingZero(c: Checking, bound: string, boundStart: number): boolean {
  const digits = bound.replace('-', '')
  if (!/^0\d/.test(digits)) return false
  const plain = digits.replace(/^0+(?=\d)/, '')
  const start = boundStart + bound.length - digits.length
  const at = { start, end: start + digits.length }
  c.report.add('leading-zero', at, [plain], [replaceFix(`Write ${plain}`, at, plain)])
  return true
}

function readBound(c: Checking, text: string, span: Span): Rational | null {
  // A double prints at most 17 significant digits and an exponent; longer numbers are not exact.
  const value = parseNumeral(text, 400)
  if (isRational(value)) {
    const double = Number(text)
    const carried = Number.isFinite(double) ? parseNumeral(String(double), 400) : null
    if (carried !== null && isRational(carried) && isEqual(carried, value)) return value
  }
  c.report.add('range-precision', span, [text.length > 40 ? `${text.slice(0, 40)}...` : text])
  return null
}
