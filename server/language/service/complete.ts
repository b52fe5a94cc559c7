/** Completion at the cursor, also in texts that do not parse. Offers a name only below its declaration. */
import type { Analysis } from '../semantics/analyse'
import { ANNOTATIONS, POLICIES, STATEMENTS } from '../semantics/constructs'
import { typeText } from '../semantics/types'
import type { Comment } from '../syntax/syntax'
import * as T from '../syntax/token'
import { POLICY_WORDS, TYPE_WORDS } from '../syntax/words'
import type { UnitLibrary } from '../units/unit-library'
import { expressionCompletions, structureCompletions } from './complete-expression'
import { type Completion, constructCompletion, memberCompletions, unitCompletions } from './completion'
import { CursorContext } from './cursor-context'

export function completeAt(text: string, offset: number, analysis: Analysis, library: UnitLibrary): Completion[] {
  const context = new CursorContext(text, offset)
  if (context.comment !== null) return annotationCompletions(context, context.comment, analysis, library)
  if (context.string !== null) {
    if (inVocabulary(context)) return []
    const inside = { start: context.string.start, end: context.string.end }
    return context.previousKind(1) === T.NUMBER
      ? unitCompletions(inside, library, analysis)
      : memberCompletions(inside, context, analysis)
  }
  if (context.startsStatement) return completeStatements(context)
  const before = context.previous(1)
  if (before === 'as' && context.frames.length === 0) return completeTypes(context)
  if (before === '[' && context.previous(3) === 'assert') return completePolicies(context)
  if (before === 'declare' && context.previousKind(2) !== T.OPEN_CURLY) {
    return STATEMENTS.filter(({ word }) => word === 'local').map((entry) => ({
      ...constructCompletion(entry, context.word, 0),
      insert: 'local ',
      snippet: false,
    }))
  }
  if (inVocabulary(context) || (context.frames.length === 0 && before !== '=')) return []
  if (context.previousKind(1) === T.NUMBER) return unitCompletions(context.word, library, analysis)
  return endsOperand(context) ? structureCompletions(context) : expressionCompletions(context, analysis)
}

/** The members of a declaration are new words, so nothing is offered. */
function inVocabulary(context: CursorContext): boolean {
  return context.frames.length > 0 && /^declare\b/.test(context.text.slice(context.statementStart, context.offset))
}

function completeStatements(context: CursorContext): Completion[] {
  const words = STATEMENTS.filter(({ word }) => !TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, context.word, rank))
}

function completeTypes(context: CursorContext): Completion[] {
  const words = STATEMENTS.filter(({ word }) => TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, context.word, rank))
}

function completePolicies(context: CursorContext): Completion[] {
  return POLICIES.filter(({ word }) => POLICY_WORDS.some((policy) => policy === word)).map((entry, rank) =>
    constructCompletion(entry, context.word, rank),
  )
}

/** True if the previous token ends a value. */
function endsOperand(context: CursorContext): boolean {
  const kind = context.previousKind(1)
  if (kind === T.NAME) return !/^(IF|THEN|ELSE|CASE|OF|in)$/.test(context.previous(1))
  return kind === T.STRING || kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY
}

/** Offers tags, claims or units inside an annotation. */
function annotationCompletions(
  context: CursorContext,
  comment: Comment,
  analysis: Analysis,
  library: UnitLibrary,
): Completion[] {
  if (comment.kind !== 'line') return []
  const written = context.text.slice(comment.start + 2, context.offset)
  const tag = /^\s*(@[\w-]*)$/.exec(written)
  if (tag !== null) return completeTags(context.offset - tag[1]!.length, context.offset)
  const claim = /^\s*@(\w+)\s+(\w*)$/.exec(written)
  if (claim !== null) return completeClaims(claim[1]!, context.offset - claim[2]!.length, context.offset, analysis)
  const unit = /^\s*@unit\s+\w+\s+(\S*)$/.exec(written)
  if (unit === null) return []
  const span = { start: context.offset - unit[1]!.length, end: context.offset }
  return unitCompletions(span, library, analysis).map((completion) => ({ ...completion, insert: completion.label }))
}

function completeTags(start: number, end: number): Completion[] {
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

/** Claims that already have the tag come last. */
function completeClaims(tag: string, start: number, end: number, analysis: Analysis): Completion[] {
  const numeric = tag === 'range' || tag === 'unit'
  return analysis.inputs
    .filter(({ kind, type }) => kind === 'claim' && (!numeric || type.kind === 'numeric'))
    .map((input) => {
      const annotated = { ask: input.question, context: input.context, range: input.range, unit: input.declaredUnit }
      const has = tag in annotated && annotated[tag as keyof typeof annotated] !== null
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
