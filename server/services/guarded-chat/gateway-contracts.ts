/**
 * Reads what gateways send to a guardrail, and writes its answer, by their published contracts: LiteLLM's generic
 * guardrail API, Portkey's webhook, agentgateway's webhook, and the checks of NVIDIA NeMo Guardrails, which Kong sends.
 * Members that are not named here are ignored.
 */
import { z } from 'zod'
import { refusalSentence } from './chat-findings'
import { framesOfAnswer } from './chat-frames'
import { framesOfReply, framesOfRequest, type GatewayCall, gatewayMessages, gatewayToolCalls } from './gateway-call'
import { nemoChecks } from './nemo-checks'

export interface GatewayContract {
  /** The path after `/guard/<target id>/`. */
  readonly path: string
  /** Milliseconds for an answer, unless the gateway says otherwise. */
  readonly waitMs: number
  readonly schema: z.ZodType<GatewayCall>
}

const litellm = z
  .looseObject({
    input_type: z.enum(['request', 'response']),
    texts: z.array(z.string()).nullish(),
    tool_calls: gatewayToolCalls,
    structured_messages: gatewayMessages.nullish(),
  })
  .transform(({ input_type, texts, tool_calls, structured_messages }): GatewayCall => {
    const known = structured_messages ?? []
    const frames =
      input_type === 'request'
        ? framesOfRequest(known, texts ?? [])
        : [
            ...(texts ?? []).flatMap((content) => framesOfReply(known, content, null)),
            ...framesOfReply(known, null, tool_calls),
          ]
    return {
      frames,
      answer: (failed) =>
        failed.length === 0 ? { action: 'NONE' } : { action: 'BLOCKED', blocked_reason: refusalSentence(failed) },
    }
  })

const portkeySide = z.looseObject({ text: z.string().nullish(), json: z.unknown().optional() }).nullish()
const portkeyRequest = z.looseObject({ messages: gatewayMessages.default([]) })
const portkeyResponse = z.looseObject({
  choices: z.array(
    z.looseObject({
      message: z.looseObject({ content: z.string().nullish(), tool_calls: gatewayToolCalls }),
    }),
  ),
})

const portkey = z
  .looseObject({
    eventType: z.enum(['beforeRequestHook', 'afterRequestHook']),
    request: portkeySide,
    response: portkeySide,
  })
  .transform(({ eventType, request, response }): GatewayCall => {
    const prompt = portkeyRequest.safeParse(request?.json)
    const known = prompt.success ? prompt.data.messages : []
    const answered = portkeyResponse.safeParse(response?.json)
    const messagesOfAnswer = answered.success
      ? answered.data.choices.map(({ message }) => message)
      : [{ content: response?.text, tool_calls: null }]
    const frames =
      eventType === 'beforeRequestHook'
        ? framesOfRequest(known, [request?.text ?? ''])
        : messagesOfAnswer.flatMap(({ content, tool_calls }) => framesOfReply(known, content, tool_calls))
    return {
      frames,
      answer: (failed) =>
        failed.length === 0 ? { verdict: true } : { verdict: false, data: { reason: refusalSentence(failed) } },
    }
  })

const agentgatewayPrompt = z.looseObject({ body: z.looseObject({ messages: gatewayMessages }) }).transform(
  ({ body }): GatewayCall => ({
    frames: framesOfRequest(body.messages, []),
    answer: (failed) => ({
      action:
        failed.length === 0
          ? { reason: 'The rules hold.' }
          : { body: refusalSentence(failed), status_code: 403, reason: refusalSentence(failed) },
    }),
  }),
)

const agentgatewayResponse = z
  .looseObject({
    body: z.looseObject({
      choices: z.array(z.looseObject({ message: z.looseObject({ role: z.string(), content: z.string().nullish() }) })),
    }),
  })
  .transform(
    ({ body: { choices } }): GatewayCall => ({
      frames: choices.flatMap(({ message }) => framesOfAnswer({ messages: [] }, message)),
      // An answer cannot be rejected here, only replaced, and all choices stay.
      answer: (failed) => {
        if (failed.length === 0) return { action: { reason: 'The rules hold.' } }
        const content = refusalSentence(failed)
        const replaced = choices.map(({ message }) => ({ message: { role: message.role, content } }))
        return { action: { body: { choices: replaced }, reason: content } }
      },
    }),
  )

export const GATEWAY_CONTRACTS: readonly GatewayContract[] = [
  { path: 'litellm/beta/litellm_basic_guardrail_api', waitMs: 30_000, schema: litellm },
  // Portkey passes after three seconds, so an answer that takes longer is refused before.
  { path: 'portkey', waitMs: 2_000, schema: portkey },
  { path: 'agentgateway/request', waitMs: 10_000, schema: agentgatewayPrompt },
  { path: 'agentgateway/response', waitMs: 10_000, schema: agentgatewayResponse },
  { path: 'nemo/v1/guardrail/checks', waitMs: 10_000, schema: nemoChecks },
]
