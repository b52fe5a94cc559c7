/** The checks of NVIDIA NeMo Guardrails (`POST /v1/guardrail/checks` of its microservice), as gateways send them. */
import { z } from 'zod'
import { type ChatFinding, refusalSentence } from './chat-findings'
import { type ChatFrame, textOf } from './chat-frames'
import { framesOfReply, framesOfRequest, type GatewayCall, gatewayMessages, gatewayToolCalls } from './gateway-call'

const message = gatewayMessages.element.extend({ tool_calls: gatewayToolCalls })
type Messages = readonly z.output<typeof message>[]

/** Names of configurations and inline ones are ignored, because the target of the address is the configuration. */
export const nemoChecks = z
  .looseObject({ messages: z.array(message).min(1, { error: 'at least one message' }) })
  .transform(({ messages }): GatewayCall => {
    const answered = framesOfLastAnswer(messages)
    return { frames: answered.length > 0 ? answered : framesOfRequest(messages, []), answer: writeStatus }
  })

/** Empty unless the last message is an answer of the model. Its earlier answers were judged before. */
function framesOfLastAnswer(messages: Messages): readonly ChatFrame[] {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return []
  return framesOfReply(messages.slice(0, -1), textOf(last.content), last.tool_calls)
}

/** Gateways log the name of the rail that blocked, so it has the id of the check. */
function writeStatus(failed: readonly ChatFinding[]): object {
  if (failed.length === 0) return { status: 'success', rails_status: { touchstone: { status: 'success' } } }
  const rails = failed.map(({ trace_id }) => [`touchstone ${trace_id}`, { status: 'blocked' }] as const)
  return {
    status: 'blocked',
    rails_status: Object.fromEntries(rails),
    guardrails_data: { output_data: { reason: refusalSentence(failed) } },
  }
}
