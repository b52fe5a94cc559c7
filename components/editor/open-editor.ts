/** Monaco with the features of the ruleset language. */
import type * as Monaco from 'monaco-editor/editor'
import type { editor, IDisposable } from 'monaco-editor/editor'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import {
  LANGUAGE_CONFIGURATION,
  RULESET_LANGUAGE,
  TOKEN_RULES,
  WORD_LISTS,
} from '../../server/language/service/token-rules'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import { offerEditor } from '../ui/shell/page-actions'
import { completionProvider, endLineAfterWholeWord, OfferedWords } from './completion-provider'
import { diagnosticMarker, FINDING_OWNER, findingMarker, MARKER_OWNER, quickFixProvider } from './editor-diagnostics'
import { EDITOR_THEMES } from './editor-themes'
import { hoverProvider, signatureProvider } from './explanation-providers'
import { keysOn, LEAVES_TEXT, platformOf } from './keyboard-shortcuts'
import type { LanguageClient } from './language-client'
import { registerNavigation } from './navigation-providers'
import type { MonacoApi } from './provider-answers'
import { highlightingProvider, registerStructure } from './structure-providers'

export interface LiveEditor {
  readonly monaco: MonacoApi
  readonly editor: editor.IStandaloneCodeEditor
  readonly model: editor.ITextModel
  mark(diagnostics: readonly Diagnostic[]): void
  markFindings(findings: readonly Finding[]): void
  /** @returns stops watching */
  watch(watcher: EditorWatcher): () => void
  readonly dispose: () => void
}

/** Is told what happens in an editor. */
export interface EditorWatcher {
  /** The line of the cursor, from one. Also called at first. */
  onLine(line: number): void
  onPaste(pasted: PastedText): void
}

export interface PastedText {
  readonly text: string
  /** The whole text before it was pasted, and with it. */
  readonly before: string
  readonly after: string
}

/**
 * @param hostElement called once Monaco is loaded; null if the editor is no longer needed
 * @param text returns the initial text at that time
 */
export async function openEditor(
  client: LanguageClient,
  hostElement: () => HTMLElement | null,
  text: () => string,
): Promise<LiveEditor | null> {
  const monaco = await loadMonaco()
  const host = hostElement()
  return host === null ? null : createEditor(monaco, host, text(), client)
}

function createEditor(monaco: MonacoApi, host: HTMLElement, text: string, client: LanguageClient): LiveEditor {
  const model = monaco.editor.createModel(text, RULESET_LANGUAGE)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  const made = monaco.editor.create(host, {
    model,
    theme: `touchstone-${document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'}`,
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
    // The copied lines of a library.
    foldingImportsByDefault: true,
    padding: { top: 12, bottom: 12 },
    wordWrap: 'on',
    wrappingIndent: 'indent',
    fixedOverflowWidgets: true,
    overviewRulerBorder: false,
    // A dimmed number of an empty last line is too faint to read.
    renderFinalNewline: 'on',
    quickSuggestions: { other: true, comments: true, strings: true },
    suggest: { showWords: false },
    wordBasedSuggestions: 'off',
    unicodeHighlight: { ambiguousCharacters: false },
    accessibilitySupport: 'auto',
    'semanticHighlighting.enabled': true,
  })
  const withdraw = offerInPalette(monaco, made)
  revealLineOfAddress(made)
  const offered = new OfferedWords()
  endLineAfterWholeWord(monaco, made, offered)
  const features = registerLanguageFeatures(monaco, model, client, offered)
  return {
    monaco,
    model,
    editor: made,
    mark: (diagnostics) =>
      monaco.editor.setModelMarkers(
        model,
        MARKER_OWNER,
        diagnostics.map((diagnostic) => diagnosticMarker(monaco, diagnostic)),
      ),
    markFindings: (findings) =>
      monaco.editor.setModelMarkers(
        model,
        FINDING_OWNER,
        findings.flatMap((finding) => findingMarker(monaco, finding) ?? []),
      ),
    watch: (watcher) => watchEditor(made, model, watcher),
    dispose: () => {
      withdraw()
      features.dispose()
      made.dispose()
      model.dispose()
    },
  }
}

