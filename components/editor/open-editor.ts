/** Monaco on a page, with all that it knows of the language. Loaded when an editor is first shown, not before. */
import type { editor } from 'monaco-editor/editor'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import { endLineAfterWholeWord, OfferedWords } from './enter-key'
import { keysOn, LEAVES_TEXT, platformOf } from './keyboard-shortcuts'
import type { LanguageClient } from './language-client'
import { registerLanguageFeatures } from './language-features'
import { loadMonaco, type MonacoApi } from './load-monaco'
import { MARKER_OWNER, marker } from './marker'
import { RULESET_LANGUAGE } from './ruleset-tokens'

export interface LiveEditor {
  readonly monaco: MonacoApi
  readonly editor: editor.IStandaloneCodeEditor
  readonly model: editor.ITextModel
  /** Underlines these and nothing else. */
  mark(diagnostics: readonly Diagnostic[]): void
  readonly dispose: () => void
}

/**
 * @param client answers what the editor asks of the text
 * @param place where it stands, asked for when Monaco is there; null where it is no longer wanted
 * @param text what it begins with, asked for at the same time
 */
export async function openEditor(
  client: LanguageClient,
  place: () => HTMLElement | null,
  text: () => string,
): Promise<LiveEditor | null> {
  const monaco = await loadMonaco()
  const host = place()
  return host === null ? null : open(monaco, host, text(), client)
}

function open(monaco: MonacoApi, host: HTMLElement, text: string, client: LanguageClient): LiveEditor {
  const model = monaco.editor.createModel(text, RULESET_LANGUAGE)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  const made = monaco.editor.create(host, {
    model,
    automaticLayout: true,
    ariaLabel: `Ruleset text. ${keysInWords()} turns the Tab key between typing and leaving.`,
    fontFamily: `${getComputedStyle(document.documentElement).getPropertyValue('--font-jetbrains-mono')}, ui-monospace, monospace`,
    fontSize: 13,
    lineHeight: 20,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'line',
    lineNumbersMinChars: 3,
    folding: true,
    padding: { top: 12, bottom: 12 },
    wordWrap: 'on',
    wrappingIndent: 'indent',
    fixedOverflowWidgets: true,
    overviewRulerBorder: false,
    // The dimmed number of a last, empty line is too faint to be read.
    renderFinalNewline: 'on',
    quickSuggestions: { other: true, comments: true, strings: true },
    suggest: { showWords: false },
    wordBasedSuggestions: 'off',
    unicodeHighlight: { ambiguousCharacters: false },
    accessibilitySupport: 'auto',
    'semanticHighlighting.enabled': true,
  })
  const offered = new OfferedWords()
  endLineAfterWholeWord(monaco, made, offered)
  const features = registerLanguageFeatures(monaco, model, client, offered)
  return {
    ...{ monaco, model, editor: made },
    mark: (diagnostics) =>
      monaco.editor.setModelMarkers(
        model,
        MARKER_OWNER,
        diagnostics.map((diagnostic) => marker(monaco, diagnostic)),
      ),
    dispose: () => {
      features.dispose()
      made.dispose()
      model.dispose()
    },
  }
}

/** For a screen reader: `Control Shift M`. */
function keysInWords(): string {
  return keysOn(platformOf(navigator.userAgent), LEAVES_TEXT).join(' ').replace('Ctrl', 'Control')
}
