/**
 * Completion: what may stand at the cursor, the likeliest first.
 *
 * Promises: works on texts that do not parse; offers a name only below its declaration and a member or unit only where
 * one can stand. Plain data; inserts are literal text, or snippets where `snippet` says so.
 */

import type { Analysis } from '../semantics/analysis'
import { POLICIES, STATEMENTS } from '../semantics/constructs'
import * as T from '../syntax/token'
import { POLICY_WORDS, TYPE_WORDS } from '../syntax/words'
import type { UnitLibrary } from '../units/unit-library'
import { annotationCompletions } from './complete-annotation'
import { expressionCompletions, structureCompletions } from './complete-expression'
import { memberCompletions, unitCompletions } from './complete-string'
import type { Completion } from './completion'
import { constructCompletion } from './completion'
import { Place } from './place'

export function complete(text: string, offset: number, analysis: Analysis, library: UnitLibrary): Completion[] {
  const place = new Place(text, offset)
  if (place.comment !== null) return annotationCompletions(place, place.comment, analysis, library)
  if (place.string !== null) {
    if (inVocabulary(place)) return []
    const inside = { start: place.string.start, end: place.string.end }
    return place.previousKind(1) === T.NUMBER
      ? unitCompletions(inside, library, analysis)
      : memberCompletions(inside, place, analysis)
  }
  if (place.startsStatement) return statements(place)
  const before = place.previous(1)
  if (before === 'as' && place.frames.length === 0) return types(place)
  if (before === '[' && place.previous(3) === 'assert') return policies(place)
  if (before === 'declare' && place.previousKind(2) !== T.OPEN_CURLY) {
    return STATEMENTS.filter(({ word }) => word === 'local').map((entry) => ({
      ...constructCompletion(entry, place.word, 0),
      insert: 'local ',
      snippet: false,
    }))
  }
  if (inVocabulary(place) || (place.frames.length === 0 && before !== '=')) return []
  if (place.previousKind(1) === T.NUMBER) return unitCompletions(place.word, library, analysis)
  return endsOperand(place) ? structureCompletions(place) : expressionCompletions(place, analysis)
}

/** True among the members that a declaration lists: they are new words, so nothing can be offered. */
function inVocabulary(place: Place): boolean {
  return place.frames.length > 0 && /^declare\b/.test(place.text.slice(place.statementStart, place.offset))
}

function statements(place: Place): Completion[] {
  const words = STATEMENTS.filter(({ word }) => !TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, place.word, rank))
}

function types(place: Place): Completion[] {
  const words = STATEMENTS.filter(({ word }) => TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, place.word, rank))
}

function policies(place: Place): Completion[] {
  return POLICIES.filter(({ word }) => POLICY_WORDS.some((policy) => policy === word)).map((entry, rank) =>
    constructCompletion(entry, place.word, rank),
  )
}

/** True where the token before the cursor ends a value, so that no other value can follow it. */
function endsOperand(place: Place): boolean {
  const kind = place.previousKind(1)
  if (kind === T.NAME) return !/^(IF|THEN|ELSE|CASE|OF|in)$/.test(place.previous(1))
  return kind === T.STRING || kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY
}
