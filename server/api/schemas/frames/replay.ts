/** Stored frames of a guardrail, answered again by another ruleset, model or threshold. */
import { z } from 'zod'
import { CONCLUSIONS } from '../../terms/guardrail-terms'
import { contentHash, timestamp } from '../fields'
import { modelName } from '../guardrail'
import { threshold } from './frame-label'

export const MAX_REPLAYED_FRAMES = 200
/** Frames of a page if a model is asked. */
export const MAX_REPLAYED_BY_MODEL = 20

export const replayRequest = z
  .strictObject({
    ruleset_hash: contentHash
      .nullable()
      .default(null)
      .meta({ description: 'a ruleset that the group holds; it need not be approved' }),
    model: modelName
      .nullable()
      .default(null)
      .meta({ description: `asks this model, for at most ${MAX_REPLAYED_BY_MODEL} frames a page` }),
    threshold: threshold
      .nullable()
      .default(null)
      .meta({ description: 'conclusions with a lower confidence become UNKNOWN' }),
    cursor: z
      .string()
      .min(1, { error: 'next_cursor of the page before' })
      .max(500, { error: 'next_cursor of the page before' })
      .nullable()
      .default(null)
      .meta({ description: '`next_cursor` of the page before; left out for the newest frames' }),
    limit: z
      .int()
      .min(1)
      .max(MAX_REPLAYED_FRAMES)
      .default(MAX_REPLAYED_FRAMES)
      .meta({ description: `frames of a page, 1 to ${MAX_REPLAYED_FRAMES}` }),
  })
  .meta({ id: 'ReplayRequest' })

const outcome = z.strictObject({
  conclusion: z.enum(CONCLUSIONS).nullable().meta({ description: 'null for an Error' }),
  error_code: z.string().nullable().meta({ description: 'null without an Error' }),
  confidence: z.number().nullable().meta({ description: 'null for an Error' }),
})

const named = { trace_id: z.string(), sent_at: timestamp }

export const replay = z
  .strictObject({
    replayed: z.int().meta({ description: 'frames of this page that were answered again' }),
    differing: z
      .array(
        z.strictObject({
          ...named,
          before: outcome.meta({ description: 'the stored answer' }),
          after: outcome.meta({ description: 'the other answer' }),
          assertions: z
            .array(
              z.strictObject({
                assertion: z.string(),
                before: z.string().nullable().meta({ description: 'null if these rules do not have it' }),
                after: z.string().nullable().meta({ description: 'null if these rules do not have it' }),
              }),
            )
            .meta({ description: 'assertions whose answers differ, at most 20' }),
          further_assertions: z.int().meta({ description: 'assertions that are not listed' }),
        }),
      )
      .meta({
        description: 'frames with another conclusion, or another answer of an assertion of both rulesets',
      }),
    skipped: z
      .array(z.strictObject({ ...named, reason: z.string() }))
      .meta({ description: 'frames whose claims are not stored whole' }),
    new_claims: z.array(z.string()).meta({
      description: 'claims that only the other ruleset has: unknown in texts, and a dictionary without them is refused',
    }),
    model_calls: z.int().meta({ description: 'completions of the model' }),
    tokens: z
      .strictObject({ input: z.int(), output: z.int() })
      .nullable()
      .meta({ description: 'null if the endpoint did not report all' }),
    next_cursor: z.string().nullable().meta({ description: 'the `cursor` of the next page; null after the oldest' }),
  })
  .meta({ id: 'Replay' })
