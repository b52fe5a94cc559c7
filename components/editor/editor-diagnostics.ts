import type { editor, languages } from 'monaco-editor/editor'
import type { Diagnostic, Fix } from '../../server/language/messages/diagnostic'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'
import { rangeIn } from './provider-answers'

/** Offers the fixes of the diagnostics at the cursor. */
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
      const touched = (client.snapshot().diagnostics ?? []).filter((d) => d.start <= end && d.end >= start)
      const actions = touched.flatMap((diagnostic) =>
        diagnostic.fixes.map((fix) => codeAction(monaco, model, diagnostic, fix)),
      )
      return { actions, dispose }
    },
  }
}

function codeAction(
  monaco: MonacoApi,
  model: editor.ITextModel,
  diagnostic: Diagnostic,
  fix: Fix,
): languages.CodeAction {
  const range = rangeIn(monaco, model)
  const versionId = model.getVersionId()
  return {
    title: fix.title,
    kind: 'quickfix',
    diagnostics: [marker(monaco, diagnostic)],
    isPreferred: diagnostic.fixes[0] === fix,
    edit: {
      edits: fix.edits.map((edit) => ({
        resource: model.uri,
        versionId,
        textEdit: { range: range(edit), text: edit.text },
      })),
    },
  }
}

/** Owner of the markers of this product, which replaces only its own. */
export const MARKER_OWNER = 'touchstone'

/** The marker with which the editor underlines a diagnostic. */
export function marker(monaco: MonacoApi, diagnostic: Diagnostic): editor.IMarkerData {
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
