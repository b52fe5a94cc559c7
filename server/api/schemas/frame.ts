/**
 * Frames and responses of the client API (contract of the guardrail platform, "Resources and their fields"). Unknown
 * members are refused. A sent frame may contain P, E and Error, but only the evaluation fills them.
 */
import { z } from 'zod'
import { CONCLUSIONS, GUARDRAIL_ERRORS, type GuardrailErrorCode, PLATFORM_LIMITS } from '../terms/guardrail-terms'

const documents = z
  .array(z.string())
  .max(PLATFORM_LIMITS.context_documents, { error: `at most ${PLATFORM_LIMITS.context_documents} documents` })

/** The parts of a frame that are evaluated. */
export const frameContent = z.strictObject({
  C: documents.meta({ description: 'context documents' }),
  Q: z.string().nullable().meta({ description: 'question' }),
  A: z.string().nullable().meta({ description: 'answer to validate' }),
})
export type FrameContent = Readonly<z.output<typeof frameContent>>

export const sentFrame = z
  .strictObject({
    C: documents.default([]).meta({ description: 'context documents' }),
    Q: z.string().nullish().meta({ description: 'question; optional' }),
    A: z.string().nullish().meta({ description: 'answer to validate; optional for some guardrails' }),
    P: z.array(z.unknown()).nullish().meta({ description: 'proof steps; sent as an empty array' }),
    E: z.unknown().optional().meta({ description: 'evaluation; sent as null' }),
    Error: z.unknown().optional().meta({ description: 'null; filled in evaluated frames' }),
  })
  .meta({ id: 'EntailmentFrame' })

const topic = z
  .string()
  .min(1, { error: 'at least one character' })
  .max(PLATFORM_LIMITS.topic_chars, { error: `at most ${PLATFORM_LIMITS.topic_chars} characters` })
  .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'text without NUL and lone surrogates' })

export const traceId = z
  .string()
  .min(1, { error: 'at least one character' })
  .max(PLATFORM_LIMITS.trace_id_chars, { error: `at most ${PLATFORM_LIMITS.trace_id_chars} characters` })
  .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'text without NUL and lone surrogates' })

export const sendRequest = z
  .strictObject({
    trace_id: traceId,
    response_topic: z
      .array(topic)
      .min(1, { error: 'at least one topic' })
      .max(PLATFORM_LIMITS.response_topics, { error: `at most ${PLATFORM_LIMITS.response_topics} topics` }),
    entailment_frame: sentFrame,
  })
  .meta({ id: 'SendFrame' })
export type SendRequest = z.output<typeof sendRequest>

export const frameSent = z
  .strictObject({
    status: z.literal('sent'),
    topic: z.string().meta({ description: 'bus topic that the frame was sent to' }),
    trace_id: z.string(),
  })
  .meta({ id: 'FrameSent' })

export const guardrailError = z
  .strictObject({
    code: z.enum(Object.keys(GUARDRAIL_ERRORS) as [GuardrailErrorCode, ...GuardrailErrorCode[]]),
    message: z.string(),
    retryable: z.boolean(),
  })
  .meta({ id: 'GuardrailError' })
export type GuardrailError = Readonly<z.output<typeof guardrailError>>

export const evaluation = z
  .strictObject({ conclusion: z.enum(CONCLUSIONS), confidence: z.number().min(0).max(1) })
  .meta({ id: 'Evaluation' })
export type Evaluation = Readonly<z.output<typeof evaluation>>

export const evaluatedFrame = z
  .strictObject({
    C: documents,
    Q: z.string().nullable(),
    A: z.string().nullable(),
    P: z.array(z.record(z.string(), z.unknown())),
    E: evaluation.nullable(),
    Error: guardrailError.nullable(),
  })
  .meta({ id: 'EvaluatedFrame' })
export type EvaluatedFrame = Readonly<z.output<typeof evaluatedFrame>>

export const responseMessage = z
  .strictObject({
    entailment_frame: z.string().meta({ description: 'the evaluated frame as a JSON string, to be parsed again' }),
    id: z.string().meta({ description: 'message id; a redelivery repeats it' }),
    trace_id: z.string(),
    response_topic: z.array(z.string()),
    rail_id: z.string().meta({ description: 'id of the guardrail or application that answered' }),
  })
  .meta({ id: 'ResponseMessage' })
export type ResponseMessage = Readonly<z.output<typeof responseMessage>>

/** `POST /client-api/check`. */
export const checkRequest = z
  .strictObject({
    trace_id: traceId.optional().meta({ description: 'chosen by the service if it is left out' }),
    entailment_frame: sentFrame,
  })
  .meta({ id: 'CheckFrame' })
export type CheckRequest = z.output<typeof checkRequest>

export const frameChecked = z
  .strictObject({
    trace_id: z.string(),
    id: z.string().meta({ description: 'message id; the same frame keeps it' }),
    rail_id: z.string().meta({ description: 'id of the guardrail or application that answered' }),
    entailment_frame: evaluatedFrame,
  })
  .meta({ id: 'FrameChecked' })

export const frameWaits = z
  .strictObject({ status: z.literal('waiting'), trace_id: z.string() })
  .meta({ id: 'FrameWaits' })

export const subscribeMessage = z.strictObject({ action: z.literal('subscribe'), topic, trace_id: traceId })
