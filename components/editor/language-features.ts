/**
 * What the editor offers beyond text. Answers come from the language worker; every provider speaks for one model alone,
 * since providers are registered for the language and a page may hold two editors.
 */
import type { editor, IDisposable } from 'monaco-editor/editor'
import { completionProvider } from './completion-provider'
import type { OfferedWords } from './enter-key'
import { highlightingProvider } from './highlighting-provider'
import { hoverProvider } from './hover-provider'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'
import { registerNavigation } from './navigation-providers'
import { quickFixProvider } from './quick-fix-provider'
import { RULESET_LANGUAGE } from './ruleset-tokens'
import { signatureProvider } from './signature-provider'
import { registerStructure } from './structure-providers'

/** Registers every provider for one model; the answer takes them away again. */
export function registerLanguageFeatures(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
  offered: OfferedWords,
): IDisposable {
  const { languages } = monaco
  const providers = [
    languages.registerCompletionItemProvider(RULESET_LANGUAGE, completionProvider(monaco, model, client, offered)),
    languages.registerHoverProvider(RULESET_LANGUAGE, hoverProvider(monaco, model, client)),
    languages.registerSignatureHelpProvider(RULESET_LANGUAGE, signatureProvider(model, client)),
    languages.registerCodeActionProvider(RULESET_LANGUAGE, quickFixProvider(monaco, model, client), {
      providedCodeActionKinds: ['quickfix'],
    }),
    languages.registerDocumentRangeSemanticTokensProvider(RULESET_LANGUAGE, highlightingProvider(model, client)),
    ...registerNavigation(monaco, model, client),
    ...registerStructure(monaco, model, client),
  ]
  return { dispose: () => providers.forEach((provider) => void provider.dispose()) }
}
