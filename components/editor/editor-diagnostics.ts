import type { editor, languages } from 'monaco-editor/editor'
import { type Diagnostic, type Fix, fixesTouching } from '../../server/language/messages/diagnostic'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import type { LanguageClient } from './language-client'
import { type MonacoApi, rangeIn } from './provider-answers'

export function quickFixProvider(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): languages.CodeActionProvider {
  const dispose = () => {}
  return {
    provideCodeActions: (requestedModel, range) => {
      if (requestedModel !== model) return { actions: [], dispose }
      const start = model.getOffsetAt(range.getStartPosition())
      const end = model.getOffsetAt(range.getEndPosition())
      const { diagnostics, findings, findingsAreCurrent } = client.snapshot()
      const actions = fixesTouching(diagnostics ?? [], start, end).map(({ diagnostic, fix, isPreferred }) =>
        codeAction(monaco, model, diagnosticMarker(monaco, diagnostic), fix, isPreferred),
      )
      const meant = (findingsAreCurrent ? findings : []).flatMap(({ fix, ...finding }) => {
        const at = findingMarker(monaco, finding)
        if (fix === null || at === null || !monaco.Range.areIntersectingOrTouching(at, range)) return []
        return [codeAction(monaco, model, at, fix, false)]
      })
      return { actions: [...actions, ...meant], dispose }
    },
  }
}

function codeAction(
  monaco: MonacoApi,
  model: editor.ITextModel,
  corrected: editor.IMarkerData,
  fix: Fix,
  isPreferred: boolean,
): languages.CodeAction {
  const range = rangeIn(monaco, model)
  const versionId = model.getVersionId()
  return {
    title: fix.title,
    kind: 'quickfix',
    diagnostics: [corrected],
    isPreferred,
    edit: {
      edits: fix.edits.map((edit) => ({
        resource: model.uri,
        versionId,
        textEdit: { range: range(edit), text: edit.text },
      })),
    },
  }
}

/** A new set of markers replaces only those with the same owner. */
export const MARKER_OWNER = 'touchstone'
/** Markers of findings come later and move with the text until replaced. */
export const FINDING_OWNER = 'touchstone-meaning'

/** Returns null if the finding has no place in the text. */
export function findingMarker(
  monaco: MonacoApi,
  { severity, sentence, place, kind }: Omit<Finding, 'fix'>,
): editor.IMarkerData | null {
  if (place === null) return null
  return {
    severity: severity === 'warning' ? monaco.MarkerSeverity.Info : monaco.MarkerSeverity.Hint,
    message: sentence,
    code: kind,
    startLineNumber: place.line,
    startColumn: place.column,
    endLineNumber: place.endLine,
    endColumn: place.endColumn,
  }
}

export function diagnosticMarker(monaco: MonacoApi, diagnostic: Diagnostic): editor.IMarkerData {
  const { severity, message, code, line, column, endLine, endColumn, start, end } = diagnostic
  return {
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    message,
    code,
    startLineNumber: line,
    startColumn: column,
    endLineNumber: endLine,
    // A marker without width would be invisible.
    endColumn: start === end ? endColumn + 1 : endColumn,
  }
}
