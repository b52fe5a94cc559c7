import type { editor, languages } from 'monaco-editor/editor'
import { freshAnswer } from './fresh-answer'
import { codeBlock, plainText } from './hover-text'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'

/** Says what stands under the pointer: type, unit and question of a claim, the meaning of a word or sign. */
export function hoverProvider(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): languages.HoverProvider {
  return {
    provideHover: async (asked, position, token) => {
      if (asked !== model) return null
      const offset = model.getOffsetAt(position)
      const answer = await freshAnswer(client, model, token, { about: 'hover', offset })
      if (answer?.about !== 'hover' || answer.found === null) return null
      const { start, end, code, lines } = answer.found
      return {
        range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
        contents: [{ value: codeBlock(code) }, ...lines.map((line) => ({ value: plainText(line) }))],
      }
    },
  }
}
