/** Completion at the cursor, also in texts that do not parse. Offers a name only below its declaration. */
import { CHECK_WORDS, CHECKS } from '../patterns/shapes'
import type { Analysis } from '../semantics/analyse'
import { typeText } from '../semantics/types'
import type { Comment } from '../syntax/syntax'
import * as T from '../syntax/token'
import { POLICY_WORDS, TYPE_WORDS } from '../syntax/words'
import type { UnitLibrary } from '../units/unit-library'
import { expressionCompletions, structureCompletions } from './complete-expression'
import { lookupCompletions } from './complete-lookups'
import { type Completion, completeMembers, constructCompletion, memberCompletions, unitCompletions } from './completion'
import { ANNOTATIONS, POLICIES, STATEMENTS } from './constructs/statement-constructs'
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
  if (before === 'enum' && context.frames.length === 0) return completeVocabularies(context, analysis)
  if (before === 'check' && context.previous(5) === 'shape') return completeChecks(context)
  if (before === '[' && context.previous(3) === 'assert') return completePolicies(context)
  if (before === 'declare' && context.previousKind(2) !== T.OPEN_CURLY) {
    return STATEMENTS.filter(({ word }) => word === 'local').map((entry) => ({
      ...constructCompletion(entry, context.word, 0),
      insert: 'local ',
      snippet: false,
    }))
  }
  if (/\bFirstFailed\s*\([^()]*$/.test(context.text.slice(context.statementStart, context.word.start)))
    return assertionCompletions(context, analysis)
  if (mayExcept(context))
    return STATEMENTS.filter(({ word }) => word === 'except').map((entry) =>
      constructCompletion(entry, context.word, 0),
    )
  if (isBehindType(context))
    return STATEMENTS.filter(({ word }) => word === 'default').map((entry) =>
      constructCompletion(entry, context.word, 0),
    )
  if (before === 'default' && inDeclaration(context)) return defaultCompletions(context)
  const lookup = lookupCompletions(context, analysis)
  if (lookup !== null) return lookup
  if (inVocabulary(context) || (context.frames.length === 0 && before !== '=' && before !== 'when')) return []
  if (context.previousKind(1) === T.NUMBER) return unitCompletions(context.word, library, analysis)
  return endsOperand(context) ? structureCompletions(context) : expressionCompletions(context, analysis)
}

/** Completes the names of the assertions above the statement. */
function assertionCompletions({ word, statementStart }: CursorContext, { names }: Analysis): Completion[] {
  const above = names.filter(({ role, declares, start }) => role === 'assertion' && declares && start < statementStart)
  return above.map(({ name }, rank) => ({
    ...{ label: name, kind: 'let', insert: name, snippet: false, detail: 'assertion', documentation: '' },
    replaces: word,
    rank,
  }))
}

/** Whether the cursor is after the body of an assertion, or after the value of a let or report. */
function mayExcept(context: CursorContext): boolean {
  if (context.frames.length > 0 || !endsOperand(context)) return false
  const written = context.text.slice(context.statementStart, context.word.start)
  return (
    /^assert\b.*\}\s*$/s.test(written) ||
    (/^(let|report)\b.*=.*\S\s+$/s.test(written) && context.previous(1) !== 'except')
  )
}

function inDeclaration(context: CursorContext): boolean {
  return /^declare\b/.test(context.text.slice(context.statementStart, context.offset))
}

/** Whether the cursor is after the type of a claim or a field that has no default yet. */
function isBehindType(context: CursorContext): boolean {
  if (!inDeclaration(context) || context.previous(1) === 'default') return false
  const written = context.text.slice(context.statementStart, context.word.start)
  return /\bas\s+(boolean|date|numeric|whole|enum\s*(\{[^{}]*\}|\[[^[\]]*\]))(\s*"[^"]*")?(\s+or\s*\{[^{}]*\})?(\s+else\s*"[^"]*")?\s*$/.test(
    written,
  )
}

