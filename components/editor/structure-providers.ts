import type { editor, IDisposable, languages } from 'monaco-editor/editor'
import { type Highlight, MEANINGS, MODIFIERS } from '../../server/language/service/highlighting'
import type { OutlineEntry } from '../../server/language/service/outline'
import { RULESET_LANGUAGE } from '../../server/language/service/token-rules'
import type { LanguageClient } from './language-client'
import { freshAnswer, type MonacoApi, rangeIn } from './provider-answers'

export function registerStructure(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): readonly IDisposable[] {
  const range = rangeIn(monaco, model)
  return [
    monaco.languages.registerDocumentSymbolProvider(RULESET_LANGUAGE, {
      displayName: 'Ruleset',
      provideDocumentSymbols: async (requestedModel, token) => {
        const answer = requestedModel === model ? await freshAnswer(client, model, token, { about: 'outline' }) : null
        if (answer?.about !== 'outline') return []
        return answer.result.map((entry) => ({
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
      provideFoldingRanges: async (requestedModel, _context, token) => {
        const answer = requestedModel === model ? await freshAnswer(client, model, token, { about: 'folds' }) : null
        if (answer?.about !== 'folds') return null
        const { Comment, Imports, Region } = monaco.languages.FoldingRangeKind
        const kinds = { comment: Comment, library: Imports, region: Region }
        return answer.result.map(({ startLine, endLine, kind }) => ({
          start: startLine,
          end: endLine,
          kind: kinds[kind],
        }))
      },
    }),
    monaco.languages.registerDocumentFormattingEditProvider(RULESET_LANGUAGE, {
      provideDocumentFormattingEdits: async (requestedModel, _options, token) => {
        const answer = requestedModel === model ? await freshAnswer(client, model, token, { about: 'format' }) : null
        return answer?.about === 'format' ? [{ range: model.getFullModelRange(), text: answer.result }] : []
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

export function highlightingProvider(
  model: editor.ITextModel,
  client: LanguageClient,
): languages.DocumentRangeSemanticTokensProvider {
  return {
    getLegend: () => ({ tokenTypes: [...MEANINGS], tokenModifiers: [...MODIFIERS] }),
    provideDocumentRangeSemanticTokens: async (requestedModel, range, token) => {
      if (requestedModel !== model) return null
      const start = model.getOffsetAt(range.getStartPosition())
      const end = model.getOffsetAt(range.getEndPosition())
      const answer = await freshAnswer(client, model, token, { about: 'highlights', start, end })
      return answer?.about === 'highlights' ? { data: encodeHighlights(answer.result, model) } : null
    },
  }
}

/** Encodes five numbers per word: line and column deltas, length, meaning, modifiers. */
function encodeHighlights(highlights: readonly Highlight[], model: editor.ITextModel): Uint32Array {
  const data = new Uint32Array(highlights.length * 5)
  let line = 1
  let column = 1
  for (const [index, { start, end, meaning, declares, unread }] of highlights.entries()) {
    const at = model.getPositionAt(start)
    if (at.lineNumber !== line) column = 1
    const how = (unread ? 1 : 0) + (declares ? 2 : 0)
    data.set([at.lineNumber - line, at.column - column, end - start, MEANINGS.indexOf(meaning), how], index * 5)
    line = at.lineNumber
    column = at.column
  }
  return data
}
