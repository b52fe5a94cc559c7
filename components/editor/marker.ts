import type { editor } from 'monaco-editor/editor'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type { MonacoApi } from './load-monaco'

/** Who set the marks, so that one's own can be replaced. */
export const MARKER_OWNER = 'touchstone'

/** A diagnostic as the editor underlines it. */
export function marker(monaco: MonacoApi, diagnostic: Diagnostic): editor.IMarkerData {
  const { severity, message, code, line, column, endLine, endColumn, start, end } = diagnostic
  return {
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    message,
    code,
    startLineNumber: line,
    startColumn: column,
    endLineNumber: endLine,
    // A mark without width would not be seen.
    endColumn: start === end ? endColumn + 1 : endColumn,
  }
}