/** The values of a boolean; members and codes, which the declaration has just named. */
function defaultCompletions(context: CursorContext): Completion[] {
  const written = context.text.slice(context.statementStart, context.word.start)
  const type = written.slice(written.lastIndexOf(' as '))
  const members = [...type.matchAll(/[[{]([^[\]{}]*)[\]}]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"\\]*)"/g)].map(([, member = '']) => member),
  )
  if (!/^ as boolean\b/.test(type)) return completeMembers(members, '', context.word)
  return ['False', 'True'].map((label, rank) => ({
    ...{ label, kind: 'keyword', insert: label, snippet: false, detail: 'boolean', documentation: '' },
    replaces: context.word,
    rank,
  }))
}

/** The members of a declaration are new words, so nothing is offered. */
function inVocabulary(context: CursorContext): boolean {
  return context.frames.length > 0 && /^declare\b/.test(context.text.slice(context.statementStart, context.offset))
}

function completeStatements(context: CursorContext): Completion[] {
  const words = STATEMENTS.filter(({ word }) => !UNOFFERED.has(word) && !TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, context.word, rank))
}

/** One follows a statement, and nobody writes the other by hand. */
const UNOFFERED: ReadonlySet<string> = new Set(['except', 'use', 'default'])

function completeTypes(context: CursorContext): Completion[] {
  const words = STATEMENTS.filter(({ word }) => TYPE_WORDS.some((type) => type === word))
  return words.map((entry, rank) => constructCompletion(entry, context.word, rank))
}

/** Completes the names of the vocabularies above the statement, which can replace the members. */
function completeVocabularies({ word, statementStart }: CursorContext, { names }: Analysis): Completion[] {
  const above = names.filter(({ role, declares, start }) => role === 'vocabulary' && declares && start < statementStart)
  return above.map(({ name }, rank) => ({
    ...{ label: name, kind: 'let', insert: name, snippet: false, detail: 'vocabulary', documentation: '' },
    replaces: word,
    rank,
  }))
}

function completeChecks({ word }: CursorContext): Completion[] {
  return CHECKS.map((check, rank) => ({
    ...{ label: check, kind: 'keyword', insert: check, snippet: false, detail: CHECK_WORDS[check], documentation: '' },
    replaces: word,
    rank,
  }))
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
  return kind === T.STRING || kind === T.DATE || kind === T.CLOSE_ROUND || kind === T.CLOSE_CURLY
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
  const cited = /^\s*@cite\s+([\w.]*)$/.exec(written)
  if (cited !== null) return completeCited(context.offset - cited[1]!.length, context.offset, analysis)
  const claim = /^\s*@(\w+)\s+([\w.]*)$/.exec(written)
  if (claim !== null) return completeClaims(claim[1]!, context.offset - claim[2]!.length, context.offset, analysis)
  if (/^\s*@column\s+\S+\s+$/.test(written)) return [columnCompletion(context)]
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

function columnCompletion({ offset }: CursorContext): Completion {
  return {
    label: '"name of the column"',
    kind: 'annotation',
    insert: '"$0"',
    snippet: true,
    detail: 'as in the first line of the file',
    documentation: '',
    replaces: { start: offset, end: offset },
    rank: 0,
  }
}

/** Assertions first, because they need a clause most. */
function completeCited(start: number, end: number, { names }: Analysis): Completion[] {
  return names
    .filter(({ declares, role }) => declares && role !== 'variable')
    .map(({ name, role }) => ({
      label: name,
      kind: role === 'claim' ? 'claim' : 'let',
      insert: `${name} `,
      snippet: false,
      detail: role,
      documentation: '',
      replaces: { start, end },
      rank: role === 'assertion' ? 0 : 1,
    }))
}

/** Claims that already have the tag come last. */
function completeClaims(tag: string, start: number, end: number, analysis: Analysis): Completion[] {
  const numeric = tag === 'range' || tag === 'unit'
  return analysis.inputs
    .filter(({ kind, type }) => kind === 'claim' && (!numeric || type.kind === 'numeric'))
    .map((input) => {
      const annotated = {
        ask: input.question,
        context: input.context,
        range: input.range,
        unit: input.declaredUnit,
        column: input.column ?? null,
      }
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
