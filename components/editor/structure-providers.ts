/** The shape of the text: its outline, what folds, and its canonical layout. */
import type { editor, IDisposable, languages } from 'monaco-editor/editor'
import type { OutlineEntry } from '../../server/language/service/outline'
import { freshAnswer } from './fresh-answer'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'
import { rangeIn } from './model-range'
import { RULESET_LANGUAGE } from './ruleset-tokens'

export function registerStructure(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): readonly IDisposable[] {
  const range = rangeIn(monaco, model)
  return [
    monaco.languages.registerDocumentSymbolProvider(RULESET_LANGUAGE, {
      displayName: 'Ruleset',
      provideDocumentSymbols: async (asked, token) => {
        const answer = asked === model ? await freshAnswer(client, model, token, { about: 'outline' }) : null
        if (answer?.about !== 'outline') return []
        return answer.found.map((entry) => ({
          name: entry.name,
          detail: entry.detail,
          kind: monaco.languages.SymbolKind[ICONS[entry.kind]],
          tags: [],
          range: range(entry),
          selectionRange: range(entry.nameAt),
        }))
      },
    }),
    monaco.languages.registerFoldingRangeProvider(RULESET_LANGUAGE, {
      provideFoldingRanges: async (asked, _context, token) => {
        const answer = asked === model ? await freshAnswer(client, model, token, { about: 'folds' }) : null
        if (answer?.about !== 'folds') return null
        const { Comment, Region } = monaco.languages.FoldingRangeKind
        return answer.found.map(({ startLine, endLine, kind }) => ({
          start: startLine,
          end: endLine,
          kind: kind === 'comment' ? Comment : Region,
        }))
      },
    }),
    monaco.languages.registerDocumentFormattingEditProvider(RULESET_LANGUAGE, {
      provideDocumentFormattingEdits: async (asked, _options, token) => {
        const answer = asked === model ? await freshAnswer(client, model, token, { about: 'format' }) : null
        return answer?.about === 'format' ? [{ range: model.getFullModelRange(), text: answer.found }] : []
      },
    }),
  ]
}

const ICONS: Readonly<Record<OutlineEntry['kind'], keyof typeof languages.SymbolKind>> = {
  claim: 'Field',
  local: 'Variable',
  let: 'Constant',
  assertion: 'Method',
}
