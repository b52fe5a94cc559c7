import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../terms/errors'
import { diagnostic, versions } from './fields'

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

export const errorEnvelopeSchema = z
  .strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.enum(codes),
      message: z.string(),
      docs: z.string().optional().meta({ format: 'uri' }),
      failures: z
        .array(z.strictObject({ field: z.string(), expected: z.string(), received: z.string() }))
        .optional()
        .meta({ description: 'every failing field, not only the first' }),
      failure_count: z.int().optional(),
      diagnostics: z.array(diagnostic).optional(),
      hint: z.string().optional(),
      budget: z.string().optional(),
      limit: z.int().optional(),
      actual: z.int().optional(),
      retry_after_ms: z.int().optional(),
    }),
    versions,
  })
  .meta({ id: 'Error' })
