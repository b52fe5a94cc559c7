/** A suggestion replaces one statement, or the whole text, of the revision that it is made on. */
import { unfitRefusal } from '../../api/refusal'
import type { StoredSuggestion } from '../../database/reviews/review-comments'
import { Report } from '../../language/messages/report'
import { parseText } from '../../language/syntax/parse'
import type { Statement } from '../../language/syntax/syntax'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import type { Caller } from '../calls/caller'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { RulesetText } from '../engine-pool/engine-job'
import type { LibrarySource } from '../library/unit-libraries'
import type { CommentSubject } from './review-subjects'

export interface NewSuggestion {
  readonly text: string
  /** `statement` replaces the statement of the comment's subject. */
  readonly replaces: 'statement' | 'ruleset'
}

interface SuggestionDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly engine: Pick<EngineDispatch, 'normalise' | 'compile'>
}

/**
 * @param text the revision
 * @throws Refusal COMPILE_FAILED with the diagnostics of the text with the suggestion, BAD_REQUEST, BUDGET_EXCEEDED
 */
export async function readSuggestion(
  { engine, libraryOf }: SuggestionDependencies,
  caller: Caller,
  { hash, source }: RulesetText,
  subject: CommentSubject,
  { text, replaces }: NewSuggestion,
): Promise<StoredSuggestion> {
  const range = replaces === 'ruleset' ? null : statementRange(source, subject)
  const suggestion = { text, replaces: range }
  const suggested = await engine.normalise(applySuggestion(source, suggestion))
  if (suggested.hash === hash)
    throw unfitRefusal('suggestion.text', 'a text that differs from the revision', 'the same text')
  await engine.compile(suggested, await libraryOf(caller))
  return suggestion
}

export function applySuggestion(source: string, { text, replaces }: StoredSuggestion): string {
  return replaces === null ? text : source.slice(0, replaces.from) + text + source.slice(replaces.to)
}

/** The text that a suggestion replaces. */
export function replacedText(source: string, { replaces }: StoredSuggestion): string {
  return replaces === null ? source : source.slice(replaces.from, replaces.to)
}

/** The text of the statement of a subject, or the whole text. @throws Refusal BAD_REQUEST */
export function readReplaced(source: string, subject: CommentSubject, replaces: NewSuggestion['replaces']): string {
  return replacedText(source, { text: '', replaces: replaces === 'ruleset' ? null : statementRange(source, subject) })
}

/** @throws Refusal BAD_REQUEST if the subject has no single statement in the text */
function statementRange(source: string, subject: CommentSubject): { readonly from: number; readonly to: number } {
  const { statements } = parseText(source, new Report(), DEFAULT_LANGUAGE_LIMITS).ruleset
  const found = statements.find((statement) => isAbout(statement, subject))
  if (found === undefined)
    throw unfitRefusal(
      'suggestion.replaces',
      '`ruleset`, because no statement of the text is the subject of this comment',
      'statement',
    )
  return { from: found.start, to: found.end }
}

function isAbout(statement: Statement, { kind, name }: CommentSubject): boolean {
  if (statement.kind === 'broken' || statement.kind === 'month-end') return false
  return statement.name.name === name && kindOf(statement) === kind
}

function kindOf({ kind }: Statement): CommentSubject['kind'] {
  if (kind === 'assert') return 'assertion'
  return kind === 'declare' || kind === 'declare-group' ? 'claim' : 'definition'
}
