'use client'

import type { editor } from 'monaco-editor/editor'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { Diagnostic, Fix } from '../../server/language/diagnostic'
import type { LanguageClient } from '../language/language-client'
import { useTheme } from '../shell/theme-toggle'
import { EditorSkeleton } from './editor-skeleton'
import { MARKER_OWNER, marker, registerLanguageFeatures } from './language-features'
import { loadMonaco, type MonacoApi } from './load-monaco'
import { RULESET_LANGUAGE } from './ruleset-tokens'

export interface EditorHandle {
  reveal(line: number, column: number): void
  apply(fix: Fix): void
  focus(): void
  /** Lays the text out anew; a text with a syntax error stays as it is. */
  format(): void
}

interface Live {
  readonly monaco: MonacoApi
  readonly editor: editor.IStandaloneCodeEditor
  readonly model: editor.ITextModel
}

/**
 * The ruleset as text. What is typed goes out through `onChange` and is never written back: by the time the page has
 * drawn one letter the author has typed the next. Only a new `opening` puts `text` into the editor.
 */
export function PolicyEditor(props: {
  readonly ref?: Ref<EditorHandle>
  readonly text: string
  readonly opening: number
  readonly diagnostics: readonly Diagnostic[] | null
  readonly client: LanguageClient | null
  readonly onChange: (text: string) => void
}) {
  const { text, opening, diagnostics, client, onChange } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(text)
  const opened = useRef(opening)
  const report = useRef(onChange)
  const [live, setLive] = useState<Live | null>(null)
  const [failed, setFailed] = useState(false)
  const theme = useTheme()

  useEffect(() => {
    report.current = onChange
    latest.current = text
  })

  useEffect(() => {
    if (client === null) return
    let gone = false
    let dispose = () => {}
    loadMonaco().then(
      (monaco) => {
        if (gone || host.current === null) return
        const made = open(monaco, host.current, latest.current)
        const features = registerLanguageFeatures(monaco, made.model, client)
        made.model.onDidChangeContent(() => report.current(made.model.getValue()))
        dispose = () => {
          features.dispose()
          made.editor.dispose()
          made.model.dispose()
        }
        setLive(made)
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      dispose()
      setLive(null)
    }
  }, [client])

  useEffect(() => {
    if (live === null || opened.current === opening) return
    opened.current = opening
    if (live.model.getValue() === latest.current) return
    // An edit rather than a new value, so that undo brings the former text back.
    live.editor.executeEdits('replace', [{ range: live.model.getFullModelRange(), text: latest.current }])
    live.editor.setPosition({ lineNumber: 1, column: 1 })
    live.editor.setScrollTop(0)
  }, [live, opening])

  useEffect(() => {
    live?.monaco.editor.setTheme(`touchstone-${theme}`)
  }, [live, theme])

  useEffect(() => {
    if (live === null) return
    live.monaco.editor.setModelMarkers(
      live.model,
      MARKER_OWNER,
      (diagnostics ?? []).map((diagnostic) => marker(live.monaco, diagnostic)),
    )
  }, [live, diagnostics])

  useImperativeHandle(
    props.ref,
    () => ({
      reveal: (line, column) => {
        live?.editor.setPosition({ lineNumber: line, column })
        live?.editor.revealLineInCenterIfOutsideViewport(line)
        live?.editor.focus()
      },
      apply: (fix) => {
        if (live === null) return
        live.editor.pushUndoStop()
        live.editor.executeEdits(
          'fix',
          fix.edits.map((edit) => ({
            range: live.monaco.Range.fromPositions(
              live.model.getPositionAt(edit.start),
              live.model.getPositionAt(edit.end),
            ),
            text: edit.text,
          })),
        )
        live.editor.pushUndoStop()
      },
      focus: () => live?.editor.focus(),
      format: () => void live?.editor.getAction('editor.action.formatDocument')?.run(),
    }),
    [live],
  )

  return (
    <div className="relative h-full min-h-0 w-full overflow-hidden bg-surface" data-testid="editor">
      {live === null && !failed && <EditorSkeleton text={text} />}
      {failed && (
        <textarea
          aria-label="Ruleset"
          className="size-full resize-none bg-surface p-4 font-mono text-sm"
          value={text}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
        />
      )}
      <div ref={host} className="absolute inset-0" hidden={failed} />
    </div>
  )
}

function open(monaco: MonacoApi, host: HTMLElement, text: string): Live {
  const model = monaco.editor.createModel(text, RULESET_LANGUAGE)
  model.setEOL(monaco.editor.EndOfLineSequence.LF)
  const made = monaco.editor.create(host, {
    model,
    automaticLayout: true,
    ariaLabel: 'Ruleset text. Control M turns the Tab key between typing and leaving.',
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
    quickSuggestions: { other: true, comments: true, strings: true },
    suggest: { showWords: false },
    wordBasedSuggestions: 'off',
    unicodeHighlight: { ambiguousCharacters: false },
    accessibilitySupport: 'auto',
  })
  return { monaco, editor: made, model }
}
