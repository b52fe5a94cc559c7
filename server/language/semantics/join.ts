/**
 * Branches or members that must have one type. The first one sets the unit; every mismatch is reported. Linear in their
 * number.
 */

import type { Checked } from './checked-ruleset'
import type { Type } from './checked-type'
import type { Checking } from './checking'
import { reportBareNumber } from './measures/bare-number'
import { meetTypes } from './measures/meeting'
import { sumType } from './measures/number-type'
import { convertNode, noteUnbridged } from './measures/unit-meeting'
import { reportSpelling, reportUnknownMembers } from './members'
import { describeType, isNothing, NOTHING } from './types'

export interface Joined {
  readonly values: readonly Checked[]
  readonly type: Type
}

export type JoinKind = 'mixed-branches' | 'mixed-members'

/** Returns null if a value is broken or does not fit. */
export function joinTypes(c: Checking, values: readonly (Checked | null)[], kind: JoinKind): Joined | null {
  const known = values.filter((value) => value !== null)
  const texts = new Set<string>()
  let sound = known.length === values.length
  const joined: Checked[] = []
  // A text meets the vocabulary of an enum in any position, so the enum sets the type.
  const anchor = known.find((value) => value.type.kind !== 'text') ?? null
  for (const value of known) {
    const { type } = value
    if (type.kind === 'text') for (const member of type.members) texts.add(member)
    if (anchor === null || value === anchor) {
      joined.push(value)
      continue
    }
    const brought = convertToAnchor(c, anchor, value, kind)
    if (brought === null) sound = false
    else joined.push(brought)
  }
  if (!sound) return null
  return { values: joined, type: joinedType(anchor, known, texts) }
}

function joinedType(anchor: Checked | null, known: readonly Checked[], texts: ReadonlySet<string>): Type {
  if (anchor === null) return texts.size === 0 ? NOTHING : { kind: 'text', members: [...texts] }
  const { type } = anchor
  if (type.kind === 'numeric') return sumType(known, type.unit)
  if (type.kind !== 'enum' || !type.ordered) return type
  const unordered = known.some((value) => value.type.kind === 'enum' && !value.type.ordered)
  return unordered ? { ...type, ordered: false } : type
}

/** Converts `value` to the type of `anchor`; null, and reported, if that is impossible. */
function convertToAnchor(c: Checking, anchor: Checked, value: Checked, kind: JoinKind): Checked | null {
  if (isNothing(value.type)) return value
  const meeting = meetTypes(c, anchor.type, value.type)
  if (meeting.met) {
    if (meeting.conversion !== null) return convertNode(value, meeting.conversion, meeting.type)
    if (meeting.unbridged === null) return value
    return unbridgedBranch(c, anchor, value, meeting.unbridged)
  }
  switch (meeting.problem) {
    case 'bare':
      reportBareNumber(c, anchor, value, meeting, value, false)
      return null
    case 'text':
      reportUnknownMembers(c, value, meeting.unknown, meeting.vocabulary)
      return null
    case 'two-texts':
      c.report.add('two-texts', value, [null])
      return null
    case 'spelling':
      reportSpelling(c, meeting.side === 'left' ? anchor : value, meeting.written, meeting.known)
      return null
    case 'vocabularies':
      c.report.add('different-vocabularies', value, [])
      return null
    default:
      c.report.add(kind, value, [describeType(anchor.type), describeType(value.type)])
      return null
  }
}

function unbridgedBranch(c: Checking, anchor: Checked, value: Checked, cause: 'missing' | 'ambiguous'): Checked | null {
  const from = anchor.type.kind === 'numeric' ? anchor.type.unit : null
  const to = value.type.kind === 'numeric' ? value.type.unit : null
  if (from === null || to === null || !noteUnbridged(c, anchor, value, { from, to, cause }, value)) return null
  return {
    kind: 'unbridged',
    left: anchor,
    right: value,
    operator: '',
    type: anchor.type,
    start: value.start,
    end: value.end,
  }
}
