import type { editor, languages } from 'monaco-editor/editor'
import { type Highlight, MEANINGS } from '../../server/language/service/highlighting'
import { freshAnswer } from './fresh-answer'
import type { LanguageClient } from './language-client'

/** The order counts: themes read `claim.unread.declaration` from its beginning. */
const MODIFIERS = ['unread', 'declaration']

/** Colours the words in sight by what they stand for, over the colours that their spelling gives them. */
export function highlightingProvider(
  model: editor.ITextModel,
  client: LanguageClient,
): languages.DocumentRangeSemanticTokensProvider {
  return {
    getLegend: () => ({ tokenTypes: [...MEANINGS], tokenModifiers: MODIFIERS }),
    provideDocumentRangeSemanticTokens: async (asked, range, token) => {
      if (asked !== model) return null
      const start = model.getOffsetAt(range.getStartPosition())
      const end = model.getOffsetAt(range.getEndPosition())
      const answer = await freshAnswer(client, model, token, { about: 'highlights', start, end })
      return answer?.about === 'highlights' ? { data: encoded(answer.found, model) } : null
    },
  }
}

/** Five numbers a word: lines and columns since the last one, its length, what it is, and how. */
function encoded(found: readonly Highlight[], model: editor.ITextModel): Uint32Array {
  const data = new Uint32Array(found.length * 5)
  let line = 1
  let column = 1
  for (const [place, { start, end, meaning, declares, unread }] of found.entries()) {
    const at = model.getPositionAt(start)
    if (at.lineNumber !== line) column = 1
    const how = (unread ? 1 : 0) + (declares ? 2 : 0)
    data.set([at.lineNumber - line, at.column - column, end - start, MEANINGS.indexOf(meaning), how], place * 5)
    line = at.lineNumber
    column = at.column
  }
  return data
}
