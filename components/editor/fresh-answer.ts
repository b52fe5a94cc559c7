import type { CancellationToken, editor } from 'monaco-editor/editor'
import type { Answer, Question } from './editor-questions'
import type { LanguageClient } from './language-client'

/** The worker's answer; null as soon as the editor drops the request, whatever the worker is doing then. */
export async function wantedAnswer(
  client: LanguageClient,
  model: editor.ITextModel,
  token: CancellationToken,
  question: Question,
): Promise<Answer | null> {
  if (token.isCancellationRequested) return null
  const answer = await new Promise<Answer | null>((resolve) => {
    const listening = token.onCancellationRequested(() => resolve(null))
    void client.ask(model.getValue(), question).then((told) => {
      listening.dispose()
      resolve(told)
    })
  })
  return token.isCancellationRequested || model.isDisposed() ? null : answer
}

/** The same, and null too where the text has changed meanwhile, so that its offsets would point elsewhere. */
export async function freshAnswer(
  ...[client, model, token, question]: Parameters<typeof wantedAnswer>
): Promise<Answer | null> {
  const version = model.getVersionId()
  const answer = await wantedAnswer(client, model, token, question)
  return answer === null || model.getVersionId() !== version ? null : answer
}
