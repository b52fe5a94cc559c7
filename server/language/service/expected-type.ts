/**
 * The type of value that is expected at the cursor, as far as the tokens before it tell.
 */
import type { Analysis } from '../semantics/analysis'
import type { Type } from '../semantics/checked-ruleset'
import { BARE, BOOLEAN, NOTHING } from '../semantics/types'
import * as T from '../syntax/token'
import type { Frame, Place } from './place'

const SET: Type = { kind: 'set', element: NOTHING }
const CONDITIONS: ReadonlySet<string> = new Set(['And', 'Or', 'Not', 'Xor', 'Implies'])
const SETS: ReadonlySet<string> = new Set(['IsSubset', 'Union', 'Intersect', 'Difference'])

/** The expected type, or null where anything may stand. A set's element says nothing unless it is an enum. */
export function expectedType(place: Place, analysis: Analysis): Type | null {
  const kind = place.previousKind(1)
  if ((kind >= T.EQUAL && kind <= T.GREATER_OR_EQUAL) || (kind === T.ASSIGN && place.frames.length > 0)) {
    return typeBefore(place, 2, analysis)
  }
  if (kind >= T.PLUS && kind <= T.PERCENT) return typeBefore(place, 2, analysis) ?? BARE
  const word = place.previous(1)
  if (word === 'IF') return BOOLEAN
  if (word === 'in') return SET
  const frame = place.frames.at(-1)
  if (frame === undefined) return null
  if (frame.opener === 'CASE') return caseLabel(place, frame, analysis)
  if (kind !== T.COMMA && kind !== T.OPEN_ROUND && kind !== T.OPEN_CURLY) return null
  if (frame.opener === '{') return place.frames.length === 1 && frame.commas === 0 ? BOOLEAN : outerSet(place, analysis)
  return frame.callee === null ? null : operandType(place, frame, frame.callee, analysis)
}

function operandType(place: Place, frame: Frame, callee: string, analysis: Analysis): Type | null {
  if (CONDITIONS.has(callee)) return BOOLEAN
  if (callee === 'If') return frame.commas === 0 ? BOOLEAN : null
  if (SETS.has(callee)) return SET
  if (callee === 'IsMember') {
    const value = frame.commas === 0 ? null : typeBefore(place, 2, analysis)
    return frame.commas === 0 ? null : value === null ? SET : { kind: 'set', element: value }
  }
  if (callee === 'AtLeast' || callee === 'AtMost')
    return frame.commas === 0 ? BARE : frame.commas === 2 ? BOOLEAN : null
  return frame.commas === 1 ? BOOLEAN : null
}

/** The members of a written set have the type of the value that `IsMember` asks about. */
function outerSet(place: Place, analysis: Analysis): Type | null {
  const outer = place.frames.at(-2)
  if (outer?.callee !== 'IsMember') return null
  const name = /\(\s*([A-Za-z_]\w*)\s*,/.exec(place.text.slice(outer.start, place.offset))?.[1]
  return name === undefined ? null : typeOfName(name, analysis)
}

/** In `CASE kind OF ...` a string behind OF or a comma is a label. */
function caseLabel(place: Place, frame: Frame, analysis: Analysis): Type | null {
  if (place.previous(1) === 'CASE' || (place.previous(1) !== 'OF' && place.previousKind(1) !== T.COMMA)) return null
  const name = /^CASE\s+([A-Za-z_]\w*)\s+OF/.exec(place.text.slice(frame.start, place.offset))?.[1]
  return name === undefined ? null : typeOfName(name, analysis)
}

function typeBefore(place: Place, back: number, analysis: Analysis): Type | null {
  const kind = place.previousKind(back)
  if (kind === T.NUMBER) return BARE
  if (kind === T.STRING && place.previousKind(back + 1) === T.NUMBER) return BARE
  if (kind !== T.NAME) return null
  return typeOfName(place.previous(back), analysis)
}

function typeOfName(name: string, analysis: Analysis): Type | null {
  const use = analysis.names.find((known) => known.name === name && known.declares && known.role !== 'assertion')
  return use === undefined ? null : (analysis.types.get(use.declaredAt) ?? null)
}
