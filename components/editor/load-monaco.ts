import type * as Monaco from 'monaco-editor/editor'
import { EDITOR_THEMES } from './editor-themes'
import { RULESET_LANGUAGE, rulesetConfiguration, rulesetTokens } from './ruleset-tokens'

export type MonacoApi = typeof Monaco

declare global {
  interface Window {
    MonacoEnvironment?: Monaco.Environment
  }
}

/** Loads Monaco from this origin and registers the ruleset language once. */
export async function loadMonaco(): Promise<MonacoApi> {
  window.MonacoEnvironment ??= {
    getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module', name: 'editor' }),
  }
  const [monaco] = await Promise.all([import('monaco-editor/editor'), import('monaco-editor/features/register.all')])
  if (!monaco.languages.getLanguages().some(({ id }) => id === RULESET_LANGUAGE)) {
    monaco.languages.register({ id: RULESET_LANGUAGE, extensions: ['.tsr'] })
    monaco.languages.setLanguageConfiguration(RULESET_LANGUAGE, rulesetConfiguration)
    monaco.languages.setMonarchTokensProvider(RULESET_LANGUAGE, rulesetTokens)
    for (const [name, theme] of Object.entries(EDITOR_THEMES)) monaco.editor.defineTheme(`touchstone-${name}`, theme)
  }
  return monaco
}
