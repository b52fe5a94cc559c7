import type { editor, IKeyboardEvent, IPosition, languages } from 'monaco-editor/editor'
import {
  COMPLETION_TRIGGERS,
  type Completion,
  type CompletionKind,
  filterTextOf,
  opensCompletions,
} from '../../server/language/service/completion'
import type { LanguageClient } from './language-client'
import { type MonacoApi, wantedAnswer } from './provider-answers'

export function completionProvider(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
  offered: OfferedWords,
): languages.CompletionItemProvider {
  return {
    triggerCharacters: [...COMPLETION_TRIGGERS],
    provideCompletionItems: async (requestedModel, position, context, token) => {
      if (requestedModel !== model) return null
      const before = model.getLineContent(position.lineNumber).slice(0, position.column - 1)
      if (!opensCompletions(context.triggerCharacter, before)) return null
      const offset = model.getOffsetAt(position)
      // The editor itself filters the list by later letters.
      const answer = await wantedAnswer(client, model, token, { about: 'completions', offset })
      if (answer?.about !== 'completions') return null
      const { lineNumber, column } = position
      const cursor = { lineNumber, column, offset, text: model.getValue() }
      offered.set(answer.result.map(({ label, insert, replaces }) => ({ label, insert, start: replaces.start })))
      return { suggestions: answer.result.map((completion, index) => suggestionOf(monaco, cursor, completion, index)) }
    },
  }
}

/** The cursor at the time of the request. */
interface Cursor extends IPosition {
  readonly offset: number
  readonly text: string
}

function suggestionOf(
  monaco: MonacoApi,
  cursor: Cursor,
  completion: Completion,
  index: number,
): languages.CompletionItem {
  const { label, kind, insert, snippet, detail, documentation, replaces } = completion
  const { lineNumber, column, offset, text } = cursor
  const startColumn = column + replaces.start - offset
  return {
    label,
    kind: monaco.languages.CompletionItemKind[ICONS[kind]],
    insertText: insert,
    ...(snippet ? { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet } : {}),
    detail,
    documentation,
    range: new monaco.Range(lineNumber, startColumn, lineNumber, column + replaces.end - offset),
    filterText: filterTextOf(text, completion),
    sortText: String(index).padStart(6, '0'),
    // A claim follows the tag.
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

interface OfferedWord {
  readonly label: string
  readonly insert: string
  /** Offset of the text that the insert replaces. */
  readonly start: number
}

export class OfferedWords {
  private words: readonly OfferedWord[] = []

  set(words: readonly OfferedWord[]): void {
    this.words = words
  }

  /** Whether a word is complete before the cursor. */
  isComplete(text: string, cursor: number): boolean {
    return this.words.some(({ label, insert, start }) => {
      const written = text.slice(start, cursor)
      return written !== '' && (written === label || written === insert.trimEnd())
    })
  }
}

/**
 * Closes the list on Enter if the word at the cursor is complete. Otherwise Enter accepts the offer, as it always does
 * after an arrow key.
 */
export function endLineAfterWholeWord(
  monaco: MonacoApi,
  target: editor.IStandaloneCodeEditor,
  offered: OfferedWords,
): void {
  const { KeyCode } = monaco
  const moves: readonly number[] = [KeyCode.UpArrow, KeyCode.DownArrow, KeyCode.PageUp, KeyCode.PageDown]
  let chosenByHand = false
  target.onKeyDown((event: IKeyboardEvent) => {
    if (event.keyCode !== KeyCode.Enter) {
      chosenByHand = moves.includes(event.keyCode)
      return
    }
    const position = target.getPosition()
    const model = target.getModel()
    if (chosenByHand || position === null || model === null) return
    if (offered.isComplete(model.getValue(), model.getOffsetAt(position)))
      target.trigger('enter', 'hideSuggestWidget', {})
  })
}
