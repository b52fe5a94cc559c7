/** Schemas of the evaluation credential (public/docs/api.md, "Get a credential"). */
import { z } from 'zod'
import { timestamp, versions } from './fields'

export const MAX_CLIENT_CHARS = 128

export const evaluationRequest = z
  .strictObject({
    client: z
      .string()
      .max(MAX_CLIENT_CHARS)
      .regex(/^\P{Cc}*$/u, { error: 'text without control characters' })
      .nullish()
      .meta({ description: `who is asking, for the operator to read; at most ${MAX_CLIENT_CHARS} characters` }),
  })
  .nullable()
  .meta({ id: 'EvaluationCredentialRequest' })

export const evaluationCredential = z
  .strictObject({
    ok: z.literal(true),
    credential: z.string().meta({ description: 'the token; shown once' }),
    credential_id: z.string().meta({ description: 'safe to log' }),
    expires_at: timestamp,
    grade: z.literal('evaluation'),
    header: z.string().meta({ description: 'the header that carries the token' }),
    limits: z.strictObject({ calls_per_day: z.int(), calls_total: z.int(), ttl_days: z.int() }),
    scope: z.array(z.string()),
    upgrade: z.string(),
    versions,
  })
  .meta({ id: 'EvaluationCredential' })
