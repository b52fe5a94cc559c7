/**
 * Each use means the same after the edit. A reserved or taken name, or one that would capture other uses, is refused
 * with a reason. Works in texts with mistakes elsewhere.
 */

import { applyFix, type TextEdit } from '../messages/diagnostic'
import type { Analysis } from '../semantics/analyse'
import type { NameUse } from '../semantics/checking'
import { continuesName, startsName } from '../syntax/characters'
import type { SharedPart } from '../syntax/syntax'
import { wordsOf } from '../syntax/words'
import type { Span } from '../text/line-index'
import { LineIndex } from '../text/line-index'

/** The declaration and all uses, in the order of the text. */
export function usesAt(offset: number, { names }: Pick<Analysis, 'names'>): NameUse[] {
  const at = names.find(({ start, end }) => start <= offset && offset <= end)
  return at === undefined ? [] : names.filter(({ declaredAt }) => declaredAt === at.declaredAt)
}

export type Renaming =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly reason: string }

export const NOT_RENAMABLE = 'Only claims, definitions and assertions can be renamed.'

export interface Renamable extends Span {
  readonly name: string
}

export function renamableAt(offset: number, analysis: Analysis): Renamable | null {
  const use = usesAt(offset, analysis).find(({ start, end }) => start <= offset && offset <= end)
  return use === undefined ? null : { name: use.name, start: use.start, end: use.end }
}

/** @param analyse makes an `analysis` of another text */
export function renameAt(
  text: string,
  offset: number,
  newName: string,
  analysis: Analysis,
  analyse: (text: string) => Analysis,
): Renaming {
  const uses = usesAt(offset, analysis)
  const [first] = uses
  if (first === undefined)
    return refuseRenaming('There is no name here. Put the cursor on a claim, definition or assertion.')
  if (first.name === newName) return { ok: true, edits: [] }
  const library = analysis.syntax.sharedParts.find(
    (part) => part.kind === 'use' && uses.some((use) => isWithin(use, part)),
  )
  if (library !== undefined)
    return refuseRenaming(
      `"${first.name}" is a word of the library "${library.name?.value ?? ''}", whose lines stay as they are. Make its statements the ruleset's own before you rename it.`,
    )
  const wrong = wrongName(newName, analysis) ?? reasonTaken(text, newName, first, analysis)
  if (wrong !== null) return refuseRenaming(wrong)
  const edits = uses.map(({ start, end }) => ({ start, end, text: newName }))
  const after = analyse(applyFix(text, { edits }))
  return countErrors(after) <= countErrors(analysis) && sameMeanings(analysis.names, after.names, edits)
    ? { ok: true, edits }
    : refuseRenaming(`With the name "${newName}" some line would mean something else. Choose another name.`)
}

function isWithin(use: Span, { body }: SharedPart): boolean {
  return body.start <= use.start && use.end <= body.end
}

function refuseRenaming(reason: string): Renaming {
  return { ok: false, reason }
}

function countErrors({ diagnostics }: Analysis): number {
  return diagnostics.filter(({ severity }) => severity === 'error').length
}

function wrongName(name: string, { syntax }: Analysis): string | null {
  if (wordsOf(syntax.version?.text).reserved.has(name))
    return `"${name}" is a word of the language. Choose another name.`
  const letters = [...name].every((letter) => letter.length === 1 && continuesName(letter.charCodeAt(0)))
  if (name === '' || !startsName(name.charCodeAt(0)) || !letters)
    return 'A name is a letter from A to Z or _, then letters, digits and _.'
  return null
}

/** Assertions and shapes have separate names; claims, locals, definitions and set variables share theirs. */
function reasonTaken(text: string, name: string, renamed: NameUse, { names }: Analysis): string | null {
  const space = spaceOf(renamed.role)
  const other = names.find((use) => use.name === name && use.declares && spaceOf(use.role) === space)
  if (other === undefined || (other.role === 'variable' && renamed.role === 'variable')) return null
  const line = new LineIndex(text).line(other.start)
  return `"${name}" is the name of ${ROLES[other.role]} on line ${line}. Choose another name.`
}

function spaceOf(role: NameUse['role']): 'assertion' | 'shape' | 'value' {
  return role === 'assertion' || role === 'shape' ? role : 'value'
}

const ROLES = {
  claim: 'a claim',
  local: 'a local',
  let: 'a definition',
  condition: 'a condition',
  vocabulary: 'a vocabulary',
  shape: 'a shape',
  variable: 'a member of a set',
  assertion: 'an assertion',
} as const

/** All uses are at the same places, moved by the edits, and mean the same declarations. */
function sameMeanings(before: readonly NameUse[], after: readonly NameUse[], edits: readonly TextEdit[]): boolean {
  if (before.length !== after.length) return false
  const moved = offsetMover(edits)
  return before.every((use, index) => {
    const now = after[index]
    return now !== undefined && moved(use.start) === now.start && moved(use.declaredAt) === now.declaredAt
  })
}

function offsetMover(edits: readonly TextEdit[]): (offset: number) => number {
  return (offset) => {
    let shift = 0
    for (const { start, end, text } of edits) if (start < offset) shift += text.length - (end - start)
    return offset + shift
  }
}
