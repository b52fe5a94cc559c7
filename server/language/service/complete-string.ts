/**
 * Completion inside quotes: units behind a number, members of a vocabulary elsewhere.
 */

import type { Analysis } from '../semantics/analysis'
import { quote } from '../syntax/string-literal'
import type { Span } from '../syntax/syntax'
import type { UnitLibrary } from '../units/unit-library'
import { unitSymbols } from '../units/unit-symbols'
import type { Completion } from './completion'
import { expectedType } from './expected-type'
import type { Place } from './place'

/** Every unit symbol, those that the ruleset's claims are held in first. */
export function unitCompletions(replaces: Span, library: UnitLibrary, analysis: Analysis): Completion[] {
  const used = new Set<string>()
  for (const { declaredUnit, adoptedUnit } of analysis.inputs) {
    const unit = declaredUnit ?? adoptedUnit
    if (unit !== null) used.add(unit.text)
  }
  const symbols = unitSymbols(library).map(({ symbol, about, definition, standard }) => ({
    label: symbol,
    detail: about,
    documentation: definition,
    group: standard,
  }))
  const listed = new Set(symbols.map(({ label }) => label))
  const compound = [...used]
    .filter((text) => !listed.has(text))
    .map((label) => ({ label, detail: 'unit of a claim', documentation: '', group: '' }))
  return [...compound, ...symbols].map(({ label, detail, documentation }) => ({
    label,
    kind: 'unit',
    insert: quote(label),
    snippet: false,
    detail,
    documentation,
    replaces,
    rank: used.has(label) ? 0 : 1,
  }))
}

/** Members of the vocabulary that is met here, or of every vocabulary where that cannot be told. */
export function memberCompletions(replaces: Span, place: Place, analysis: Analysis): Completion[] {
  const type = expectedType(place, analysis)
  const element = type?.kind === 'set' ? type.element : type
  if (element?.kind === 'enum') return members(element.vocabulary, '', replaces)
  const claims = analysis.inputs.filter((input) => input.type.kind === 'enum')
  return claims.flatMap(({ name, type: own }) => (own.kind === 'enum' ? members(own.vocabulary, name, replaces) : []))
}

export function members(vocabulary: readonly string[], claim: string, replaces: Span): Completion[] {
  return vocabulary.map((member, i) => ({
    label: member,
    kind: 'member',
    insert: quote(member),
    snippet: false,
    detail: claim,
    documentation: '',
    replaces,
    // In the order of the vocabulary, and all before whatever else is offered.
    rank: i / vocabulary.length,
  }))
}
