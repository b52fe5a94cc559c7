import type * as Monaco from 'monaco-editor/editor'
import type { CancellationToken, editor } from 'monaco-editor/editor'
import type { Span } from '../../server/language/text/line-index'
import type { LanguageClient } from './language-client'
import type { Answer, Question } from './protocol'

export type MonacoApi = typeof Monaco

/** Returns null as soon as the request is cancelled. */
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

/** Like {@link wantedAnswer}, but null if the text has changed meanwhile. */
export async function freshAnswer(
  ...[client, model, token, question]: Parameters<typeof wantedAnswer>
): Promise<Answer | null> {
  const version = model.getVersionId()
  const answer = await wantedAnswer(client, model, token, question)
  return answer === null || model.getVersionId() !== version ? null : answer
}

export function rangeIn(monaco: MonacoApi, model: editor.ITextModel) {
  return ({ start, end }: Span): InstanceType<MonacoApi['Range']> =>
    monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
}
