import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import { quoteText } from '../syntax/string-literal'
import type { Span } from '../text/line-index'
import { unitSymbols } from '../units/symbol-table'
import type { UnitLibrary } from '../units/unit-library'
import type { Construct } from './constructs/construct'
import type { CursorContext } from './cursor-context'
import { expectedType } from './expected-type'

export type CompletionKind =
  | 'keyword'
  | 'function'
  | 'claim'
  | 'local'
  | 'let'
  | 'variable'
  | 'member'
  | 'unit'
  | 'annotation'

export interface Completion {
  readonly label: string
  readonly kind: CompletionKind
  readonly insert: string
  /** True if `insert` has placeholders: `${1:x}`, `$2`, `$0`. */
  readonly snippet: boolean
  /** A type or a form of the language. */
  readonly detail: string
  readonly documentation: string
  /** The text that the insert replaces. */
  readonly replaces: Span
  /** Lower comes first. */
  readonly rank: number
}

export const COMPLETION_TRIGGERS = ['"', '@', ' '] as const

/** A space opens the list only after `as` and annotations, which one kind of word follows. */
const OPENS_AFTER_SPACE = /(?:\bas|\/\/\s*@[\w-]+(?:\s+\w+)?)\s$/

/**
 * @param typed the character that asks for the list, if one does
 * @param before the line before the cursor
 */
export function opensCompletions(typed: string | undefined, before: string): boolean {
  return typed !== ' ' || OPENS_AFTER_SPACE.test(before)
}

/** The text that typed letters are compared with. An opening quote is replaced too, so it is compared as well. */
export function filterTextOf(text: string, { label, insert, replaces }: Completion): string {
  return text.charAt(replaces.start) === '"' ? insert : label
}

/** Numbers the placeholders for the editor. */
export function constructCompletion(construct: Construct, replaces: Span, rank: number): Completion {
  const { word, form, meaning, example, snippet } = construct
  const kind = construct.kind === 'statement' || construct.kind === 'policy' ? 'keyword' : 'function'
  const placeholders = snippet.match(/<[^<>]*>/g)?.length ?? 0
  let position = 0
  const insert = snippet.replace(/<([^<>]*)>/g, (_, name: string) => {
    position++
    const number = position === placeholders ? 0 : position
    return name === '' ? `$${number}` : `\${${number}:${name}}`
  })
  const documentation = example === '' ? meaning : `${meaning}\n\n${example}`
  return { label: word, kind, insert, snippet: placeholders > 0, detail: form, documentation, replaces, rank }
}

/** Lists the units of the ruleset's claims first. */
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
    insert: quoteText(label),
    snippet: false,
    detail,
    documentation,
    replaces,
    rank: used.has(label) ? 0 : 1,
  }))
}

/** Offers the expected vocabulary, or every vocabulary if the type is unknown. */
export function memberCompletions(replaces: Span, context: CursorContext, analysis: Analysis): Completion[] {
  const type = expectedType(context, analysis)
  const element = type?.kind === 'set' ? type.element : type
  if (element?.kind === 'enum') return completeMembers(knownMembers(element, analysis), '', replaces)
  const claims = analysis.inputs.filter((input) => input.type.kind === 'enum')
  return claims.flatMap(({ name, type: own }) =>
    own.kind === 'enum' ? completeMembers(knownMembers(own, analysis), name, replaces) : [],
  )
}

/** Returns the members of an enum; only the codes if the type is a text. */
export function knownMembers(type: Extract<Type, { kind: 'enum' }>, { inputs }: Analysis): readonly string[] {
  if (type.text === undefined) return type.vocabulary
  const form = inputs[type.text]?.form
  return form?.kind === 'text' ? form.codes : []
}

/** @param claim the claim that has the vocabulary, or empty */
export function completeMembers(vocabulary: readonly string[], claim: string, replaces: Span): Completion[] {
  return vocabulary.map((member, i) => ({
    label: member,
    kind: 'member',
    insert: quoteText(member),
    snippet: false,
    detail: claim,
    documentation: '',
    replaces,
    // In the vocabulary's order, before all other proposals.
    rank: i / vocabulary.length,
  }))
}
