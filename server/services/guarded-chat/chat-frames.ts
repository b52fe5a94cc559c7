import type { AnswerMessage, ChatMessage, ChatRequest } from '../../api/schemas/chat'
import type { FrameContent } from '../../api/schemas/frame'
import { PLATFORM_LIMITS } from '../../api/terms/guardrail-terms'

export interface ChatFrame {
  /** `answer`, `input`, or `tool_call` and the name of the tool. */
  readonly subject: string
  readonly frame: FrameContent
}

/**
 * An answer is a frame with the last words of the user as its question and everything else that the model was told as its
 * context. A call of a tool is a frame whose answer is the call's arguments, which is a claim dictionary for a ruleset,
 * and whose question is the name of the tool.
 */
export function framesOfAnswer({ messages }: Pick<ChatRequest, 'messages'>, message: AnswerMessage): ChatFrame[] {
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const question = last === -1 ? null : textOf(messages[last]?.content)
  const others = messages.filter((_, index) => index !== last).map(({ content }) => textOf(content))
  // The newest are the nearest to the answer.
  const context = others.filter((text) => text !== '').slice(-PLATFORM_LIMITS.context_documents)
  const answer = message.content ?? ''
  const calls = (message.tool_calls ?? []).map(
    ({ function: called }): ChatFrame => ({
      subject: `tool_call ${called?.name ?? 'without a name'}`,
      frame: { C: context, Q: called?.name ?? null, A: called?.arguments ?? '' },
    }),
  )
  return answer === '' ? calls : [{ subject: 'answer', frame: { C: context, Q: question, A: answer } }, ...calls]
}

/** Null without words of a user. */
export function frameOfInput({ messages }: Pick<ChatRequest, 'messages'>): ChatFrame | null {
  const question = messages.findLast(({ role }) => role === 'user')
  const text = question === undefined ? '' : textOf(question.content)
  return text === '' ? null : { subject: 'input', frame: { C: [], Q: null, A: text } }
}

/** The text without pictures and sounds, which no guardrail reads. */
export function textOf(content: ChatMessage['content']): string {
  if (content === null || content === undefined) return ''
  return typeof content === 'string' ? content : content.flatMap(({ text }) => text ?? []).join('\n')
}
