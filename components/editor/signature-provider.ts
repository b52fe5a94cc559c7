import type { editor, languages } from 'monaco-editor/editor'
import { freshAnswer } from './fresh-answer'
import type { LanguageClient } from './language-client'

/** Shows which operands the call around the cursor takes, and which of them is being written. */
export function signatureProvider(model: editor.ITextModel, client: LanguageClient): languages.SignatureHelpProvider {
  return {
    signatureHelpTriggerCharacters: ['(', ','],
    signatureHelpRetriggerCharacters: [')'],
    provideSignatureHelp: async (asked, position, token) => {
      if (asked !== model) return null
      const offset = model.getOffsetAt(position)
      const answer = await freshAnswer(client, model, token, { about: 'signature', offset })
      if (answer?.about !== 'signature' || answer.found === null) return null
      const { form, meaning, operands, active } = answer.found
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
