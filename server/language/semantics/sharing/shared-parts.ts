/**
 * Libraries of language 1.4. The statements of a library are checked as statements of the ruleset. Nobody can change
 * them there, so a report about them says which library does not fit, and offers no edit of its lines.
 */
import type { Fix } from '../../messages/diagnostic'
import { MESSAGES } from '../../messages/messages'
import type { PendingDiagnostic } from '../../messages/report'
import { replaceFix } from '../../messages/report'
import type { Unshared } from '../../messages/sharing'
import { readAnnotation } from '../../syntax/annotation'
import type { Ruleset, SharedPart, Statement } from '../../syntax/syntax'
import type { Span } from '../../text/line-index'
import { hashSharedLines } from '../../text/shared-lines'
import { ANNOTATION_TAGS } from '../annotations/claim-annotations'
import type { CheckedLibrary, SharedLines } from '../checked-ruleset'
import type { Checking } from '../checking'

/** Reports wrong parts, after everything else is checked. */
export function checkParts(c: Checking, syntax: Ruleset): void {
  const { sharedParts } = syntax
  if (sharedParts.length === 0) return
  const firsts = firstOfEach(sharedParts)
  const repeated = new Set(sharedParts.filter((part) => firsts.get(keyOf(part)) !== part))
  const intact = new Set(sharedParts.filter((part) => part.kind === 'use' && isIntact(part)))
  c.report.revise((diagnostic) => {
    const part = partAround(sharedParts, diagnostic)
    if (part === undefined) return { ...diagnostic, fixes: fixesOutside(diagnostic.fixes, sharedParts, intact) }
    if (repeated.has(part)) return null
    return intact.has(part) ? asMisfit(diagnostic, part) : diagnostic
  })
  const sound = sharedParts.filter((part) => !repeated.has(part))
  for (const part of repeated) reportRepeated(c, part, firsts.get(keyOf(part))!)
  checkContents(c, syntax, new Set(sound))
  for (const part of sound)
    if (part.kind === 'use' && part.hash !== null && part.closed && !intact.has(part))
      c.report.add('library-changed', part.hash, [part.name?.value ?? ''], [makeOwn(c, part)])
}

function firstOfEach(sharedParts: readonly SharedPart[]): ReadonlyMap<string, SharedPart> {
  const firsts = new Map<string, SharedPart>()
  for (const part of sharedParts) if (!firsts.has(keyOf(part))) firsts.set(keyOf(part), part)
  return firsts
}

/** Parts with the same key cannot both be in one text. */
function keyOf({ kind, name, start }: SharedPart): string {
  if (kind === 'library') return kind
  return name === null ? `at ${start}` : `"${name.value}"`
}

function isIntact({ hash, lines, closed }: SharedPart): boolean {
  return closed && hash !== null && hash.value === hashSharedLines(lines)
}

/** The part whose braces hold this. @param sharedParts in the order of the text */
export function partAround(sharedParts: readonly SharedPart[], { start, end }: Span): SharedPart | undefined {
  let [low, high] = [0, sharedParts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sharedParts[middle]!.body.start <= start) low = middle + 1
    else high = middle
  }
  const part = sharedParts[low - 1]
  return part !== undefined && end <= part.body.end ? part : undefined
}

/** Hints to the author of a library are not repeated to those who use it. */
function asMisfit(diagnostic: PendingDiagnostic, { name }: SharedPart): PendingDiagnostic | null {
  if (diagnostic.severity === 'warning') return null
  if (diagnostic.code === 'limit-exceeded' || diagnostic.code === 'nested-library') return diagnostic
  const message = MESSAGES['library-misfit'].text(name?.value ?? '', diagnostic.message)
  return { ...diagnostic, code: 'library-misfit', message, fixes: [] }
}

/** An edit inside a library would break its hash. */
function fixesOutside(
  fixes: readonly Fix[],
  sharedParts: readonly SharedPart[],
  intact: ReadonlySet<SharedPart>,
): readonly Fix[] {
  const isInside = (edit: Span) => {
    const part = partAround(sharedParts, edit)
    return part !== undefined && intact.has(part)
  }
  return fixes.filter(({ edits }) => !edits.some(isInside))
}

