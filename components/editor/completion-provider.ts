import type { editor, IPosition, languages } from 'monaco-editor/editor'
import type { Completion, CompletionKind } from '../../server/language/service/completion'
import type { OfferedWords } from './enter-key'
import { wantedAnswer } from './fresh-answer'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'

/** A space opens the list only where one kind of thing may follow: a type, or what an annotation is about. */
const OPENS_AFTER_SPACE = /(?:\bas|\/\/\s*@[\w-]+(?:\s+\w+)?)\s$/

/** Offers names, members, units, words and annotations at the cursor of one model. */
export function completionProvider(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
  offered: OfferedWords,
): languages.CompletionItemProvider {
  return {
    triggerCharacters: ['"', '@', ' '],
    provideCompletionItems: async (asked, position, context, token) => {
      if (asked !== model) return null
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1)
      if (context.triggerCharacter === ' ' && !OPENS_AFTER_SPACE.test(before)) return null
      const offset = model.getOffsetAt(position)
      // Letters typed meanwhile narrow the list, which the editor does itself; a cursor that went elsewhere drops it.
      const answer = await wantedAnswer(client, model, token, { about: 'completions', offset })
      if (answer?.about !== 'completions') return null
      const { lineNumber, column } = position
      const cursor = { lineNumber, column, offset, before }
      offered.set(answer.found.map(({ label, insert, replaces }) => ({ label, insert, start: replaces.start })))
      return { suggestions: answer.found.map((found, place) => suggestion(monaco, cursor, found, place)) }
    },
  }
}

/** Where the list was asked for: what is replaced stands on this line of the text as it was then. */
interface Cursor extends IPosition {
  readonly offset: number
  /** The line as far as the cursor. */
  readonly before: string
}

function suggestion(
  monaco: MonacoApi,
  cursor: Cursor,
  completion: Completion,
  place: number,
): languages.CompletionItem {
  const { label, kind, insert, snippet, detail, documentation, replaces } = completion
  const { lineNumber, column, offset, before } = cursor
  const startColumn = column + replaces.start - offset
  const quoted = before.charAt(startColumn - 1) === '"'
  return {
    label,
    kind: monaco.languages.CompletionItemKind[ICONS[kind]],
    insertText: insert,
    ...(snippet ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    detail,
    documentation,
    range: new monaco.Range(lineNumber, startColumn, lineNumber, column + replaces.end - offset),
    // The typed quote is a part of what is replaced, so it is a part of what is compared.
    filterText: quoted ? insert : label,
    sortText: String(place).padStart(6, '0'),
    // Behind a tag comes the claim that it is about.
    ...(kind === 'annotation' ? { command: { id: 'editor.action.triggerSuggest', title: 'Offer claims' } } : {}),
  }
}

const ICONS: Readonly<Record<CompletionKind, keyof typeof languages.CompletionItemKind>> = {
  keyword: 'Keyword',
  function: 'Function',
  claim: 'Field',
  local: 'Variable',
  let: 'Constant',
  variable: 'Variable',
  member: 'EnumMember',
  unit: 'Unit',
  annotation: 'Property',
}
