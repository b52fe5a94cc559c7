/** The parts that the contracts of all gateways share: the texts to judge, and the answer. */
import { z } from 'zod'
import { chatRequest } from '../../api/schemas/chat'
import type { ChatFinding } from './chat-findings'
import { type ChatFrame, frameOfInput, framesOfAnswer } from './chat-frames'

export interface GatewayCall {
  readonly frames: readonly ChatFrame[]
  /** @param failed findings that prevent the text, or nothing */
  answer(failed: readonly ChatFinding[]): object
}

export const gatewayMessages = z.array(chatRequest.shape.messages.element)
type GatewayMessages = z.output<typeof gatewayMessages>

export const gatewayToolCalls = z
  .array(
    z.looseObject({
      id: z.string().nullish(),
      function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
    }),
  )
  .nullish()

/** @param texts judged one by one if no message has words of a user */
export function framesOfRequest(known: GatewayMessages, texts: readonly string[]): readonly ChatFrame[] {
  const prompt = frameOfInput({ messages: known })
  if (prompt !== null) return [prompt]
  return texts.filter((text) => text !== '').map((A) => ({ subject: 'input', frame: { C: [], Q: null, A } }))
}

/** @param known messages before the reply */
export function framesOfReply(
  known: GatewayMessages,
  content: string | null | undefined,
  toolCalls: z.output<typeof gatewayToolCalls>,
): readonly ChatFrame[] {
  const calls = (toolCalls ?? []).map(({ id, function: called }) => ({
    id: id ?? '',
    function: { name: called?.name ?? '', arguments: called?.arguments ?? '' },
  }))
  return framesOfAnswer({ messages: known }, { role: 'assistant', content, tool_calls: calls })
}
