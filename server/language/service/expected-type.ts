import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import { BARE, BOOLEAN, NOTHING } from '../semantics/types'
import * as T from '../syntax/token'
import { LOOKUP_WORDS } from '../syntax/words'
import type { CursorContext, Frame } from './cursor-context'

const SET: Type = { kind: 'set', element: NOTHING }
const CONDITIONS: ReadonlySet<string> = new Set(['And', 'Or', 'Not', 'Xor', 'Implies'])
const SETS: ReadonlySet<string> = new Set(['IsSubset', 'Union', 'Intersect', 'Difference'])

/**
 * Returns the type expected at the cursor, or null if any type is valid. A set's element is unknown unless it is an
 * enum.
 */
export function expectedType(context: CursorContext, analysis: Analysis): Type | null {
  const kind = context.previousKind(1)
  const column = columnAt(context)
  if (column !== null) return typeOfName(column, analysis)
  if ((kind >= T.EQUAL && kind <= T.GREATER_OR_EQUAL) || (kind === T.ASSIGN && context.frames.length > 0)) {
    return typeBefore(context, 2, analysis)
  }
  if (kind >= T.PLUS && kind <= T.PERCENT) return typeBefore(context, 2, analysis) ?? BARE
  const word = context.previous(1)
  if (word === 'IF') return BOOLEAN
  if (word === 'in') return SET
  const frame = context.frames.at(-1)
  if (frame === undefined) return null
  if (frame.opener === '{' && (kind === T.SEMICOLON || context.previous(2) === 'first')) return BOOLEAN
  if (frame.opener === 'CASE') return caseLabel(context, frame, analysis)
  if (kind !== T.COMMA && kind !== T.OPEN_ROUND && kind !== T.OPEN_CURLY) return null
  if (frame.opener === '{')
    return context.frames.length === 1 && frame.commas === 0 ? BOOLEAN : outerSet(context, analysis)
  return frame.callee === null ? null : operandType(context, frame, frame.callee, analysis)
}

function operandType(context: CursorContext, frame: Frame, callee: string, analysis: Analysis): Type | null {
  if (CONDITIONS.has(callee)) return BOOLEAN
  if (callee === 'If') return frame.commas === 0 ? BOOLEAN : null
  if (SETS.has(callee)) return SET
  if (callee === 'IsMember') {
    const value = frame.commas === 0 ? null : typeBefore(context, 2, analysis)
    return frame.commas === 0 ? null : value === null ? SET : { kind: 'set', element: value }
  }
  if (callee === 'AtLeast' || callee === 'AtMost')
    return frame.commas === 0 ? BARE : frame.commas === 2 ? BOOLEAN : null
  return frame.commas === 1 ? BOOLEAN : null
}

/** Members of a written set have the type of the value in `IsMember`. */
function outerSet(context: CursorContext, analysis: Analysis): Type | null {
  const outer = context.frames.at(-2)
  if (outer?.callee !== 'IsMember') return null
  const name = /\(\s*([A-Za-z_]\w*)\s*,/.exec(context.text.slice(outer.start, context.offset))?.[1]
  return name === undefined ? null : typeOfName(name, analysis)
}

/** In `CASE kind OF ...` a string after OF or a comma is a label. */
function caseLabel(context: CursorContext, frame: Frame, analysis: Analysis): Type | null {
  if (context.previous(1) === 'CASE' || (context.previous(1) !== 'OF' && context.previousKind(1) !== T.COMMA))
    return null
  const name = /^CASE\s+([A-Za-z_]\w*)\s+OF/.exec(context.text.slice(frame.start, context.offset))?.[1]
  return name === undefined ? null : typeOfName(name, analysis)
}

function typeBefore(context: CursorContext, back: number, analysis: Analysis): Type | null {
  const kind = context.previousKind(back)
  if (kind === T.NUMBER) return BARE
  if (kind === T.STRING && context.previousKind(back + 1) === T.NUMBER) return BARE
  if (kind !== T.NAME) return null
  return typeOfName(context.previous(back), analysis)
}

export function typeOfName(name: string, analysis: Analysis): Type | null {
  const use = analysis.names.find(
    ({ name: own, declares, role }) => own === name && declares && role !== 'assertion' && role !== 'shape',
  )
  return use === undefined ? null : (analysis.types.get(use.declaredAt) ?? null)
}

/** The first word of the statement at the cursor, if it is one of these. */
export function lookupAt(context: CursorContext): (typeof LOOKUP_WORDS)[number] | null {
  const [word] = /^[a-z]+/.exec(context.text.slice(context.statementStart)) ?? []
  return LOOKUP_WORDS.find((known) => known === word) ?? null
}

/** The name of the column whose cell is at the cursor; null outside of cells. */
function columnAt(context: CursorContext): string | null {
  if (lookupAt(context) !== 'table' || context.frames.length !== 1 || context.frames[0]?.opener !== '{') return null
  const column = cellIndex(context)
  const head = context.text.slice(context.statementStart, context.offset)
  const [, list = ''] = /^table\s[^(]*\(([^)]*)\)/.exec(head) ?? []
  return column === null ? null : (list.split(',')[column]?.trim() ?? null)
}

/** Counts the bars of the row before the cursor; null after its arrow. */
function cellIndex(context: CursorContext): number | null {
  let bars = 0
  for (let back = 1; ; back++) {
    const kind = context.previousKind(back)
    if (kind === T.ARROW) return null
    if (kind === T.OR_SIGN) bars++
    else if (kind === T.SEMICOLON || kind === T.OPEN_CURLY || kind === T.END) return bars
  }
}
