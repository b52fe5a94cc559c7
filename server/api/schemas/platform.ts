/** Answers of the main REST API besides projects, guardrails and applications. */
import { z } from 'zod'
import { CONCLUSIONS } from '../terms/guardrail-terms'
import { timestamp } from './fields'
import { evaluatedFrame, frameContent } from './frame'
import { application, guardrail, project } from './guardrail'
import { storedToolGuard } from './tool-guard'

const pageOf = (id: string, item: z.ZodType) =>
  z
    .strictObject({
      items: z.array(item),
      next_cursor: z.string().nullable().meta({ description: 'the `cursor` of the next page; null after the last' }),
    })
    .meta({ id })

export const projectPage = pageOf('ProjectPage', project)
export const guardrailPage = pageOf('GuardrailPage', guardrail)
export const toolGuardPage = pageOf('ToolGuardPage', storedToolGuard)
export const applicationPage = pageOf('ApplicationPage', application)

export const frameState = z
  .strictObject({
    trace_id: z.string(),
    target_id: z.uuid(),
    response_topic: z.array(z.string()),
    status: z.enum(['waiting', 'in_review', 'answered']),
    sent_at: timestamp,
    sent_by: z.string(),
    answered_at: timestamp.nullable(),
    message_id: z.string().nullable().meta({ description: 'id of the response message' }),
    frame: frameContent.meta({ description: 'what was sent' }),
    evaluated_frame: evaluatedFrame.nullable().meta({ description: 'null until it is answered' }),
  })
  .meta({ id: 'FrameState' })

export const framesOfTrace = z
  .strictObject({
    items: z.array(frameState).meta({ description: 'one for each target and set of topics, the newest first' }),
  })
  .meta({ id: 'FramesOfTrace' })

export const reviewTask = z
  .strictObject({
    id: z.uuid(),
    trace_id: z.string(),
    target_id: z.uuid(),
    guardrail_id: z.uuid(),
    guardrail_name: z.string().nullable().meta({ description: 'null if the guardrail was removed' }),
    node_id: z
      .string()
      .nullable()
      .meta({ description: 'node of the application; null if the guardrail itself was the target' }),
    instructions: z.string(),
    frame: frameContent,
    created_at: timestamp,
    answered_at: timestamp.nullable(),
    answered_by: z.string().nullable(),
    conclusion: z.enum(CONCLUSIONS).nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'ReviewTask' })

export const reviewPage = pageOf('ReviewPage', reviewTask)

/** Problem details (RFC 9457). */
export const problem = z
  .strictObject({
    type: z.url().meta({ description: 'address of the paragraph that explains the problem', format: 'uri' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'what is wrong and what to do, for people' }),
    request_id: z.string().meta({ description: 'quote it to the operator' }),
    errors: z
      .array(z.strictObject({ field: z.string(), expected: z.string(), received: z.string() }))
      .optional()
      .meta({ description: 'every failing field, not only the first' }),
    budget: z.string().optional().meta({ description: 'name of the budget that was exceeded' }),
    limit: z.int().optional().meta({ description: 'value of that budget' }),
    actual: z.int().optional().meta({ description: 'what the request would have used of it, if that is known' }),
  })
  .meta({ id: 'Problem' })

/** A refusal of the client API. */
export const clientApiError = z
  .strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
  .meta({ id: 'ClientApiError' })
