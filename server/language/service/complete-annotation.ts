/**
 * Completion inside a line comment that begins with `@`: tags, claims, units.
 */

import type { Analysis } from '../semantics/analysis'
import { ANNOTATIONS } from '../semantics/constructs'
import type { Comment } from '../syntax/syntax'
import type { UnitLibrary } from '../units/unit-library'
import { unitCompletions } from './complete-string'
import type { Completion } from './completion'
import { typeText } from './describe-type'
import type { Place } from './place'

export function annotationCompletions(
  place: Place,
  comment: Comment,
  analysis: Analysis,
  library: UnitLibrary,
): Completion[] {
  if (comment.kind !== 'line') return []
  const written = place.text.slice(comment.start + 2, place.offset)
  const tag = /^\s*(@[\w-]*)$/.exec(written)
  if (tag !== null) return tags(place.offset - tag[1]!.length, place.offset)
  const claim = /^\s*@(\w+)\s+(\w*)$/.exec(written)
  if (claim !== null) return claims(claim[1]!, place.offset - claim[2]!.length, place.offset, analysis)
  const unit = /^\s*@unit\s+\w+\s+(\S*)$/.exec(written)
  if (unit === null) return []
  const span = { start: place.offset - unit[1]!.length, end: place.offset }
  return unitCompletions(span, library, analysis).map((found) => ({ ...found, insert: found.label }))
}

function tags(start: number, end: number): Completion[] {
  return ANNOTATIONS.map(({ word, form, meaning }, rank) => ({
    label: word,
    kind: 'annotation',
    insert: `${word} `,
    snippet: false,
    detail: form,
    documentation: meaning,
    replaces: { start, end },
    rank,
  }))
}

/** Claims that the tag can describe; those that have it already come last. */
function claims(tag: string, start: number, end: number, analysis: Analysis): Completion[] {
  const numeric = tag === 'range' || tag === 'unit'
  return analysis.inputs
    .filter(({ kind, type }) => kind === 'claim' && (!numeric || type.kind === 'numeric'))
    .map((input) => {
      const told = { ask: input.question, context: input.context, range: input.range, unit: input.declaredUnit }
      const has = tag in told && told[tag as keyof typeof told] !== null
      return {
        label: input.name,
        kind: 'claim',
        insert: `${input.name} `,
        snippet: false,
        detail: typeText(input.type),
        documentation: input.question ?? '',
        replaces: { start, end },
        rank: has ? 1 : 0,
      }
    })
}
