/**
 * Reads questions, contexts, ranges and units of claims, at most one of each, and reports refused tags. Unknown tags
 * are allowed unless they are a clear misspelling.
 */
import type { AnnotationTag } from '../../messages/messages'
import { replaceFix } from '../../messages/report'
import { isRational, parseNumeral } from '../../numeric/numeral'
import { compareRationals, isEqual, type Rational } from '../../numeric/rational'
import { type Annotation, readAnnotation } from '../../syntax/annotation'
import type { Comment, Identifier } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import { isPart, type Range } from '../checked-input'
import type { Checking, InputDraft } from '../checking'
import { declareUnit } from '../inputs'
import { ENTRY_MARK, readColumn } from '../records/columns'

const REFUSED: ReadonlySet<string> = new Set(['effect', 'effect-default', 'consistency'])
export const ANNOTATION_TAGS: readonly AnnotationTag[] = ['ask', 'context', 'range', 'unit']
/** Includes the tags of language 1.4, which are ordinary comments in older texts. */
const NEWER_TAGS: readonly AnnotationTag[] = [...ANNOTATION_TAGS, 'column']

function tagsOf({ parsed: { ruleset } }: Checking): readonly AnnotationTag[] {
  return ruleset.version?.text === '1.4' ? NEWER_TAGS : ANNOTATION_TAGS
}

export function checkAnnotations(c: Checking, comments: readonly Comment[]): void {
  const lines = new Map<string, number>()
  for (const comment of comments) {
    const annotation = readAnnotation(comment)
    if (annotation === null) continue
    const tag = tagsOf(c).find((known) => known === annotation.tag)
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
  const meant = tagsOf(c).find((known) => known === tag.toLowerCase() || isSlip(tag, known))
  if (meant === undefined) return
  c.report.add('misspelt-annotation', tagSpan, [tag, meant], [replaceFix(`Write @${meant}`, tagSpan, `@${meant}`)])
  // Read as meant, so that the claim is not offered another unit.
  checkAnnotation(c, meant, annotation, lines)
}

/** Whether the tag has one letter too many, too few or wrong, and is long enough to tell. */
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
  const [input, ...alike] = findClaims(c, tag, annotation)
  if (input === undefined) return
  const line = c.lines.line(annotation.start)
  const key = `${tag} ${input.declared.name}`
  const before = lines.get(key)
  if (before !== undefined) {
    c.report.add('repeated-annotation', tagSpan, [tag, claim.name, before])
    return
  }
  lines.set(key, line)
  applyAnnotation(c, tag, annotation, input)
  const { question, context, range, declaredUnit, unitSpelling, column, type } = input
  for (const other of alike)
    Object.assign(other, { question, context, range, declaredUnit, unitSpelling, column, type })
}

/** `driver.age` is that claim in every entry of the list. */
function findClaims(c: Checking, tag: AnnotationTag, annotation: Annotation): readonly InputDraft[] {
  const { claim } = annotation
  if (claim === null) return []
  const marks = tag === 'column' ? annotation.text.split(ENTRY_MARK).length - 1 : 0
  const inEntries =
    claim.name.includes('.') || marks > 0
      ? c.inputs.filter(({ declared, form }) => !isPart({ form }) && withoutEntries(declared.name) === claim.name)
      : []
  // The column of a list without `[]` is that of its number of entries.
  const named = inEntries.filter(({ declared }) => tag !== 'column' || declared.name.split('[').length - 1 === marks)
  const found = named.length > 0 ? named : inEntries
  const [first] = found
  if (first === undefined) return [findClaim(c, tag, claim)].filter((found) => found !== null)
  c.use(lastPartOf(claim), 'claim', false, first.declared.at.start)
  return found
}

/** The first field of a record that is not optional, which is not itself a claim. */
function fieldOf(c: Checking, name: string): string | null {
  const group = c.groups.get(name)
  if (group?.kind !== 'record' || c.values.has(name)) return null
  return c.inputs.find(({ declared }) => declared.name.startsWith(`${name}.`))?.declared.name ?? null
}

function withoutEntries(name: string): string {
  return name.replace(/\[\d+\]/g, '')
}

function lastPartOf(claim: Identifier): Identifier {
  const name = claim.name.slice(claim.name.lastIndexOf('.') + 1)
  return { name, start: claim.end - name.length, end: claim.end }
}

function findClaim(c: Checking, tag: AnnotationTag, claim: Identifier): InputDraft | null {
  const declared = c.values.get(claim.name)
  const field = fieldOf(c, claim.name)
  if (field !== null) {
    c.report.add('annotation-name', claim, [tag, claim.name, null, field])
    return null
  }
  if (declared === undefined || declared.role !== 'claim' || declared.input < 0) {
    const claims = c.inputs
      .filter((input) => input.kind === 'claim')
      .map((input) => withoutEntries(input.declared.name))
    const meant = c.speller.nearest(claim.name, claims)
    const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, claim, meant)]
    c.report.add('annotation-name', claim, [tag, claim.name, meant, null], fixes)
    return c.inputs.find((input) => input.declared.name === meant) ?? null
  }
  c.use(claim, 'claim', false, declared.at.start)
  return c.inputs[declared.input] ?? null
}

function applyAnnotation(c: Checking, tag: AnnotationTag, annotation: Annotation, input: InputDraft): void {
  const { text, textSpan } = annotation
  const numeric = input.declaration.kind === 'numeric'
  if ((tag === 'range' || tag === 'unit') && !numeric) {
    const type = typeInWords(input)
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
      return
    case 'column':
      readColumn(c, input, annotation)
  }
}

function typeInWords({ declaration: { kind }, form }: InputDraft): string {
  if (form?.kind === 'count') return 'a list'
  if (form?.kind === 'given') return 'an optional record'
  if (kind === 'enum') return 'an enum'
  return kind === 'text' || kind === 'date' || kind === 'timestamp' ? `a ${kind}` : kind
}

function lineOf(c: Checking, { declared }: InputDraft): number {
  return c.lines.line(declared.at.start)
}

function readUnit(c: Checking, input: InputDraft, annotation: Annotation): void {
  const { text, textSpan } = annotation
  const quoted = /^(["'])(.+)\1$/.exec(text)
  const name = (quoted?.[2] ?? text).normalize('NFC')
  if (quoted !== null) c.report.add('quoted-unit', textSpan, [], [replaceFix('Remove the quotes', textSpan, name)])
  if (input.declaredUnit === null) declareUnit(c, input, name, textSpan)
  else c.report.add('repeated-annotation', annotation.tagSpan, ['unit', input.declared.name, lineOf(c, input)])
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
