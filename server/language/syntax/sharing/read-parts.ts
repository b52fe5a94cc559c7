/** Libraries in a text, and their edits. Works in texts with mistakes elsewhere; nothing is checked but hashes. */
import { Report } from '../../messages/report'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { hashSharedLines, type LibraryLines, printUse } from '../../text/shared-lines'
import { parseText } from '../parse'
import type { Ruleset, SharedPart, Statement } from '../syntax'

export interface OwnLibrary extends LibraryLines {
  readonly names: readonly string[]
}

export interface UsedLibrary {
  readonly name: string
  /** As the text states it. */
  readonly sha256: string
  /** Whether the lines have this hash. */
  readonly intact: boolean
}

export interface TextParts {
  /** The part that the text shares; null if it shares nothing. */
  readonly own: OwnLibrary | null
  readonly uses: readonly UsedLibrary[]
}

export function readParts(text: string): TextParts {
  const { sharedParts, statements } = readTree(text)
  const part = sharedParts.find(({ kind, closed }) => kind === 'library' && closed)
  return { own: part === undefined ? null : ownLibrary(part, statements), uses: sharedParts.flatMap(usedLibrary) }
}

function readTree(text: string): Ruleset {
  return parseText(text, new Report(), DEFAULT_LANGUAGE_LIMITS).ruleset
}

function ownLibrary({ lines, body }: SharedPart, statements: readonly Statement[]): OwnLibrary {
  const names = statements.flatMap((one) =>
    'name' in one && body.start <= one.start && one.end <= body.end ? [one.name.name] : [],
  )
  return { sha256: hashSharedLines(lines), lines, names }
}

function usedLibrary({ kind, name, hash, lines, closed }: SharedPart): UsedLibrary[] {
  if (kind !== 'use' || name === null || hash === null) return []
  return [{ name: name.value, sha256: hash.value, intact: closed && hashSharedLines(lines) === hash.value }]
}

/** Puts a library below the first declarations, which it may need, or in place of its lines if the text uses it. */
export function placeLibrary(text: string, name: string, library: LibraryLines): string {
  const { version, statements, sharedParts } = readTree(text)
  const statement = printUse(name, library)
  const before = sharedParts.find((part) => part.kind === 'use' && part.name?.value === name)
  if (before !== undefined) {
    const [rest = ''] = /^\s*;/.exec(text.slice(before.end)) ?? []
    return text.slice(0, before.start) + statement + text.slice(before.end + rest.length)
  }
  const head = version === null ? 'version 1.4;\n' : ''
  const at = lineBehind(text, lastDeclaration(statements, sharedParts) ?? version?.end ?? 0)
  const [above, below] = [text.slice(0, at), text.slice(at)]
  const gap = above === '' || /(?:^|\n)[ \t]*\n$/.test(above) ? '' : above.endsWith('\n') ? '\n' : '\n\n'
  const end = below === '' || /^[ \t]*\r?\n/.test(below) ? '\n' : '\n\n'
  return `${head}${above}${gap}${statement}${end}${below}`
}

/** The end of the last declaration, or use of a library, before every other statement. */
function lastDeclaration(statements: readonly Statement[], sharedParts: readonly SharedPart[]): number | null {
  const isShared = (one: Statement) => sharedParts.some(({ body }) => body.start <= one.start && one.end <= body.end)
  const first = statements.find((one) => !DECLARES.has(one.kind) && !isShared(one))
  const limit = first?.start ?? Number.POSITIVE_INFINITY
  const ends = [
    ...statements.filter((one) => DECLARES.has(one.kind) && !isShared(one)),
    ...sharedParts.filter(({ kind }) => kind === 'use'),
  ].flatMap(({ end }) => (end < limit ? [end] : []))
  return ends.length === 0 ? null : Math.max(...ends)
}

const DECLARES: ReadonlySet<Statement['kind']> = new Set(['declare', 'declare-group', 'month-end'])

/** The start of the next line, or the end of the text. */
function lineBehind(text: string, offset: number): number {
  if (offset === 0) return 0
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}
