/** How two types meet. Reports nothing. The right side is converted. */
import { divide, ONE, type Rational, ZERO } from '../../numeric/rational'
import { wholesIn } from '../../units/symbol-table'
import type { Unit } from '../../units/unit'
import type { UnitLibrary } from '../../units/unit-library'
import { type Domain, isAmount, type Type } from '../checked-type'
import type { Checking } from '../checking'
import { askLiteral } from '../texts/text-claims'
import { isNothing } from '../types'

export interface Conversion {
  readonly factor: Rational
  readonly offset: Rational
  /** Null for a bare number. */
  readonly from: Unit | null
  readonly to: Unit | null
}

export type Meeting =
  | {
      readonly met: true
      readonly type: Type
      readonly domain: Domain
      /** Converts the right side to the unit of the left. */
      readonly conversion: Conversion | null
      readonly unbridged: 'missing' | 'ambiguous' | null
    }
  | { readonly met: false; readonly problem: 'types' | 'vocabularies' | 'sets' | 'two-texts' }
  /** A text that a claim never is as it is written; `known` is the same text as written before, or null. */
  | {
      readonly met: false
      readonly problem: 'spelling'
      readonly side: 'left' | 'right'
      readonly written: string
      readonly known: string | null
    }
  /** `scaled`: the power of ten that multiplied a quotient. */
  | {
      readonly met: false
      readonly problem: 'bare'
      readonly unit: Unit
      readonly bareSide: 'left' | 'right'
      readonly scaled: number | null
    }
  /** Members of a text that the vocabulary lacks; `side` is the text's. */
  | {
      readonly met: false
      readonly problem: 'text'
      readonly side: 'left' | 'right'
      readonly unknown: readonly string[]
      readonly vocabulary: readonly string[]
    }

export function meetTypes(c: Checking, left: Type, right: Type): Meeting {
  const [leftText, rightText] = [left, right].map((type) => (type.kind === 'enum' ? type.text : undefined))
  if (left.kind === 'set' || right.kind === 'set') return { met: false, problem: 'sets' }
  if (isNothing(left)) return meetingOf(right)
  if (isNothing(right)) return meetingOf(left)
  if (left.kind === 'numeric' && right.kind === 'numeric') return meetUnits(c.units.library, left, right)
  if (left.kind === 'boolean' && right.kind === 'boolean') return meetingOf(left)
  if ((left.kind === 'date' || left.kind === 'timestamp') && left.kind === right.kind) return meetingOf(left)
  if (left.kind === 'enum' && right.kind === 'enum' && leftText !== rightText) {
    if (leftText !== undefined && rightText !== undefined) return { met: false, problem: 'two-texts' }
    return leftText === undefined
      ? meetAsked(c, right, left.vocabulary, 'left')
      : meetAsked(c, left, right.vocabulary, 'right')
  }
  if (left.kind === 'enum' && right.kind === 'enum') return meetVocabularies(c, left, right)
  if (left.kind === 'enum' && right.kind === 'text') return meetText(c, left, right.members, 'right')
  if (left.kind === 'text' && right.kind === 'enum') return meetText(c, right, left.members, 'left')
  if (left.kind === 'text' && right.kind === 'text')
    return meetingOf({ kind: 'text', members: [...new Set([...left.members, ...right.members])] })
  return { met: false, problem: 'types' }
}

/** Rules compare a text only with texts that they name, which become kinds of its values. */
function meetAsked(c: Checking, type: Enum, members: readonly string[], side: 'left' | 'right'): Meeting {
  for (const written of members) {
    const known = askLiteral(c, type, written)
    if (known !== written) return { met: false, problem: 'spelling', side, written, known }
  }
  return meetingOf(type)
}

type Met = Extract<Meeting, { met: true }>

function meetingOf(type: Type): Met {
  return { met: true, type, domain: domainOf(type), conversion: null, unbridged: null }
}

/** The domain of a type; for a set, that of its elements. */
export function domainOf(type: Type): Domain {
  if (type.kind === 'boolean') return type.kind
  if (isAmount(type)) return 'numeric'
  return type.kind === 'set' ? domainOf(type.element) : 'member'
}

type Numeric = Extract<Type, { kind: 'numeric' }>
type Enum = Extract<Type, { kind: 'enum' }>

function meetUnits(library: UnitLibrary, left: Numeric, right: Numeric): Meeting {
  if (left.unit !== null && right.unit !== null)
    return { ...meetingOf(left), ...bridgeTypes(library, left.unit, right.unit) }
  if (left.unit !== null) return meetWhole(left, left.unit, right, 'right')
  if (right.unit !== null) return meetWhole(left, right.unit, left, 'left')
  return meetingOf(left)
}

/** A bare number meets `%` only if its units cancelled: then 1 is the whole. */
function meetWhole(left: Numeric, unit: Unit, bare: Numeric, bareSide: 'left' | 'right'): Meeting {
  const wholes = bare.whole ? wholesIn(unit) : null
  const scaled = wholes === null ? null : (bare.scaled ?? null)
  if (wholes === null || scaled !== null) return { met: false, problem: 'bare', unit, bareSide, scaled }
  const [from, to] = bareSide === 'left' ? [unit, null] : [null, unit]
  const factor = bareSide === 'left' ? wholes : divide(ONE, wholes)
  if (factor === null) throw new Error(`${unit.text} is not a part of a whole`)
  return { ...meetingOf(left), conversion: { factor, offset: ZERO, from, to } }
}

/**
 * Converts `right` to `left`. A difference of affine values has no offset, so the other side is read as a difference
 * too and only the factor converts.
 */
export function bridgeTypes(library: UnitLibrary, left: Unit, right: Unit): Pick<Met, 'conversion' | 'unbridged'> {
  if (left.text === right.text) return { conversion: null, unbridged: null }
  const apart = left.difference || right.difference
  const to = apart && left.affine ? library.difference(left) : left
  const from = apart && right.affine ? library.difference(right) : right
  const relation = library.relate(from, to)
  switch (relation.status) {
    case 'same':
      return { conversion: null, unbridged: null }
    case 'convertible': {
      const offset = apart ? ZERO : relation.offset
      return { conversion: { factor: relation.factor, offset, from: right, to: left }, unbridged: null }
    }
    case 'ambiguous':
      return { conversion: null, unbridged: 'ambiguous' }
    case 'no_path':
      return { conversion: null, unbridged: 'missing' }
  }
}

function meetVocabularies(c: Checking, left: Enum, right: Enum): Meeting {
  const a = left.vocabulary
  const b = right.vocabulary
  const same =
    a === b ||
    (a.length === b.length &&
      (left.ordered && right.ordered ? a.every((m, i) => m === b[i]) : a.every((m) => c.has(b, m))))
  if (!same) return { met: false, problem: 'vocabularies' }
  return meetingOf(left.ordered && !right.ordered ? { ...left, ordered: false } : left)
}

function meetText(c: Checking, type: Enum, members: readonly string[], side: 'left' | 'right'): Meeting {
  if (type.text !== undefined) return meetAsked(c, type, members, side)
  const unknown = members.filter((member) => !c.has(type.vocabulary, member))
  if (unknown.length === 0) return meetingOf(type)
  return { met: false, problem: 'text', side, unknown, vocabulary: type.vocabulary }
}
