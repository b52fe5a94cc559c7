'use client'

import { type Ref, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import type { Diagnostic, Fix } from '../../server/language/messages/diagnostic'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import { useTheme } from '../ui/shell/theme-toggle'
import { ColouredText } from './coloured-text'
import type { LanguageClient } from './language-client'
import type { EditorWatcher, LiveEditor, PastedText } from './open-editor'

export interface EditorHandle {
  reveal(line: number, column: number): void
  apply(fix: Fix): void
  focus(): void
  /** A text with a syntax error stays unchanged. */
  format(): void
}

/** Events of the editor. The line of the cursor changes too often for the state of a page. */
export class EditorEvents implements EditorWatcher {
  line = 1
  private readonly listeners = new Set<() => void>()

  constructor(readonly onPaste: (pasted: PastedText) => void) {}

  onLine(line: number): void {
    if (line === this.line) return
    this.line = line
    for (const listener of this.listeners) listener()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

export function useCursorLine(events: EditorEvents): number {
  return useSyncExternalStore(
    events.subscribe,
    () => events.line,
    () => 1,
  )
}

/**
 * Typed text is reported by `onChange` and never written back, because the author may have typed on. Only a new
 * `opening` puts `text` into the editor.
 */
export function PolicyEditor(props: {
  readonly ref?: Ref<EditorHandle>
  readonly text: string
  readonly opening: number
  readonly diagnostics: readonly Diagnostic[] | null
  readonly findings: readonly Finding[]
  readonly client: LanguageClient | null
  readonly readOnly?: boolean
  readonly events?: EditorEvents | undefined
  readonly onChange: (text: string) => void
}) {
  const { text, opening, diagnostics, findings, client, readOnly = false, events, onChange } = props
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(text)
  const opened = useRef(opening)
  const report = useRef(onChange)
  const [live, setLive] = useState<LiveEditor | null>(null)
  const [painted, setPainted] = useState(false)
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
    const opens = async () => {
      // Loads Monaco after the page becomes usable.
      const { openEditor } = await import('./open-editor')
      const made = await openEditor(
        client,
        () => (gone ? null : host.current),
        () => latest.current,
      )
      if (made === null) return
      made.model.onDidChangeContent(() => report.current(made.model.getValue()))
      dispose = made.dispose
      setLive(made)
    }
    opens().catch(() => setFailed(true))
    return () => {
      gone = true
      dispose()
      setLive(null)
      setPainted(false)
    }
  }, [client])

  useEffect(() => {
    if (live !== null && host.current !== null) return whenColoured(host.current, () => setPainted(true))
  }, [live])

  useEffect(() => {
    if (live === null || opened.current === opening) return
    opened.current = opening
    if (live.model.getValue() === latest.current) return
    // An edit instead of a new value, so that undo restores the former text.
    live.editor.executeEdits('replace', [{ range: live.model.getFullModelRange(), text: latest.current }])
    live.editor.setPosition({ lineNumber: 1, column: 1 })
    live.editor.setScrollTop(0)
  }, [live, opening])

  useEffect(() => {
    live?.editor.updateOptions({ readOnly, domReadOnly: readOnly })
  }, [live, readOnly])

  useEffect(() => {
    live?.monaco.editor.setTheme(`touchstone-${theme}`)
  }, [live, theme])

  useEffect(() => (events === undefined ? undefined : live?.watch(events)), [live, events])

  useEffect(() => {
    live?.mark(diagnostics ?? [])
  }, [live, diagnostics])

  useEffect(() => {
    live?.markFindings(findings)
  }, [live, findings])

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
      {failed && (
        <textarea
          aria-label="Ruleset"
          className="size-full resize-none bg-surface p-4 font-mono text-sm"
          value={text}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={false}
        />
      )}
      <div ref={host} className="absolute inset-0" hidden={failed} />
      {!painted && !failed && <EditorSkeleton text={text} />}
    </div>
  )
}

/** Shows the text until the editor has drawn its colours. */
function EditorSkeleton({ text }: { readonly text: string }) {
  return (
    <pre
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden bg-surface py-3 pr-4 pl-[49px] font-mono text-[13px] leading-5 break-words whitespace-pre-wrap text-ink [font-variant-ligatures:none]"
    >
      <ColouredText text={text.slice(0, 4_000)} />
    </pre>
  )
}

/** After so many frames, text without colours counts as drawn. */
const MAX_ANIMATION_FRAMES = 30

/**
 * Calls `done` once a coloured word is drawn; Monaco draws colours later than text.
 * @returns stops waiting
 */
function whenColoured(editor: HTMLElement, done: () => void): () => void {
  let frames = 0
  let waiting = 0
  const look = () => {
    frames++
    // Brackets are coloured before words, so only token classes count.
    const pieces = [...editor.querySelectorAll('.view-line span > span')]
    const colours = new Set(pieces.flatMap(({ className }) => /\bmtk\d+\b/.exec(className) ?? []))
    if (colours.size > 1 || frames >= MAX_ANIMATION_FRAMES) done()
    else waiting = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(waiting)
}
