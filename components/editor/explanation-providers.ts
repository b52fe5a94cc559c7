import type { editor, languages } from 'monaco-editor/editor'
import type { LanguageClient } from './language-client'
import { freshAnswer, type MonacoApi } from './provider-answers'
import { RULESET_LANGUAGE } from './ruleset-tokens'

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
      const { start, end, code, lines } = answer.result
      return {
        range: monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
        contents: [{ value: codeBlock(code) }, ...lines.map((line) => ({ value: plainText(line) }))],
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

/**
 * Escapes ruleset text as plain Markdown: a backslash before every ASCII punctuation mark prevents links and images.
 */
export function plainText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

/** The fence is longer than any run of backticks inside. */
export function codeBlock(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${RULESET_LANGUAGE}\n${code}\n${fence}`
}