function watchEditor(made: editor.IStandaloneCodeEditor, model: editor.ITextModel, watcher: EditorWatcher): () => void {
  let [before, after] = ['', model.getValue()]
  watcher.onLine(made.getPosition()?.lineNumber ?? 1)
  const watches = [
    model.onDidChangeContent(() => {
      before = after
      after = model.getValue()
    }),
    made.onDidPaste(({ range }) => watcher.onPaste({ text: model.getValueInRange(range), before, after })),
    made.onDidChangeCursorPosition(({ position }) => watcher.onLine(position.lineNumber)),
  ]
  return () => watches.forEach((watch) => void watch.dispose())
}

/**
 * Ctrl K begins the editor's own chords, so here the palette needs it twice. With a selection anchor, the editor keeps
 * these keys too.
 */
function offerInPalette(monaco: MonacoApi, made: editor.IStandaloneCodeEditor): () => void {
  const { KeyCode, KeyMod } = monaco
  const twice = KeyMod.CtrlCmd | KeyCode.KeyK
  made.addAction({
    id: 'touchstone.palette',
    label: 'Go to a page, a ruleset or a place in its text',
    keybindings: [KeyMod.chord(twice, twice)],
    keybindingContext: '!selectionAnchorSet',
    // After the editor has handled the keys, so that it leaves the focus to the palette.
    run: () => void setTimeout(() => document.querySelector<HTMLElement>('[data-palette]')?.click()),
  })
  return offerEditor({
    actions: EDITOR_ACTIONS.map(({ title, id }) => ({
      title,
      run: () => {
        made.focus()
        void made.getAction(id)?.run()
      },
    })),
    reveal: (line) => revealLine(made, line),
  })
}

/** Actions of Monaco that the palette offers too. */
const EDITOR_ACTIONS = [
  { title: 'Format the text', id: 'editor.action.formatDocument' },
  { title: 'Go to a claim, definition or assertion', id: 'editor.action.quickOutline' },
  { title: 'Find in the text', id: 'actions.find' },
  { title: 'Search all commands of the editor', id: 'editor.action.quickCommand' },
] as const

/** Reveals the line of an address such as `?line=12`, to which a search hit leads. */
function revealLineOfAddress(made: editor.IStandaloneCodeEditor): void {
  const line = Number(new URLSearchParams(window.location.search).get('line'))
  if (Number.isSafeInteger(line) && line > 0) revealLine(made, Math.min(line, made.getModel()?.getLineCount() ?? 1))
}

function revealLine(made: editor.IStandaloneCodeEditor, line: number): void {
  made.setPosition({ lineNumber: line, column: 1 })
  made.revealLineInCenter(line)
  made.focus()
}

/** For a screen reader: `Control Shift M`. */
function keysInWords(): string {
  return keysOn(platformOf(navigator.userAgent), LEAVES_TEXT).join(' ').replace('Ctrl', 'Control')
}

/** Providers belong to the language, and a page may have two editors, so each answers only for its model. */
function registerLanguageFeatures(
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

declare global {
  interface Window {
    MonacoEnvironment?: Monaco.Environment
  }
}

/** Loads Monaco from this origin and registers the ruleset language once. */
async function loadMonaco(): Promise<MonacoApi> {
  window.MonacoEnvironment ??= {
    getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module', name: 'editor' }),
  }
  const [monaco] = await Promise.all([import('monaco-editor/editor'), import('monaco-editor/features/register.all')])
  if (!monaco.languages.getLanguages().some(({ id }) => id === RULESET_LANGUAGE)) {
    monaco.languages.register({ id: RULESET_LANGUAGE, extensions: ['.tsr'] })
    monaco.languages.setLanguageConfiguration(RULESET_LANGUAGE, LANGUAGE_CONFIGURATION)
    monaco.languages.setMonarchTokensProvider(RULESET_LANGUAGE, { ...WORD_LISTS, tokenizer: TOKEN_RULES })
    for (const [name, theme] of Object.entries(EDITOR_THEMES)) monaco.editor.defineTheme(`touchstone-${name}`, theme)
  }
  return monaco
}
