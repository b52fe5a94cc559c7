import type { CancellationToken, editor } from 'monaco-editor/editor'
import type { Span } from '../../server/language/syntax/syntax'
import type { Answer, Question } from './answer-question'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'

/** The worker's answer; null as soon as the editor cancels the request, even while the worker is busy. */
export async function wantedAnswer(
  client: LanguageClient,
  model: editor.ITextModel,
  token: CancellationToken,
  question: Question,
): Promise<Answer | null> {
  if (token.isCancellationRequested) return null
  const answer = await new Promise<Answer | null>((resolve) => {
    const listening = token.onCancellationRequested(() => resolve(null))
    void client.ask(model.getValue(), question).then((answered) => {
      listening.dispose()
      resolve(answered)
    })
  })
  return token.isCancellationRequested || model.isDisposed() ? null : answer
}

/** Like {@link wantedAnswer}, and also null when the text has changed meanwhile: offsets would point elsewhere. */
export async function freshAnswer(
  ...[client, model, token, question]: Parameters<typeof wantedAnswer>
): Promise<Answer | null> {
  const version = model.getVersionId()
  const answer = await wantedAnswer(client, model, token, question)
  return answer === null || model.getVersionId() !== version ? null : answer
}

/** Converts offsets in the text of a model to lines and columns of the editor. */
export function rangeIn(monaco: MonacoApi, model: editor.ITextModel) {
  return ({ start, end }: Span): InstanceType<MonacoApi['Range']> =>
    monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
}
