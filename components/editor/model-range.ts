import type { editor } from 'monaco-editor/editor'
import type { Span } from '../../server/language/syntax/syntax'
import type { MonacoApi } from './load-monaco'

/** Makes offsets into a model's text the editor's lines and columns. */
export function rangeIn(monaco: MonacoApi, model: editor.ITextModel) {
  return ({ start, end }: Span): InstanceType<MonacoApi['Range']> =>
    monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
}
