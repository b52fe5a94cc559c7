/**
 * The parts of a chat completion that the guard reads, by OpenAI's chat completions protocol. Members that are not named
 * here pass unchanged.
 */
import { z } from 'zod'

/** Alternatives that one call may ask for; each is checked. */
export const MAX_CHOICES = 8

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() })
const content = z.union([z.string(), z.array(contentPart)]).nullish()

const toolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }).optional(),
})

const requestMessage = z.looseObject({ role: z.string({ error: 'a role such as user' }), content })

export const chatRequest = z.looseObject({
  model: z.string().optional(),
  messages: z.array(requestMessage).min(1, { error: 'at least one message' }),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.int().min(1).max(MAX_CHOICES).nullish(),
})
export type ChatRequest = Readonly<z.output<typeof chatRequest>>
export type ChatMessage = ChatRequest['messages'][number]

const answerMessage = z.looseObject({
  role: z.string(),
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(toolCall).nullish(),
})
export type AnswerMessage = Readonly<z.output<typeof answerMessage>>

const choice = z.looseObject({ index: z.int(), message: answerMessage, finish_reason: z.string().nullish() })
export type ChatChoice = Readonly<z.output<typeof choice>>

export const chatCompletion = z.looseObject({
  id: z.string(),
  created: z.number(),
  model: z.string(),
  choices: z.array(choice).min(1),
  usage: z.unknown().optional(),
})
export type ChatCompletion = Readonly<z.output<typeof chatCompletion>>

export const GUARD_MODES = ['block', 'annotate', 'rewrite'] as const
export type GuardMode = (typeof GUARD_MODES)[number]
