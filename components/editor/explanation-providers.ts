import type { editor, languages } from 'monaco-editor/editor'
import { hoverParagraphs } from '../../server/language/service/hover-markdown'
import type { LanguageClient } from './language-client'
import { freshAnswer, type MonacoApi } from './provider-answers'

export function hoverProvider(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): languages.HoverProvider {
  return {
    provideHover: async (requestedModel, position, token) => {
      if (requestedModel !== model) return null
      const offset = model.getOffsetAt(position)
      const answer = await freshAnswer(client, model, token, { about: 'hover', offset })
      if (answer?.about !== 'hover' || answer.result === null) return null
      const { start, end } = answer.result
      return {
        range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
        contents: hoverParagraphs(answer.result).map((value) => ({ value })),
      }
    },
  }
}

export function signatureProvider(model: editor.ITextModel, client: LanguageClient): languages.SignatureHelpProvider {
  return {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: async (requestedModel, position, token) => {
      if (requestedModel !== model) return null
      const offset = model.getOffsetAt(position)
      const answer = await freshAnswer(client, model, token, { about: 'signature', offset })
      if (answer?.about !== 'signature' || answer.result === null) return null
      const { form, meaning, operands, active } = answer.result
      const parameters = operands.map(({ start, end }): languages.ParameterInformation => ({ label: [start, end] }))
      return {
        value: {
          signatures: [{ label: form, documentation: meaning, parameters }],
          activeSignature: 0,
          activeParameter: active,
        },
        dispose: () => {},
      }
    },
  }
}