function reportRepeated(c: Checking, part: SharedPart, first: SharedPart): void {
  const line = c.lines.line(first.start)
  if (part.kind === 'library') {
    c.report.add('repeated-library', headOf(part), [line])
    return
  }
  const [rest = ''] = /^\s*;?[ \t]*(?:\r\n|\n|\r)?/.exec(c.text.slice(part.end)) ?? []
  const whole = { start: part.start, end: part.end + rest.length }
  c.report.add('repeated-use', headOf(part), [part.name?.value ?? '', line], [replaceFix('Remove this one', whole, '')])
}

/** The part of the text up to the opening brace. */
function headOf({ name, start, body }: SharedPart): Span {
  return name ?? { start, end: body.start }
}

function checkContents(c: Checking, syntax: Ruleset, sharedParts: ReadonlySet<SharedPart>): void {
  const filled = new Set<SharedPart>()
  for (const statement of syntax.statements) {
    const part = partAround(syntax.sharedParts, statement)
    if (part === undefined || !sharedParts.has(part)) continue
    filled.add(part)
    const unshared = unsharedKind(statement)
    if (unshared !== null) c.report.add('not-shared', nameOf(statement), [unshared])
  }
  for (const part of sharedParts)
    if (!filled.has(part) && part.closed && !c.parsed.lost) c.report.add('empty-library', headOf(part), [])
  for (const comment of syntax.comments) {
    const part = partAround(syntax.sharedParts, comment)
    const annotation = part === undefined || !sharedParts.has(part) ? null : readAnnotation(comment)
    if (annotation !== null && ANNOTATION_TAGS.some((tag) => tag === annotation.tag))
      c.report.add('library-annotation', annotation.tagSpan, [annotation.tag])
  }
}

/** Null for a statement that can be shared. */
function unsharedKind(statement: Statement): Unshared | null {
  switch (statement.kind) {
    case 'let':
      return statement.report === null ? 'let' : 'report'
    case 'declare':
    case 'declare-group':
    case 'assert':
    case 'month-end':
      return statement.kind
    default:
      return null
  }
}

function nameOf(statement: Statement): Span {
  return 'name' in statement ? statement.name : statement
}

/** Takes the head and the closing brace away, each with its line if nothing else is on it. */
function makeOwn(c: Checking, part: SharedPart): Fix {
  const { text } = c
  const [behindHead = ''] = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(part.body.start)) ?? []
  const [inFront = ''] = /(?<=[\n\r])[ \t]*$/.exec(text.slice(part.body.start, part.body.end)) ?? []
  const [behind = ''] = /^\s*;[ \t]*(?:\r\n|\n|\r)?/.exec(text.slice(part.end)) ?? []
  const edits = [
    { start: part.start, end: part.body.start + behindHead.length, text: '' },
    { start: part.body.end - inFront.length, end: part.end + behind.length, text: '' },
  ]
  return { title: "Make the statements the ruleset's own", edits }
}

export interface CheckedParts {
  readonly libraries?: readonly CheckedLibrary[]
  readonly shares?: SharedLines
}

/** @param isRead whether an assertion or a report needs the name */
export function checkedParts(
  c: Checking,
  { sharedParts, statements }: Ruleset,
  isRead: (name: string) => boolean,
): CheckedParts {
  const names = new Map<SharedPart, string[]>(sharedParts.map((part) => [part, []]))
  for (const statement of statements) {
    const part = partAround(sharedParts, statement)
    if (part !== undefined && 'name' in statement) names.get(part)?.push(statement.name.name)
  }
  const libraries = sharedParts.flatMap((part): CheckedLibrary[] => {
    const { kind, name, hash, start } = part
    if (kind !== 'use' || name === null || hash === null) return []
    const all = names.get(part) ?? []
    const used = all.filter(isRead)
    const unused = all.filter((one) => !isRead(one))
    return [{ name: name.value, sha256: hash.value, line: c.lines.line(start), used, unused }]
  })
  const own = sharedParts.find(({ kind }) => kind === 'library')
  return {
    ...(libraries.length === 0 ? {} : { libraries }),
    ...(own === undefined ? {} : { shares: { names: names.get(own) ?? [], sha256: hashSharedLines(own.lines) } }),
  }
}
